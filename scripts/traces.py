"""OpenTelemetry's packages in a folder of their own: what a server needs to send traces.

Libraries that find its SDK load it whenever they start, which takes a second. So it is in no
environment: a server that is asked for traces looks into this folder, and no other process does.
"""

import os
import shutil
import tomllib
from pathlib import Path

from places import PYTHON, ROOT, UV, VENV, digest
from steps import run, step, unchanged

LOCK = ROOT / "requirements-traces.lock"
PLACE = VENV / "traces"
ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOT_INSTALLED = (
    "The packages of OpenTelemetry could not be installed; is a package index reachable? "
    "Without OTEL_EXPORTER_OTLP_ENDPOINT nobody needs them."
)


def asked() -> list[str]:
    """Return what the extra `traces` asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    found: list[str] = project["optional-dependencies"]["traces"]
    return found


def are_wanted() -> bool:
    """Tell whether the environment names a place where traces shall go."""
    return any(os.environ.get(name) for name in ENDPOINTS)


def install(log: Path, env: dict[str, str]) -> None:
    """Bring the folder to the state of the lock."""
    stamp, locked = PLACE / ".installed-from", digest([LOCK])
    if stamp.is_file() and stamp.read_text() == locked:
        unchanged("packages of traces")
        return
    with step("packages of traces"):
        shutil.rmtree(PLACE, ignore_errors=True)
        command: list[str | Path] = [
            UV, "pip", "install", "--quiet", "--python", PYTHON, "--target", PLACE, "--no-deps",
            "--require-hashes", "--compile-bytecode", "-r", LOCK,
        ]  # fmt: skip
        run(command, env, ROOT, log, NOT_INSTALLED)
        stamp.write_text(locked)
