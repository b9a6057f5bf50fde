"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType


class DeletedProject(Struct):
    """
    A project of which nothing answers any more; it can be brought back for some days.
    """

    created_at: str
    deleted_at: str
    deleted_by: str
    id: int
    name: str
    repository_url: str | None
    restorable_until: str
    slug: str
    visibility: str


class NewProject(Struct):
    name: str
    slug: str
    visibility: Literal["public", "private"] | UnsetType = UNSET


class ProjectChange(Struct):
    """
    What can be changed of a project; what is left out stays as it is.
    """

    repository_url: str | None | UnsetType = UNSET
    visibility: Literal["public", "private"] | None | UnsetType = UNSET


class ProjectReturn(Struct):
    """
    How a deleted project comes back.
    """

    slug: str | None | UnsetType = UNSET
