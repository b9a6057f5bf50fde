"""The private directory of one installation: its places, its secrets and its free space."""

import hashlib
import json
import os
import pwd
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from backend.embedded.errors import CannotStartError

SMALLEST_FREE_BYTES = 256 * 1024 * 1024
LARGEST_LOG_BYTES = 10 * 1024 * 1024
MIB = 1024 * 1024
SECRETS = "secrets"
START = "start"


@dataclass(frozen=True, slots=True)
class StateDir:
    """Places inside one state directory."""

    path: Path

    @property
    def key(self) -> str:
        """A short name for this directory that is safe in other paths."""
        return hashlib.sha256(str(self.path).encode()).hexdigest()[:16]

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def pids(self) -> Path:
        return self.path / "pids"

    @property
    def demo(self) -> Path:
        """What the demo installs and writes."""
        return self.path / "demo"

    @property
    def agent(self) -> Path:
        """What the local agent is told and keeps."""
        return self.path / "agent"

    @property
    def spool(self) -> Path:
        """Reports of the local agent that wait, jobs, and its keys."""
        return self.agent / "spool"

    @property
    def identity(self) -> Path:
        """Keys that the local agent signs with."""
        return self.spool / "identity"

    @property
    def lock(self) -> Path:
        return self.path / "lock"

    @property
    def running(self) -> Path:
        """Addresses of what runs now; private, since they hold passwords."""
        return self.path / "running.json"

    @property
    def moved_note(self) -> Path:
        """Where a move took the results; there as long as they are outside."""
        return self.path / "moved-to"

    @property
    def children_note(self) -> Path:
        """How the children are, as the supervisor sees them."""
        return self.path / "children.json"

    def log(self, name: str) -> Path:
        return self.logs / f"{name}.log"


def open_state(path: Path) -> StateDir:
    """Make the directory and its parts, private to this account; raise if that cannot be."""
    state = StateDir(path.absolute())
    try:
        for folder in (state.path, state.logs, state.pids):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _demand_owner(state.path)
        state.path.chmod(0o700)
    except PermissionError as error:
        raise CannotStartError(
            f"{error.filename} cannot be written by this account; choose another place: "
            "TIDEMARK_STATE_DIR=… make up."
        ) from error
    except OSError as error:
        raise CannotStartError(f"{error.filename}: {error.strerror}.") from error
    return state


def _demand_owner(path: Path) -> None:
    owner = path.stat().st_uid
    if owner == os.geteuid():
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"user {owner}"
    raise CannotStartError(
        f"{path} belongs to {name}; run this as {name}, or choose another place: "
        "TIDEMARK_STATE_DIR=… make up."
    )


def demand_space(state: StateDir, needed: int = SMALLEST_FREE_BYTES, purpose: str = START) -> None:
    """Raise if the disk under the state directory has less than `needed` bytes free."""
    free = shutil.disk_usage(state.path).free
    if free < needed:
        remedy = "free some space"
        if purpose == START:
            remedy += ", or choose another place: TIDEMARK_STATE_DIR=… make up"
        raise CannotStartError(
            f"The disk that holds {state.path} has {free // MIB} MiB free and Tidemark needs "
            f"{needed // MIB} MiB to {purpose}; {remedy}."
        )


def limit_logs(state: StateDir) -> None:
    """Set aside each log that has grown long; one earlier part is kept."""
    for log in state.logs.glob("*.log"):
        if log.stat().st_size > LARGEST_LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))


def secret_of(state: StateDir, name: str) -> str:
    """Return a secret that is made once per installation and kept in a file of mode 0600."""
    known = stored_secret(state, name)
    if known is None:
        known = secrets.token_urlsafe(32)
        store_secret(state, name, known)
    return known


def stored_secret(state: StateDir, name: str) -> str | None:
    """Return a stored secret, or nothing."""
    file = state.path / SECRETS / name
    return file.read_text() if file.is_file() else None


def store_secret(state: StateDir, name: str, secret: str) -> None:
    """Keep a secret, in a file of mode 0600 that is complete or not there."""
    folder = state.path / SECRETS
    folder.mkdir(mode=0o700, exist_ok=True)
    write_private(folder / name, secret)


def forget_secret(state: StateDir, name: str) -> None:
    (state.path / SECRETS / name).unlink(missing_ok=True)


def write_private(file: Path, text: str) -> None:
    """Write a file of mode 0600 that is complete or not there."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    part.write_text(text)
    part.replace(file)


def write_running(state: StateDir, facts: Mapping[str, str | int]) -> None:
    """Publish the addresses of what runs now, for `status` and for commands beside it."""
    write_private(state.running, json.dumps(facts, indent=1))


def read_running(state: StateDir) -> dict[str, str | int]:
    """Return what `write_running` published, or nothing."""
    try:
        facts = json.loads(state.running.read_text())
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}
