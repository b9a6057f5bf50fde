"""Make `.venv` in this suite: aiohttp as locked, and uvloop if this machine can have it."""

# ruff: noqa: INP001 - a script, not a package
import hashlib
import subprocess
import sys
import venv
from pathlib import Path

SUITE = Path(__file__).parents[1]
PLACE = SUITE / ".venv"
STAMP = PLACE / ".installed-from"
NEEDED = SUITE / "requirements.lock"
OPTIONAL = SUITE / "requirements-uvloop.lock"
LAST_WORDS = 400


def main() -> int:
    """Bring the environment to the state of the lock files; return the exit code."""
    state = _state()
    if STAMP.is_file() and STAMP.read_text() == state:
        return 0
    venv.create(PLACE, clear=True, with_pip=True)
    problem = _install(NEEDED)
    if problem:
        sys.stderr.write(f"aiohttp cannot be installed; is a package index reachable?\n{problem}\n")
        return 1
    problem = _install(OPTIONAL)
    if problem:
        sys.stderr.write(f"uvloop cannot be installed here, so it is left out: {problem}\n")
    STAMP.write_text(state)
    return 0


def _state() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for lock in (NEEDED, OPTIONAL):
        digest.update(lock.read_bytes())
    return digest.hexdigest()


def _install(lock: Path) -> str:
    """Install a lock file; return what went wrong, which is nothing if it went well."""
    command: list[str | Path] = [
        PLACE / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
        "--require-hashes", "--only-binary", ":all:", "-r", lock,
    ]  # fmt: skip
    done = subprocess.run(  # noqa: S603 - our own command
        command, cwd=SUITE, capture_output=True, text=True, check=False
    )
    return done.stderr.strip()[-LAST_WORDS:] if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main())
