"""Calls: views. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import NewLink, NewView, SavedView, ShortLink, ViewChange


def make_link(project: str, *, body: NewLink) -> Call[ShortLink]:
    """Give a page a short address; the same page always gets the same one."""
    return Call("POST", f"/projects/{quoted(project)}/links", ShortLink, body=body)


def list_views(project: str, *, pinned: bool | None = None) -> Call[list[SavedView]]:
    """Return the saved views by name, pinned ones first, or those alone."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/views",
        list[SavedView],
        query={
            "pinned": pinned,
        },
    )


def add_view(project: str, *, body: NewView) -> Call[SavedView]:
    """Keep a page with its whole state under a name."""
    return Call("POST", f"/projects/{quoted(project)}/views", SavedView, body=body)


def alter_view(project: str, view_id: int, *, body: ViewChange) -> Call[SavedView]:
    """Rename a view, change its note, pin it, or bring it back."""
    return Call(
        "PATCH", f"/projects/{quoted(project)}/views/{quoted(view_id)}", SavedView, body=body
    )


def end_view(project: str, view_id: int) -> Call[SavedView]:
    """Remove a view; for a day it can be brought back with `is_removed: false`."""
    return Call("DELETE", f"/projects/{quoted(project)}/views/{quoted(view_id)}", SavedView)
