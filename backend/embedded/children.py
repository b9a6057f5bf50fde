"""One child of the supervisor: started in a session of its own, ended with all it started."""

import ctypes
import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from backend.embedded.identity import session_members, write_pid

PR_SET_PDEATHSIG = 1
SEVERAL = 5
WITHIN_S = 60.0
LONGEST_PAUSE_S = 10.0
_LIBC = ctypes.CDLL(None)


@dataclass(frozen=True, slots=True)
class ChildSpec:
    """What to run and how to end it."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    directory: Path
    log: Path
    pid_file: Path
    stop_signal: signal.Signals = signal.SIGTERM
    patience_s: float = 15.0
    """How long it may take to stop before it is killed."""
    is_essential: bool = True
    """Whether Tidemark stops when this child cannot be kept running."""


@dataclass(slots=True)
class Child:
    """A running child and the history of its failures."""

    spec: ChildSpec
    process: subprocess.Popen[bytes] | None = None
    log_begin: int = 0
    """Length of the log when the running process was started."""
    failures: deque[float] = field(default_factory=lambda: deque(maxlen=SEVERAL))
    restart_at: float | None = None

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0

    def start(self) -> None:
        """Start the process; the kernel tells it to stop if the supervisor dies."""
        spec = self.spec
        self.restart_at = None
        with spec.log.open("ab") as log:
            self.log_begin = log.tell()
            self.process = subprocess.Popen(
                spec.command, env=dict(spec.environment), cwd=spec.directory,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=_tied_to(os.getpid(), spec.stop_signal),  # noqa: PLW1509 - one thread
            )  # fmt: skip
        write_pid(spec.pid_file, self.process.pid)

    def exit_code(self) -> int | None:
        """Return the exit code once the process has ended, nothing while it runs."""
        return self.process.poll() if self.process else None

    def note_failure(self, now: float) -> bool:
        """Plan the restart of a child that died; False if it has died too often."""
        self.failures.append(now)
        if len(self.failures) == SEVERAL and now - self.failures[0] < WITHIN_S:
            return False
        recent = sum(now - moment < WITHIN_S for moment in self.failures)
        self.restart_at = now + min(LONGEST_PAUSE_S, 0.25 * 2**recent)
        return True

    def ask_to_stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(self.spec.stop_signal)

    def wait_stopped(self) -> None:
        """Wait for the process, kill what is left of its session, forget its pid file."""
        self.restart_at = None
        if self.process:
            try:
                self.process.wait(self.spec.patience_s)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            end_session(self.process.pid)
        self.spec.pid_file.unlink(missing_ok=True)

    def last_words(self) -> str:
        """Return what the running process has written to its log."""
        return tail_of(self.spec.log, self.log_begin)


def _tied_to(parent: int, stop_signal: signal.Signals) -> Callable[[], None]:
    def tie() -> None:
        _LIBC.prctl(PR_SET_PDEATHSIG, int(stop_signal))
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)

    return tie


def end_session(session: int, patience_s: float = 0.0) -> None:
    """Kill what is left of a session after its leader has ended."""
    deadline = time.monotonic() + patience_s
    while members := session_members(session):
        if time.monotonic() >= deadline:
            for pid in members:
                send(pid, signal.SIGKILL)
        time.sleep(0.02)


def send(pid: int, which: signal.Signals) -> None:
    """Send a signal to a process that may be gone."""
    try:
        os.kill(pid, which)
    except ProcessLookupError:
        return


def tail_of(log: Path, begin: int = 0, most: int = 20_000) -> str:
    """Return the end of a log, from `begin` on and at most `most` bytes."""
    if not log.exists():
        return ""
    with log.open("rb") as source:
        size = source.seek(0, os.SEEK_END)
        source.seek(max(min(begin, size), size - most))
        return source.read().decode(errors="replace")


def last_line(text: str) -> str:
    """Return the last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it wrote nothing"
