"""Tidemark without a terminal: started in the background, asked how it is, stopped, deleted."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from backend.embedded.agent.child import TIME
from backend.embedded.application import ROOT
from backend.embedded.children import last_line, send, tail_of
from backend.embedded.children_note import NotedChildren, read_children_note
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import SUPERVISOR, end_leftovers, hold, supervisor_of
from backend.embedded.identity import (
    ProcessIdentity,
    is_running,
    read_pid,
    resident_bytes,
    session_members,
)
from backend.embedded.probes import read_ready
from backend.embedded.state import MIB, SECRETS, StateDir, read_running
from backend.embedded.stores.privilege import nobody_directory
from backend.settings import Settings
from backend.storage.database_urls import place_of

LONGEST_STOP_S = 120.0
COMPILED = "numba"
"""The compiled change detector: minutes of work, and nothing of anybody."""


def detach(state: StateDir, *, has_agent: bool) -> int:
    """Start a supervisor in the background; return its exit code, or 0 once it is ready."""
    log = state.log("supervisor")
    running = supervisor_of(state)
    if running:
        url = read_running(state).get("url", "")
        raise CannotStartError(f"Tidemark already runs at {url} as process {running.pid}.")
    options = [] if has_agent else ["--no-agent"]
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "backend.embedded", "up", *options],
            cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, start_new_session=True,
        )  # fmt: skip
    shown = 0
    while process.poll() is None and not _is_ready(state, process.pid):
        shown += _print_from(state, shown)
        time.sleep(0.1)
    time.sleep(0.2)  # what it says right after being ready belongs to the person here
    _print_from(state, shown)
    return process.poll() or 0


def _is_ready(state: StateDir, pid: int) -> bool:
    holder = supervisor_of(state)
    return holder is not None and holder.pid == pid and bool(read_running(state))


def _print_from(state: StateDir, shown: int) -> int:
    log = state.log("supervisor")
    text = tail_of(log, shown)
    sys.stdout.write(text)
    sys.stdout.flush()
    return len(text.encode())


def stop(state: StateDir) -> None:
    """Stop the supervisor and what it runs, or what a killed one left behind."""
    running = supervisor_of(state)
    if running is None:
        with hold(state):
            left = end_leftovers(state)
        ended = f" {left} processes that it had left behind were ended." if left else ""
        print(f"Tidemark was not running.{ended}")
        return
    send(running.pid, signal.SIGTERM)
    _wait_for_end(running)
    print("Tidemark is stopped; its results are kept.")


def _wait_for_end(running: ProcessIdentity) -> None:
    deadline = time.monotonic() + LONGEST_STOP_S
    while is_running(running):
        if time.monotonic() > deadline:
            raise CannotStartError(
                f"Process {running.pid} has not stopped after {LONGEST_STOP_S:.0f} s; "
                f"kill -9 {running.pid}, then make down again."
            )
        time.sleep(0.05)


def show_status(state: StateDir, settings: Settings) -> None:
    """Print the address, what is out of order, and each process with its memory."""
    if supervisor_of(state) is None:
        print(f"Tidemark is not running from {state.path}.")
        return
    running = read_running(state)
    url, database = (str(running.get(name, "")) for name in ("url", "database_url"))
    print(f"Tidemark runs at {url or 'an address not yet known'}")
    if database:
        print(f"  Database: {running.get('database', '')} {place_of(database)}")
    told = read_children_note(state)
    # it may have been started with another port than the settings of this shell say
    started = settings.model_copy(update={"port": urlsplit(url).port or settings.port})
    for sentence in (*_troubles(told), *_troubles_of_components(started)):
        print(f"  {sentence}")
    for file in sorted(state.pids.glob("*.json"), key=lambda file: file.name != SUPERVISOR):
        identity = read_pid(file)
        if identity:
            family = {identity.pid, *session_members(identity.pid)}
            memory = sum(resident_bytes(pid) for pid in family) // MIB
            doing = _doing(state, file.stem)
            print(f"  {file.stem:<14} process {identity.pid:<8} {memory:>6} MiB  {doing}".rstrip())


def _troubles(told: NotedChildren | None) -> Iterator[str]:
    """Say what is wrong, one sentence each."""
    if told is None:
        return
    if told.is_stale:
        yield f"The supervisor has not looked after its processes for {told.age_s:.0f} s."
    for name, how in told.children.items():
        if how:
            yield f"{name} {how}"


def _troubles_of_components(settings: Settings) -> Iterator[str]:
    troubles = read_ready(settings)
    if troubles is None:
        yield "The API does not answer."
    else:
        yield from (f"{reason}." for reason in troubles.values())


def _doing(state: StateDir, name: str) -> str:
    """Return the last words of what is being built or measured; others have nothing to say."""
    if name not in ("agent-build", "agent"):
        return ""
    log = state.log(name)
    size = log.stat().st_size if log.exists() else 0
    said = last_line(tail_of(log, max(0, size - 2_000)))
    return TIME.sub("", said).strip()[:80]


def reset(state: StateDir, settings: Settings, *, is_forced: bool) -> None:
    """Delete all in the state directory but the compiled detector, after a typed confirmation.

    The secrets stay where the results do, in a database outside: they encrypt addresses in it.
    """
    kept = {COMPILED}
    print(f"This deletes every result, key, log and backup in {state.path}.")
    if "database_url" in settings.model_fields_set:
        kept.add(SECRETS)
        print(
            f"The results in {place_of(settings.whole_database_url)} stay,"
            f" and {state.path / SECRETS}, which encrypts addresses in them."
        )
    if not is_forced and input("Type delete to go on: ").strip() != "delete":
        print("Nothing was deleted.")
        return
    stop(state)
    for place in state.path.iterdir():
        if place.is_dir() and not place.is_symlink():
            if place.name not in kept:
                shutil.rmtree(place)
        else:
            place.unlink()
    if not any(state.path.iterdir()):
        state.path.rmdir()
    shutil.rmtree(nobody_directory(state), ignore_errors=True)
    print(
        "Deleted. make up starts with an empty installation." if SECRETS not in kept else "Deleted."
    )
