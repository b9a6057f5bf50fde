"""The key with which this machine uploads: made once per database, kept in a private file."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from backend.embedded.application import make_agent_key
from backend.embedded.state import StateDir, store_secret, stored_secret
from backend.settings import Settings


def agent_key_file(
    state: StateDir, settings: Settings, environment: Mapping[str, str], project: str
) -> Path:
    """Return the file that holds the key for the database in use."""
    name = "agent-key"
    if "database_url" in settings.model_fields_set:
        name += f"-{hashlib.sha256(settings.database_url.encode()).hexdigest()[:8]}"
    if stored_secret(state, name) is None:
        store_secret(state, name, make_agent_key(state, environment, project))
    return state.path / "secrets" / name
