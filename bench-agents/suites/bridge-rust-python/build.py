"""Builds the suite: the module and the load generator, and what is optional as far as it is here.

Nothing but Python's own library is needed. Without an index uvloop is left out, without a
free-threaded interpreter its module; the variants that need them are then unavailable. With
--environment only the environment is made.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
FREE_THREADED = ("python3.15t", "python3.14t", "python3.13t")
IS_FREE_THREADED = (
    "import sys, sysconfig; sys.exit(not sysconfig.get_config_var('Py_GIL_DISABLED'))"
)
VENV = Path(".venv")
LOCK = Path("requirements.lock")
# Of which lock and Python the environment was made; what failed is not tried at every build.
MADE_OF = VENV / "made-of"
# A user's flags would replace the fixed ones of .cargo/config.toml.
CLEARED = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "PYO3_PYTHON")


def main() -> int:
    """Build; return the exit code."""
    os.chdir(Path(__file__).parent)
    if sys.version_info < OLDEST:
        print("Python 3.11 or newer is needed: asyncio.Runner and asyncio.timeout begin there.")
        return 1
    _make_environment()
    if sys.argv[1:] == ["--environment"]:
        return 0
    # The module speaks the stable ABI of 3.11, so that no interpreter has to be asked.
    code = _cargo("target", {"PYO3_NO_PYTHON": "1"}, "--lib", "--bins")
    python = None if code else _free_threaded()
    if python is not None:
        code = _cargo("target/free-threaded", {"PYO3_PYTHON": python}, "--lib")
    return code


def _make_environment() -> None:
    """Make .venv with uvloop, once per lock file and version of Python."""
    made_of = f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()} {sys.version}"
    if MADE_OF.is_file() and MADE_OF.read_text() == made_of:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    fault = _first_fault([
        [sys.executable, "-m", "venv", str(VENV)],
        [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--retries", "1",
         "--timeout", "15", "--disable-pip-version-check", "--only-binary", ":all:",
         "--require-hashes", "-r", str(LOCK)],
    ])  # fmt: skip
    if fault:
        print(f"Without uvloop, since it could not be installed: {fault}")
        print("Everything else is built. Delete .venv to have it tried again.")
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
    MADE_OF.write_text(made_of)


def _first_fault(commands: list[list[str]]) -> str | None:
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            return said[-1] if said else f"{command[0]} ended with {done.returncode}"
    return None


def _free_threaded() -> str | None:
    """Return a free-threaded interpreter, if this machine has one."""
    for name in filter(None, (os.environ.get("BRIDGE_FREE_THREADED"), *FREE_THREADED)):
        program = shutil.which(name)
        asked = [program or "false", "-c", IS_FREE_THREADED]
        if program and not subprocess.run(asked, check=False).returncode:
            return program
    return None


def _cargo(target: str, more: dict[str, str], *what: str) -> int:
    env = {name: value for name, value in os.environ.items() if name not in CLEARED} | more
    command = ["cargo", "build", "--release", "--locked", "--target-dir", target, *what]
    return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
