"""Chromium for the browser tests: found, installed where that is allowed, or asked for."""

import os
import shutil
import subprocess

from steps import CannotInstallError, step

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = """The browser tests need Chromium, which is not on PATH.
On Debian: apt-get install chromium. Then run the same command again."""


def ensure_chromium() -> None:
    """Raise if there is no Chromium and it cannot be installed."""
    if _is_here():
        return
    apt = shutil.which("apt-get")
    if os.geteuid() == 0 and apt:
        with step("chromium"):
            _install_by(apt)
    if not _is_here():
        raise CannotInstallError(MISSING)


def _install_by(apt: str) -> None:
    quiet = dict(os.environ) | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(
            [apt, "-q", *arguments], env=quiet, check=False, capture_output=True,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip


def _is_here() -> bool:
    return any(shutil.which(name) for name in NAMES)
