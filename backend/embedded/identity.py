"""Which process is ours: number, start time and mark, so that a reused number is never taken."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from backend.embedded.state import StateDir, write_private

PROC = Path("/proc")
MARK = "TIDEMARK_SUPERVISED"
"""Set to the state directory in the environment of every child and so of its descendants."""

DATABASE_PROGRAM = "postgres"


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """One process of this machine's current boot."""

    pid: int
    started: int
    """Clock ticks after boot, from the kernel."""
    boot: str


def identify(pid: int) -> ProcessIdentity | None:
    """Return the identity of a running process, or nothing if there is none."""
    fields = _stat(pid)
    if fields is None or fields[0] in "ZX":
        return None
    return ProcessIdentity(pid, int(fields[19]), boot_id())


def is_unreaped(pid: int) -> bool:
    """Tell whether a process has ended and still has its number: nobody asked for its exit code."""
    fields = _stat(pid)
    return fields is not None and fields[0] in "ZX"


def boot_id() -> str:
    return (PROC / "sys/kernel/random/boot_id").read_text().strip()


def is_running(identity: ProcessIdentity) -> bool:
    return identify(identity.pid) == identity


def write_pid(file: Path, pid: int) -> None:
    """Write down a process so that a later supervisor can find it."""
    identity = identify(pid)
    if identity is not None:
        write_private(file, json.dumps(asdict(identity)))


def read_pid(file: Path) -> ProcessIdentity | None:
    """Return the process that a pid file names if it still runs and is the same one."""
    try:
        identity = ProcessIdentity(**json.loads(file.read_text()))
    except (OSError, ValueError, TypeError):
        return None
    return identity if is_running(identity) else None


def marked_processes(state: StateDir) -> Iterator[ProcessIdentity]:
    """Find every process that carries the mark of this state directory, this one excepted."""
    mark = f"{MARK}={state.path}".encode()
    for entry in PROC.iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        identity = identify(int(entry.name)) if mark in environment.split(b"\0") else None
        if identity is not None:
            yield identity


def session_members(session: int) -> list[int]:
    """Return the processes of a session; each child of the supervisor leads its own."""
    members = []
    for entry in PROC.iterdir():
        fields = _stat(int(entry.name)) if entry.name.isdigit() else None
        if fields is not None and fields[0] not in "ZX" and int(fields[3]) == session:
            members.append(int(entry.name))
    return members


def stopped_members(session: int, others: Sequence[int] = ()) -> list[int]:
    """Return those of a session, and of others, that a stop signal holds; no debugger's stops."""
    found = []
    for pid in {*session_members(session), *others}:
        fields = _stat(pid)
        if fields is not None and fields[0] == "T":
            found.append(pid)
    return found


def inhabitants(home: Path) -> list[int]:
    """Return the processes of PostgreSQL that work in a data directory.

    Each leads a session of its own and overwrites its environment, so neither session nor mark
    finds it once its parent has been killed.
    """
    members = []
    for entry in PROC.iterdir():
        try:
            is_here = entry.name.isdigit() and (entry / "cwd").readlink() == home
            is_ours = is_here and (entry / "comm").read_text().strip() == DATABASE_PROGRAM
        except OSError:
            continue
        fields = _stat(int(entry.name)) if is_ours else None
        if fields is not None and fields[0] not in "ZX":
            members.append(int(entry.name))
    return members


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process; 0 if it is gone."""
    try:
        pages = int((PROC / str(pid) / "statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _stat(pid: int) -> list[str] | None:
    """Return the fields of /proc/<pid>/stat from the state on."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    return text.rpartition(")")[2].split()
