"""The command `tidemark admin`: `backend.admin` beside the server that runs here."""

import os
import sys
from collections.abc import Sequence

from backend.embedded.application import ROOT
from backend.embedded.environment import application_environment
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import supervisor_of
from backend.embedded.state import StateDir, read_running
from backend.settings import Settings, inherited_environment

NEEDS_NO_SERVER = {"openapi", "--help", "-h"}


def run_tidemark(state: StateDir, settings: Settings, arguments: Sequence[str]) -> None:
    """Become the command; raise if it needs a server and none runs."""
    command = [sys.executable, "-m", "backend.admin", *arguments]
    environment = _environment(state, settings, arguments) | {"PYTHONPATH": str(ROOT)}
    os.execve(sys.executable, command, environment)  # noqa: S606 - our own program


def _environment(state: StateDir, settings: Settings, arguments: Sequence[str]) -> dict[str, str]:
    needs_none = not arguments or arguments[0] in NEEDS_NO_SERVER
    if "database_url" in settings.model_fields_set or needs_none:
        return inherited_environment()
    running = read_running(state)
    if supervisor_of(state) is None or not running:
        raise CannotStartError(
            "No Tidemark runs here: make up starts it. For a server elsewhere set "
            "TIDEMARK_DATABASE_URL and TIDEMARK_REDIS_URL."
        )
    address = settings.public_url or str(running["url"])
    return application_environment(
        state, settings, str(running["database_url"]), str(running["redis_url"])
    ) | {"TIDEMARK_PUBLIC_URL": address}
