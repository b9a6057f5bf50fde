"""What waits for ever fails, wherever it waits."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from backend.testing.runs.patience import within
from backend.tests.cli import shell
from backend.tests.cli.shell import Shell


def lock_twice() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def try_again() -> None:
    """Wait as loops of tests do, to which a fault is a reason for another try."""
    while True:
        try:
            time.sleep(60)
        except Exception:  # noqa: BLE001, S112  see above
            continue


def run_a_program() -> None:
    subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"], check=True)


@pytest.mark.parametrize("wait", [lock_twice, try_again, run_a_program])
def test_a_lock_a_loop_and_a_program_are_interrupted(wait: Callable[[], None]) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"it did not end within 0\.3 s"), within(0.3):
        wait()


def test_who_ends_in_time_is_not_interrupted_later() -> None:
    with within(0.2):
        pass
    time.sleep(0.3)


def test_a_command_that_hangs_fails_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "PATIENCE_S", 0.01)
    with pytest.raises(AssertionError, match=r"\('--help',\) did not end"):
        Shell(tmp_path).run("--help")
