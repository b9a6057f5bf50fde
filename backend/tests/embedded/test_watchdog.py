"""Which children are taken for hung, and after how long; the clock is the test's."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.embedded.children import Child, ChildSpec
from backend.embedded.watchdog import LONGEST_START_S, LONGEST_STOP_S, LOOK_EVERY_S, Probe, Watchdog
from backend.testing.stack import wait_until


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    """Start a child that starts a process itself."""
    script = "sleep 600 & echo $!; wait"
    log = tmp_path / "sleeper.log"
    spec = ChildSpec(
        name="sleeper", command=["sh", "-c", script], environment={"PATH": "/usr/bin:/bin"},
        directory=tmp_path, log=log, pid_file=tmp_path / "sleeper.json", patience_s=1.0,
    )  # fmt: skip
    running = Child(spec)
    running.start()
    wait_until(lambda: log.read_text().strip(), "it has started another")
    yield running
    running.end_family()
    running.wait_stopped()


def test_a_child_that_stops_answering_is_hung_after_its_time(child: Child) -> None:
    clock, answers = Clock(), [True]
    clock.now = child.started_at
    watchdog = Watchdog({"sleeper": Probe(lambda: answers[0], 20.0)}, clock)
    assert watchdog.look([child]) == []
    answers[0] = False
    clock.now += 20.0
    assert watchdog.look([child]) == []
    clock.now += LOOK_EVERY_S
    (hung,) = watchdog.look([child])
    assert hung.is_whole
    assert hung.why == "has not answered for 22 s"


def test_a_child_that_has_not_answered_yet_may_still_be_loading(child: Child) -> None:
    clock = Clock()
    clock.now = child.started_at + LONGEST_START_S - 1
    watchdog = Watchdog({"sleeper": Probe(lambda: False, 20.0)}, clock)
    assert watchdog.look([child]) == []
    clock.now += LOOK_EVERY_S
    assert [hung.is_whole for hung in watchdog.look([child])] == [True]


@pytest.mark.parametrize("which", ["leader", "other"])
def test_a_stopped_process_is_found_and_the_child_spared_that_only_lost_one(
    child: Child, which: str
) -> None:
    pid = child.pid if which == "leader" else int(child.spec.log.read_text())
    subprocess.run(["kill", "-STOP", str(pid)], check=True)
    wait_until(lambda: " T " in Path(f"/proc/{pid}/stat").read_text(), "it is stopped")
    clock = Clock()
    watchdog = Watchdog({"sleeper": Probe(lambda: True, 20.0)}, clock)
    assert watchdog.look([child]) == []
    clock.now += LONGEST_STOP_S
    (hung,) = watchdog.look([child])
    assert (hung.pid, hung.is_whole) == (pid, which == "leader")

    subprocess.run(["kill", f"-{signal.SIGCONT.value}", str(pid)], check=True)
    wait_until(lambda: " T " not in Path(f"/proc/{pid}/stat").read_text(), "it goes on")
    clock.now += LONGEST_STOP_S
    assert watchdog.look([child]) == []


def test_the_family_of_a_child_ends_whole(child: Child) -> None:
    other = int(child.spec.log.read_text())
    child.end_family()
    wait_until(
        lambda: (
            not Path(f"/proc/{other}").exists() or " Z " in Path(f"/proc/{other}/stat").read_text()
        ),
        "what it started has ended",
    )


def test_pauses_grow_to_their_longest_and_begin_again_once_it_has_settled(child: Child) -> None:
    pauses = []
    for _ in range(12):
        child.note_failure(child.started_at + 1)
        assert child.restart_at is not None
        pauses.append(child.restart_at - child.started_at - 1)
    assert pauses[:4] == pytest.approx([0.5, 1, 2, 4])
    assert pauses[-1] == pytest.approx(child.spec.longest_pause_s)
    child.note_failure(child.started_at + 3_600)
    assert child.restart_at == pytest.approx(child.started_at + 3_600.5)
