"""A private environment for each release, made by the ordinary installer."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tidemark_demo.catalogue import Package, Release

INSTALL_TIMEOUT_S = 180
AT_ONCE = 2


class InstallError(Exception):
    """The installer could not provide a release; the message is its last words."""


@dataclass(frozen=True, slots=True)
class Environment:
    """A release that is ready to be measured: directories for the module search path."""

    package: Package
    release: Release
    paths: tuple[Path, ...]


def prepare(
    packages: Iterable[Package], home: Path, on_progress: Callable[[str], None]
) -> tuple[list[Environment], dict[Release, str]]:
    """Make what is missing; return the environments, and why some could not be made.

    Raises InstallError if neither the oldest nor the newest release of a package can be had:
    then the registry is out of reach, and trying all the others would only take time.
    """
    ready: list[Environment] = []
    refused: dict[Release, str] = {}
    for package in packages:
        shared = _dependencies(package, home)
        _give_up_early(package, home)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for release, outcome in pool.map(lambda r: _attempt(r, home), package.releases):
                on_progress(release.commit)
                if isinstance(outcome, Path):
                    ready.append(Environment(package, release, (outcome, *shared)))
                else:
                    refused[release] = outcome
    return ready, refused


def make(package: Package, release: Release, home: Path) -> Environment:
    """Make what is missing of one release; InstallError where it cannot be had."""
    shared = _dependencies(package, home)
    own = _installed(home / release.commit, (f"{release.package}=={release.version}",))
    return Environment(package, release, (own, *shared))


def _dependencies(package: Package, home: Path) -> tuple[Path, ...]:
    """Install what several releases import, once, so that it is the same for all of them."""
    if not package.dependencies:
        return ()
    return (_installed(home / f"{package.name}-dependencies", package.dependencies),)


def _give_up_early(package: Package, home: Path) -> None:
    ends = (package.releases[-1], package.releases[0])
    reasons = [outcome for _, outcome in (_attempt(release, home) for release in ends)]
    if all(isinstance(reason, str) for reason in reasons):
        raise InstallError(f"{package.name} cannot be installed: {reasons[0]}")


def _attempt(release: Release, home: Path) -> tuple[Release, Path | str]:
    try:
        return release, _installed(
            home / release.commit, (f"{release.package}=={release.version}",)
        )
    except InstallError as error:
        return release, str(error)


def _installed(target: Path, requirements: tuple[str, ...]) -> Path:
    """Return the directory, filled; it gets its name only once it is whole."""
    if target.is_dir():
        return target
    partial = target.with_name(f"{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.parent.mkdir(parents=True, exist_ok=True)
    _run_installer(partial, requirements)
    partial.rename(target)
    return target


def _run_installer(target: Path, requirements: tuple[str, ...]) -> None:
    command = [*installer(), "--target", str(target), "--no-deps", *requirements]
    try:
        done = subprocess.run(  # noqa: S603 - our own list of packages
            command, capture_output=True, text=True, check=False, timeout=INSTALL_TIMEOUT_S
        )
    except subprocess.TimeoutExpired as error:
        raise InstallError(f"no answer within {INSTALL_TIMEOUT_S} s") from error
    if done.returncode != 0:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        raise InstallError(" ".join(lines[-3:])[-300:] or f"exit status {done.returncode}")


def installer() -> list[str]:
    """Return the start of the command: uv beside this Python or on the path, else pip."""
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.is_file() else shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--no-build", "--python", sys.executable]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    return [*pip, "--disable-pip-version-check"]
