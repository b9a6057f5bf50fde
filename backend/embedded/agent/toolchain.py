"""What building the agent needs, and how to get what is missing."""

import re
import shutil
import subprocess
from collections.abc import Mapping

OLDEST_CARGO = (1, 85)
REMEDY = (
    "On Debian 13: apt-get install cargo gcc libc6-dev; elsewhere Rust comes with rustup. "
    "The server runs without them; run make up again afterwards."
)


def missing_tools(environment: Mapping[str, str]) -> str | None:
    """Return what is missing to build the agent with its remedy, or nothing."""
    missing = [
        fault for fault in (_cargo_fault(environment), _compiler_fault(environment)) if fault
    ]
    if not missing:
        return None
    return f"The agent is not built here: {' and '.join(missing)}. {REMEDY}"


def _cargo_fault(environment: Mapping[str, str]) -> str | None:
    said = _output("cargo", environment)
    found = re.match(r"cargo (\d+)\.(\d+)", said or "")
    if not found:
        return "Rust 1.85 or newer (cargo) is missing"
    if (int(found[1]), int(found[2])) < OLDEST_CARGO:
        return f"Rust is {found[1]}.{found[2]} and must be 1.85 or newer"
    return None


def _compiler_fault(environment: Mapping[str, str]) -> str | None:
    return "a C compiler (cc) is missing" if _output("cc", environment) is None else None


def _output(program: str, environment: Mapping[str, str]) -> str | None:
    found = shutil.which(program, path=environment.get("PATH"))
    if found is None:
        return None
    done = subprocess.run(
        [found, "--version"], env=dict(environment), capture_output=True, text=True, check=False
    )
    return None if done.returncode else done.stdout
