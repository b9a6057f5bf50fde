"""`make demo`: a real history, measured on this machine and uploaded to the running server."""

import os
import sys

from backend.embedded.agent.key import agent_key_file
from backend.embedded.application import ROOT
from backend.embedded.environment import application_environment
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import supervisor_of
from backend.embedded.state import StateDir, read_running
from backend.settings import Settings

PROGRAM = ROOT / "bench-agents" / "demo" / "run.py"


def run_demo(state: StateDir, settings: Settings) -> None:
    """Become the program that measures releases; raise if no server runs."""
    running = read_running(state)
    if supervisor_of(state) is None or not running:
        raise CannotStartError(
            "The demo uploads to a running Tidemark: make up (in another terminal, or with "
            "DETACH=1), then make demo."
        )
    environment = application_environment(
        state, settings, str(running["database_url"]), str(running["redis_url"])
    )
    project = str(running["project"])
    key = agent_key_file(state, settings, environment, project)
    command = [
        sys.executable, str(PROGRAM), "--server", str(running["url"]), "--project", project,
        "--key-file", str(key), "--state", str(state.demo), "--identity", str(state.identity),
    ]  # fmt: skip
    os.execve(sys.executable, command, environment)  # noqa: S606 - our own program
