"""Calls: views. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import NewLink, NewView, SavedView, ShortLink, ViewChange


def make_link(project: str, *, body: NewLink) -> ApiCall[ShortLink]:
    """Give a page a short address; the same page always gets the same one."""
    return ApiCall("POST", f"/projects/{quoted(project)}/links", ShortLink, body=body)


def list_views(project: str, *, pinned: bool | None = None) -> ApiCall[list[SavedView]]:
    """Return the saved views by name, pinned ones first, or those alone."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/views",
        list[SavedView],
        query={
            "pinned": pinned,
        },
    )


def add_view(project: str, *, body: NewView) -> ApiCall[SavedView]:
    """Keep a page with its whole state under a name."""
    return ApiCall("POST", f"/projects/{quoted(project)}/views", SavedView, body=body)


def alter_view(project: str, view_id: int, *, body: ViewChange) -> ApiCall[SavedView]:
    """Rename a view, change its note, pin it, or bring it back."""
    return ApiCall(
        "PATCH", f"/projects/{quoted(project)}/views/{quoted(view_id)}", SavedView, body=body
    )


def end_view(project: str, view_id: int) -> ApiCall[SavedView]:
    """Remove a view; for a day it can be brought back with `is_removed: false`."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/views/{quoted(view_id)}", SavedView)
