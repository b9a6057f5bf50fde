"""Calls: keys. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import ApiKey, CreatedApiKey, NewApiKey


def list_keys(project: str) -> ApiCall[list[ApiKey]]:
    """Return the keys of the project, newest first; secrets are not among them."""
    return ApiCall("GET", f"/projects/{quoted(project)}/keys", list[ApiKey])


def add_key(project: str, *, body: NewApiKey) -> ApiCall[CreatedApiKey]:
    """Create key. The answer holds its secret, which is never shown again."""
    return ApiCall("POST", f"/projects/{quoted(project)}/keys", CreatedApiKey, body=body)


def end_key(project: str, key_id: int) -> ApiCall[ApiKey]:
    """Revoke a key; what it uploaded stays."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/keys/{quoted(key_id)}", ApiKey)
