"""The command `tidemark admin`: `backend.admin` beside the server that runs here."""

import os
import subprocess
import sys
from collections.abc import Sequence

from backend.embedded.application import ROOT
from backend.embedded.chosen_database import demand_one_database
from backend.embedded.environment import application_environment
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import end_leftovers, hold, supervisor_of
from backend.embedded.moving import run_move
from backend.embedded.state import StateDir, read_running
from backend.embedded.stores.postgres import embedded_postgres
from backend.settings import Settings, inherited_environment

NEEDS_NO_SERVER = {"openapi", "verify", "--help", "-h"}
RESTORE, DOCTOR, MOVE = "restore", "doctor", "move"


def run_tidemark(state: StateDir, settings: Settings, arguments: Sequence[str]) -> None:
    """Become the command, or do what needs no server; raise if one is needed and none runs."""
    if arguments[:1] == [MOVE]:
        run_move(state, settings, arguments[1:])
        return
    command = [sys.executable, "-m", "backend.admin", *arguments]
    if arguments[:1] == [RESTORE] and "database_url" not in settings.model_fields_set:
        sys.exit(_restore(state, settings, command))
    environment = environment_of(state, settings, arguments) | {"PYTHONPATH": str(ROOT)}
    os.execve(sys.executable, command, environment)  # noqa: S606 - our own program


def environment_of(state: StateDir, settings: Settings, arguments: Sequence[str]) -> dict[str, str]:
    """Return what the command knows: all of the server that runs here, if it means that one.

    It does where it names no database, or the one of that server, which may be outside: secret and
    Redis are then those of the server. Raises CannotStartError where it needs one and none runs.
    """
    if not arguments or arguments[0] in NEEDS_NO_SERVER:
        return inherited_environment()
    demand_one_database(settings)
    is_named = "database_url" in settings.model_fields_set
    running = read_running(state) if supervisor_of(state) is not None else {}
    if is_named and running.get("database_url") != settings.database_url:
        return inherited_environment()
    if arguments[0] == DOCTOR and not running:
        return inherited_environment(TIDEMARK_STATE_DIR=str(state.path))
    if not running:
        raise CannotStartError(
            "No Tidemark runs here: make up starts it. For a server elsewhere set "
            "TIDEMARK_DATABASE_URL and TIDEMARK_REDIS_URL."
        )
    address = settings.public_url or str(running["url"])
    return application_environment(
        state, settings, str(running["database_url"]), str(running["redis_url"])
    ) | {"TIDEMARK_PUBLIC_URL": address}


def _restore(state: StateDir, settings: Settings, command: Sequence[str]) -> int:
    """Bring a backup back beside nothing but the database: raise while Tidemark runs here."""
    demand_one_database(settings)
    with hold(state):
        end_leftovers(state)
        database = embedded_postgres(state)
        child = database.start()
        try:
            environment = application_environment(state, settings, database.url, settings.redis_url)
            named = environment | {"PYTHONPATH": str(ROOT)}
            return subprocess.run(command, env=named, check=False).returncode
        finally:
            child.ask_to_stop()
            child.wait_stopped()
