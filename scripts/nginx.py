"""nginx for the test of the web server: found, unpacked from Debian's package, or asked for.

It is unpacked and not installed: no account is needed for that, and no service starts.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from places import state_dir
from steps import CannotInstallError, step

MISSING = """The test of the web server needs nginx, which is not on PATH.
On Debian: apt-get install nginx-light. Then run the same command again."""


def ensure_nginx() -> None:
    """Raise if there is no nginx and none can be unpacked."""
    if program() is not None:
        return
    apt = shutil.which("apt-get")
    if apt:
        with step("nginx"):
            _unpack_by(apt)
    if program() is None:
        raise CannotInstallError(MISSING)


def program() -> Path | None:
    """Return the nginx of this machine, or else the one that was unpacked."""
    folders = [os.environ.get("PATH") or os.defpath, "/usr/sbin", _place() / "usr" / "sbin"]
    found = shutil.which("nginx", path=os.pathsep.join(map(str, folders)))
    return Path(found) if found else None


def _place() -> Path:
    return state_dir() / "nginx"


def _unpack_by(apt: str) -> None:
    if os.geteuid() == 0:
        _run([apt, "-q", "update"])
    with tempfile.TemporaryDirectory() as directory:
        _run([apt, "-q", "download", "nginx"], directory)
        for package in Path(directory).glob("*.deb"):
            _run(["dpkg-deb", "--extract", str(package), str(_place())])


def _run(command: list[str], directory: str | None = None) -> None:
    quiet = dict(os.environ) | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        command, cwd=directory, env=quiet, check=False, capture_output=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
