"""One supervisor per state directory, and the end of what a killed one left behind."""

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from backend.embedded.children import end_session, send
from backend.embedded.errors import CannotStartError
from backend.embedded.identity import (
    ProcessIdentity,
    inhabitants,
    is_running,
    marked_processes,
    read_pid,
    session_members,
    write_pid,
)
from backend.embedded.state import StateDir, read_running
from backend.embedded.stores.privilege import database_homes

SUPERVISOR = "supervisor.json"
SERVICES_LAST = (("valkey", signal.SIGTERM, 15.0), ("postgres", signal.SIGINT, 60.0))
PATIENCE_S = 5.0


@contextmanager
def hold(state: StateDir) -> Iterator[None]:
    """Hold the state directory, or raise because another supervisor does."""
    with state.lock.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotStartError(_who_runs(state)) from error
        state.running.unlink(missing_ok=True)
        state.children_note.unlink(missing_ok=True)
        write_pid(state.pids / SUPERVISOR, os.getpid())
        try:
            yield
        finally:
            state.running.unlink(missing_ok=True)
            state.children_note.unlink(missing_ok=True)
            (state.pids / SUPERVISOR).unlink(missing_ok=True)


def _who_runs(state: StateDir) -> str:
    holder = supervisor_of(state)
    who = f" as process {holder.pid}" if holder else ""
    url = read_running(state).get("url")
    where = f" at {url}" if url else ""
    return f"Tidemark already runs from {state.path}{who}{where}; make down stops it."


def supervisor_of(state: StateDir) -> ProcessIdentity | None:
    """Return the supervisor that holds a state directory, if it runs."""
    return read_pid(state.pids / SUPERVISOR)


def end_leftovers(state: StateDir) -> int:
    """End what a killed supervisor left behind; return how many processes that were.

    The caller holds the state directory, so whatever carries its mark has lost its supervisor.
    The database goes last and is asked, not killed; it recovers in either case.
    """
    services = {name for name, _, _ in SERVICES_LAST}
    ended = 0
    for file in state.pids.glob("*.json"):
        if file.stem not in services and file.name != SUPERVISOR:
            ended += _end(state, file.stem, signal.SIGTERM, PATIENCE_S)
    for name, which, patience_s in SERVICES_LAST:
        ended += _end(state, name, which, patience_s)
    return ended + _end_inhabitants(state) + _end_marked(state)


def _end(state: StateDir, name: str, which: signal.Signals, patience_s: float) -> int:
    file = state.pids / f"{name}.json"
    identity = read_pid(file)
    ended = 0
    if identity:
        ended = len({identity.pid, *session_members(identity.pid)})
        send(identity.pid, which)
        send(identity.pid, signal.SIGCONT)
        _wait_gone(identity, patience_s)
        end_session(identity.pid, patience_s=1.0)
    file.unlink(missing_ok=True)
    return ended


def _wait_gone(identity: ProcessIdentity, patience_s: float) -> None:
    deadline = time.monotonic() + patience_s
    while is_running(identity):
        if time.monotonic() > deadline:
            send(identity.pid, signal.SIGKILL)
        time.sleep(0.02)


def _end_inhabitants(state: StateDir) -> int:
    """End processes of the database that outlived its main process, as stopped ones do."""
    ended = 0
    for home in database_homes(state):
        for pid in inhabitants(home):
            send(pid, signal.SIGKILL)
            ended += 1
        while inhabitants(home):
            time.sleep(0.02)
    return ended


def _end_marked(state: StateDir) -> int:
    """End processes that outlived the child which started them."""
    marked = list(marked_processes(state))
    for identity in marked:
        send(identity.pid, signal.SIGTERM)
        send(identity.pid, signal.SIGCONT)
    for identity in marked:
        _wait_gone(identity, PATIENCE_S)
    return len(marked)
