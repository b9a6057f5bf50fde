"""The virtual environment and its packages, exactly as locked."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

from places import PYTHON, ROOT, UV, VENV, digest
from steps import CannotInstallError, run, step, unchanged

STAMP = VENV / ".tidemark.json"
RUNTIME = ROOT / "requirements.lock"
DEVELOPMENT = ROOT / "requirements-dev.lock"
INSTALLER = ROOT / "requirements-uv.lock"

NO_VENV = """Python {version} cannot make a virtual environment: its ensurepip module is missing.
On Debian and Ubuntu: apt-get install python3-venv. Then run the same command again."""
NO_PACKAGES = "The Python packages could not be installed; is a package index reachable?"


def install(log: Path, env: dict[str, str], *, development: bool) -> None:
    """Bring `.venv` to the state of the lock; do nothing where it is there already."""
    lock = DEVELOPMENT if development else RUNTIME
    stamp = _read_stamp()
    if stamp.get(lock.name) == _state_of(lock) and _runs(PYTHON):
        unchanged("python packages")
        return
    _make_environment(log, env, stamp)
    with step("python packages"):
        _install_locked(lock, log, env)
        stamp |= {name.name: _state_of(name) for name in {lock, RUNTIME}}
        STAMP.write_text(json.dumps(stamp | {"place": str(VENV)}, indent=1))


def _make_environment(log: Path, env: dict[str, str], stamp: dict[str, str]) -> None:
    moved = stamp.get("place", str(VENV)) != str(VENV)
    if moved or not _runs(PYTHON):
        with step("python environment"):
            _create(log, env)
            stamp.clear()
    if not UV.exists():
        with step("package installer"):
            _install_installer(log, env)


def _create(log: Path, env: dict[str, str]) -> None:
    pip = [] if importlib.util.find_spec("ensurepip") else ["--without-pip"]
    if pip and not _outside_installer():
        raise CannotInstallError(NO_VENV.format(version=sys.version.split()[0]))
    run(
        [sys.executable, "-m", "venv", "--clear", *pip, VENV], env, ROOT, log,
        f"{VENV} could not be made.",
    )  # fmt: skip


def _install_installer(log: Path, env: dict[str, str]) -> None:
    """Install uv from its own lock, by the pip of the environment or one from outside."""
    inside: list[str | Path] = [PYTHON, "-m", "pip", "install"]
    command = inside if _runs(PYTHON, "-m", "pip") else _outside_installer()
    if not command:
        raise CannotInstallError(NO_VENV.format(version=sys.version.split()[0]))
    command += ["--quiet", "--require-hashes", "-r", INSTALLER]
    quiet = env | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    run(command, quiet, ROOT, log, NO_PACKAGES)


def _outside_installer() -> list[str | Path]:
    """Return a command outside the environment that can install into it, or nothing."""
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", PYTHON]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", PYTHON, "install"]
    return []


def _install_locked(lock: Path, log: Path, env: dict[str, str]) -> None:
    command: list[str | Path] = [
        UV, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", lock,
        # Compiled once here, or by each process of each start.
        "--compile-bytecode",
    ]  # fmt: skip
    run(command, env, ROOT, log, NO_PACKAGES)


def _state_of(lock: Path) -> str:
    return digest([lock], {"python": ".".join(map(str, sys.version_info[:2]))})


def _read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _runs(*command: str | Path) -> bool:
    probe = [*command, "--version"]
    try:
        return not subprocess.run(probe, capture_output=True, check=False).returncode
    except OSError:
        return False
