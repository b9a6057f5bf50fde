"""Processes are told apart by more than their number."""

import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import orjson

from backend.embedded.holding import end_leftovers
from backend.embedded.identity import MARK, identify, marked_processes, read_pid, write_pid
from backend.embedded.state import open_state

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


def test_a_reused_number_is_not_taken_for_ours(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    stranger = subprocess.Popen(SLEEPER, env={})
    identity = identify(stranger.pid)
    assert identity
    before = asdict(identity) | {"started": identity.started - 1}
    (state.pids / "worker.json").write_bytes(orjson.dumps(before))

    assert read_pid(state.pids / "worker.json") is None
    assert end_leftovers(state) == 0
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


def test_leftovers_are_found_by_pid_file_and_by_mark(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    known = subprocess.Popen(SLEEPER, env={}, start_new_session=True)
    write_pid(state.pids / "worker.json", known.pid)
    unknown = subprocess.Popen(SLEEPER, env={MARK: str(state.path)}, start_new_session=True)
    other = subprocess.Popen(SLEEPER, env={MARK: f"{state.path} of somebody else"})

    assert end_leftovers(state) == 2
    assert known.wait() < 0
    assert unknown.wait() < 0
    assert other.poll() is None
    assert list(marked_processes(state)) == []
    assert read_pid(state.pids / "worker.json") is None
    other.kill()
    other.wait()
