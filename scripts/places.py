"""Where things are in this checkout, and the environment in which the steps run."""

import hashlib
import os
import pwd
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
PYTHON = VENV / "bin" / "python"
CERTIFICATES = (
    Path("/etc/ssl/certs/ca-certificates.crt"),
    Path("/etc/pki/tls/certs/ca-bundle.crt"),
    Path("/etc/ssl/cert.pem"),
)
UV = VENV / "bin" / "uv"


def state_dir() -> Path:
    """Return the private directory of this installation, made if it is not there."""
    chosen = os.environ.get("TIDEMARK_STATE_DIR")
    directory = Path(chosen).absolute() if chosen else ROOT / ".tidemark"
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory


def environment(state: Path) -> dict[str, str]:
    """Return the environment for child processes, with a home directory that can be written.

    Caches (uv, npm, cargo) follow `HOME`. Where that is empty, unset or not writable they go into
    the state directory, so that an installation works for an account without a home.
    """
    inherited = dict(os.environ)
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)  # it would make every start compile again
    inherited["NUMBA_CACHE_DIR"] = str(state / "numba")
    inherited["PATH"] = os.pathsep.join([str(VENV / "bin"), inherited.get("PATH") or os.defpath])
    _trust_what_the_system_trusts(inherited)
    if not _is_usable(inherited.get("HOME")):
        home = state / "home"
        home.mkdir(mode=0o700, exist_ok=True)
        _point_at_toolchain(inherited)
        inherited["HOME"] = str(home)
    return inherited


def _trust_what_the_system_trusts(inherited: dict[str, str]) -> None:
    """Let uv and npm use the system's certificates, as pip does; some networks need that."""
    inherited.setdefault("UV_SYSTEM_CERTS", "true")
    bundle = next((file for file in CERTIFICATES if file.is_file()), None)
    if bundle:
        inherited.setdefault("NODE_EXTRA_CA_CERTS", str(bundle))


def _is_usable(home: str | None) -> bool:
    return bool(home) and Path(home or "").is_dir() and os.access(home or "", os.W_OK | os.X_OK)


def _point_at_toolchain(inherited: dict[str, str]) -> None:
    """Point rustup at the toolchains of the account, which it would look for under `HOME`."""
    try:
        account = Path(pwd.getpwuid(os.getuid()).pw_dir)
        found = (account / ".rustup").is_dir()
    except (KeyError, PermissionError):
        return
    if found:
        inherited.setdefault("RUSTUP_HOME", str(account / ".rustup"))


def digest(paths: Iterable[Path], also: Mapping[str, str] | None = None) -> str:
    """Return one hash over the names and contents of files and over further facts."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    for name, fact in sorted((also or {}).items()):
        total.update(f"{name}={fact}\0".encode())
    return total.hexdigest()
