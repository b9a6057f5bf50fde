"""Install one release, say what it is, or become the process that is one sample of it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tidemark_demo.catalogue import load
from tidemark_demo.environments import Environment, InstallError, make
from tidemark_demo.rounds import CHILD
from tidemark_demo.terminal import say

HASH_SEED = "0"
"""The agent tells no round, so that all processes share one."""


def main(arguments: Sequence[str], state: Path) -> int:
    """Do one thing with one release; return the exit status.

    `state` is where the demo keeps what it installs; what is there is not asked for again.
    """
    verb, name, version, *benchmark = arguments
    package = next(one for one in load() if one.name == name)
    release = next((one for one in package.releases if one.version == version), None)
    if release is None:
        say(f"{name} {version} is none of the releases in releases.toml")
        return 1
    if verb == "version":
        print(name, version)  # noqa: T201 - the receipt
        return 0
    try:
        environment = make(package, release, state / "environments")
    except InstallError as error:
        say(f"{name} {version} could not be installed: {error}")
        return 1
    if verb == "sample":
        _become_sample(environment, benchmark[0])
    return 0


def _become_sample(environment: Environment, benchmark: str) -> NoReturn:
    release = environment.release
    paths = [str(path) for path in environment.paths]
    subject = [str(environment.package.workload), release.package, release.version, benchmark]
    command = [sys.executable, "-S", "-s", str(CHILD), *paths, "--", *subject]
    known = {"PYTHONHASHSEED": HASH_SEED, "PYTHONWARNINGS": "ignore"}
    os.execve(sys.executable, command, known)  # noqa: S606 - our own program
