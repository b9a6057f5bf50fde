"""Calls: keys. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import ApiKey, CreatedApiKey, NewApiKey


def list_keys(project: str) -> Call[list[ApiKey]]:
    """Return the keys of the project, newest first; secrets are not among them."""
    return Call("GET", f"/projects/{quoted(project)}/keys", list[ApiKey])


def add_key(project: str, *, body: NewApiKey) -> Call[CreatedApiKey]:
    """Make a key. The answer holds its secret, which is never shown again."""
    return Call("POST", f"/projects/{quoted(project)}/keys", CreatedApiKey, body=body)


def end_key(project: str, key_id: int) -> Call[ApiKey]:
    """Revoke a key; what it uploaded stays."""
    return Call("DELETE", f"/projects/{quoted(project)}/keys/{quoted(key_id)}", ApiKey)
