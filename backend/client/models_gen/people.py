"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from msgspec import Struct
from backend.client.models_gen.shared import Role


class ResetLink(Struct):
    """
    A link to a new password, as it is shown once.
    """

    email: str
    expires_at: str
    path: str


class PersonRole(Struct):
    """
    What a person is in one project.
    """

    project: str
    role: Role
    slug: str


class Person(Struct):
    """
    A person of the installation, as administrators see them.
    """

    created_at: str
    disabled_at: str | None
    email: str
    has_password: bool
    has_provider: bool
    id: int
    is_admin: bool
    is_proven: bool
    keys: int
    name: str
    roles: list[PersonRole]
    seen_at: str | None
    sessions: int


class PeoplePage(Struct):
    """
    Accounts by name.
    """

    next: str | None
    rows: list[Person]
    total: int
