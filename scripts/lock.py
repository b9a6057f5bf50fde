"""Lock the Python packages: every version with its hashes, and no address of any index."""

import subprocess
import sys

import audit
import otava
import suite_locks
import traces
from places import ROOT, UV
from python_packages import DEVELOPMENT, INSTALLER, RUNTIME

OLDEST_PYTHON = "3.11"
INSTALLER_VERSION = "uv==0.13.8"


def main() -> int:
    """Write the lock files; return the exit code."""
    common = [
        str(UV), "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-annotate",
        "--python-version", OLDEST_PYTHON, "--custom-compile-command", "make lock",
        *sys.argv[1:],
    ]  # fmt: skip
    runtime = [*common, "pyproject.toml", "--extra", "server", "--extra", "embedded"]
    development = [*runtime, "--group", "dev", "--constraint", str(RUNTIME)]
    for command, lock in ((runtime, RUNTIME), (development, DEVELOPMENT)):
        _compile([*command, "--output-file", str(lock)], None)
    _compile([*common, "-", "--output-file", str(INSTALLER)], INSTALLER_VERSION)
    _compile([*common, "-", "--output-file", str(audit.LOCK)], "\n".join(audit.ASKED))
    beside = [*common, "--override", str(RUNTIME), "-", "--output-file", str(traces.LOCK)]
    _compile(beside, "\n".join(traces.asked()))
    alone = [*common, "--no-deps", "-", "--output-file", str(otava.LOCK)]
    _compile(alone, "\n".join(otava.ASKED))
    for asked in suite_locks.asked():
        lock = suite_locks.lock_of(asked)
        _compile([*common, str(asked), "--output-file", str(lock)], None)
    print("Locked.")
    return 0


def _compile(command: list[str], stdin: str | None) -> None:
    done = subprocess.run(command, cwd=ROOT, input=stdin, text=True, check=False)
    if done.returncode:
        raise SystemExit("The packages could not be locked.")


if __name__ == "__main__":
    sys.exit(main())
