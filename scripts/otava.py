"""Apache Otava in an environment of its own: what `make evaluate` compares the detector with.

It pins an old numpy and brings database and chat clients, so it shares nothing with `.venv`, and
only its analysis is installed: Otava itself, numpy and scipy. Where that does not succeed the
evaluation says so and goes on.
"""

import sys
from pathlib import Path

from places import ROOT, UV, digest
from steps import CannotInstallError, run, step, unchanged

LOCK = ROOT / "requirements-otava.lock"
ASKED = (
    "apache-otava==0.8.0",
    "numpy==2.2.0; python_version < '3.14'",  # what Otava pins
    "numpy>=2.3.2,<2.4; python_version >= '3.14'",
    "scipy>=1.16,<1.17",
)


def install(state: Path, log: Path, env: dict[str, str]) -> None:
    """Bring `otava/` in the state directory to the state of the lock, or write down why not."""
    place = state / "otava"
    stamp, why_not = place / ".installed-from", place / "why-not.txt"
    locked = digest([LOCK], {"python": sys.version})
    if stamp.is_file() and stamp.read_text() == locked:
        unchanged("Apache Otava")
        return
    try:
        with step("Apache Otava"):
            _install(place, log, env)
    except CannotInstallError as error:
        place.mkdir(parents=True, exist_ok=True)
        why_not.write_text(str(error).partition(" From ")[0])
        return
    why_not.unlink(missing_ok=True)
    stamp.write_text(locked)


def _install(place: Path, log: Path, env: dict[str, str]) -> None:
    failure = "Apache Otava could not be installed; is a package index reachable?"
    new = [UV, "venv", "--quiet", "--clear", "--python", sys.executable, place]
    run(new, env, ROOT, log, failure)
    command = [
        UV, "pip", "install", "--quiet", "--python", place / "bin" / "python", "--no-deps",
        "--require-hashes", "-r", LOCK,
    ]  # fmt: skip
    run(command, env, ROOT, log, failure)
