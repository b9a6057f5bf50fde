"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class NewLink(Struct):
    address: str


class NewView(Struct):
    address: str
    name: str
    is_pinned: bool | UnsetType = UNSET
    note: str | UnsetType = UNSET


class SavedView(Struct):
    address: str
    author: str
    created_at: str
    id: int
    is_pinned: bool
    name: str
    note: str
    page: str
    updated_at: str


class ShortLink(Struct):
    path: str


class ViewChange(Struct):
    """
    What to change; what is left out stays.
    """

    is_pinned: bool | None | UnsetType = UNSET
    is_removed: bool | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    note: str | None | UnsetType = UNSET
