"""One child of the supervisor: started in a session of its own, ended with all it started."""

import ctypes
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from backend.embedded.identity import inhabitants, session_members, write_pid

PR_SET_PDEATHSIG = 1
SETTLED_S = 60.0
"""A child that has run for so long has got over its failures."""
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 10.0
LONGEST_END_S = 5.0
"""A process that a dead disk holds does not end even when it is killed."""
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
    longest_pause_s: float = LONGEST_PAUSE_S
    """Longest pause before it is started again, however often it has failed."""
    home: Path | None = None
    """Data directory in which its processes work that leave its session, as PostgreSQL's do."""


@dataclass(slots=True)
class Child:
    """A running child and the history of its failures."""

    spec: ChildSpec
    process: subprocess.Popen[bytes] | None = None
    log_begin: int = 0
    """Length of the log when the running process was started."""
    failures: int = 0
    """How often it has failed without settling in between."""
    started_at: float = 0.0
    restart_at: float | None = None
    is_noted: bool = False
    """Whether its pid file is written; a full disk may refuse that for a while."""

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
        self.process = None
        self.started_at = time.monotonic()
        with _open_log(spec.log) as log:
            self.log_begin = log.tell()
            self.process = subprocess.Popen(
                spec.command, env=dict(spec.environment), cwd=spec.directory,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=_tied_to(os.getpid(), spec.stop_signal),  # noqa: PLW1509 - one thread
            )  # fmt: skip
        self.note()

    def note(self) -> None:
        """Write the pid file, as soon as the disk takes it."""
        self.is_noted = False
        if self.process is not None:
            try:
                write_pid(self.spec.pid_file, self.process.pid)
            except OSError:
                return
            self.is_noted = True

    def exit_code(self) -> int | None:
        """Return the exit code once the process has ended, nothing while it runs."""
        return self.process.poll() if self.process else None

    def note_failure(self, now: float) -> None:
        """Plan the restart of a child that died, after a pause that grows while it keeps dying."""
        if now - self.started_at >= SETTLED_S:
            self.failures = 0
        self.failures += 1
        pause = min(self.spec.longest_pause_s, FIRST_PAUSE_S * 2 ** min(self.failures, 20))
        self.restart_at = now + pause

    def end_family(self) -> None:
        """Kill the process and whatever it started: none may keep a port, a lock or a file."""
        if self.process:
            if self.process.poll() is None:
                self.process.kill()
            end_session(self.process.pid, home=self.spec.home)

    def ask_to_stop(self) -> None:
        """Ask the process to stop, also one that is held by a stop signal."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(self.spec.stop_signal)
            self.process.send_signal(signal.SIGCONT)

    def wait_stopped(self) -> None:
        """Wait for the process, kill what is left of its session, forget its pid file."""
        self.restart_at = None
        if self.process:
            try:
                self.process.wait(self.spec.patience_s)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            end_session(self.process.pid, home=self.spec.home)
        self.spec.pid_file.unlink(missing_ok=True)

    def last_words(self) -> str:
        """Return what the running process has written to its log, in plain words."""
        return plain_words(tail_of(self.spec.log, self.log_begin))


def _tied_to(parent: int, stop_signal: signal.Signals) -> Callable[[], None]:
    def tie() -> None:
        _LIBC.prctl(PR_SET_PDEATHSIG, int(stop_signal))
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)

    return tie


def _open_log(log: Path) -> BinaryIO:
    """Open a log to append to, or nothing where the disk refuses that: the child matters more."""
    try:
        return log.open("ab")
    except OSError:
        return Path(os.devnull).open("ab")


def end_session(session: int, patience_s: float = 0.0, home: Path | None = None) -> None:
    """Kill what is left of a session after its leader has ended, and whatever works in `home`."""
    begun = time.monotonic()
    while members := {*session_members(session), *(inhabitants(home) if home else ())}:
        waited_s = time.monotonic() - begun
        if waited_s >= patience_s:
            for pid in members:
                send(pid, signal.SIGKILL)
        if waited_s > patience_s + LONGEST_END_S:
            return
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


def plain_words(log: str) -> str:
    """Return the lines of a log with those in JSON as what they say, tracebacks in full."""
    return "\n".join(map(_plain_line, log.splitlines()))


def _plain_line(line: str) -> str:
    if not line.startswith("{"):
        return line
    try:
        told = json.loads(line)
    except ValueError:
        return line
    if "event" not in told:
        return line
    return "\n".join(str(told[part]) for part in ("event", "exception") if part in told)


def last_line(text: str) -> str:
    """Return the last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it wrote nothing"
