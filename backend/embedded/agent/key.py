"""The key with which this machine uploads: made once per database and name of the machine.

It speaks for this machine's testbed alone. A machine that is renamed, as a container is at each
start, is another testbed and gets a key of its own.
"""

import hashlib
import socket
from collections.abc import Mapping
from pathlib import Path

from backend.embedded.application import make_agent_key
from backend.embedded.state import StateDir, forget_secret, store_secret, stored_secret
from backend.settings import Settings

UNBOUND = "agent-key"


def agent_key_file(
    state: StateDir, settings: Settings, environment: Mapping[str, str], project: str
) -> Path:
    """Return the file that holds the key for the database in use."""
    testbed = socket.gethostname()
    name = f"{UNBOUND}-of-{_digest(testbed)}"
    if "database_url" in settings.model_fields_set:
        name += f"-{_digest(settings.database_url)}"
    if stored_secret(state, name) is None:
        store_secret(state, name, make_agent_key(state, environment, project, testbed))
        forget_secret(state, UNBOUND)  # of older days: good for every testbed
    return state.path / "secrets" / name


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
