"""The environment that the supervisor hands to its children."""

import os

from pydantic import SecretStr

from backend.embedded.identity import MARK
from backend.embedded.state import StateDir, secret_of
from backend.settings import Settings, inherited_environment

QUIET = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONUNBUFFERED": "1"}


def service_environment(state: StateDir) -> dict[str, str]:
    """Return what PostgreSQL and Valkey need: no secret, and the mark of this installation."""
    path = inherited_environment().get("PATH") or os.defpath
    return QUIET | {"PATH": path, "HOME": str(state.path), MARK: str(state.path)}


def application_environment(
    state: StateDir, settings: Settings, database_url: str, redis_url: str
) -> dict[str, str]:
    """Return the environment of api, worker, beat and of the commands run before them."""
    given = settings.secret or SecretStr(secret_of(state, "application"))
    environment = inherited_environment()
    environment.setdefault("NUMBA_CACHE_DIR", str(state.path / "numba"))
    return environment | {
        "PYTHONUNBUFFERED": "1",
        MARK: str(state.path),
        "TIDEMARK_DATABASE_URL": database_url,
        "TIDEMARK_REDIS_URL": redis_url,
        "TIDEMARK_STATE_DIR": str(state.path),
        "TIDEMARK_DATA_DISK": str(state.path),
        "TIDEMARK_SECRET": given.get_secret_value(),
        "TIDEMARK_WEB_DIST": str(settings.web_dist.absolute()),
        "TIDEMARK_HOST": settings.host,
        "TIDEMARK_PORT": str(settings.port),
    }
