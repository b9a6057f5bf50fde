"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType


class NewApiKey(Struct):
    name: str
    scopes: list[Literal["read", "report", "agent", "triage", "admin"]]
    expires_in_days: int | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET


Scope: TypeAlias = Annotated[
    Literal["read", "report", "agent", "triage", "admin"],
    Meta(description="What an API key may be used for; a key has one or several."),
]


class ApiKey(Struct):
    """
    An API key as lists show it; the secret is not known to anybody.
    """

    created_at: str
    expires_at: str | None
    id: int
    last_used_at: str | None
    name: str
    prefix: str
    revoked_at: str | None
    scopes: list[Scope]
    testbed: str | None


class CreatedApiKey(Struct):
    created_at: str
    expires_at: str | None
    id: int
    last_used_at: str | None
    name: str
    prefix: str
    revoked_at: str | None
    scopes: list[Scope]
    secret: str
    testbed: str | None
