"""Calls: people. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import PeoplePage, ResetLink


def list_people(
    *,
    text: str | None = None,
    state: Literal["enabled", "disabled", "administrators"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> ApiCall[PeoplePage]:
    """Return accounts by name; `text` is part of a name or an address."""
    return ApiCall(
        "GET",
        "/people",
        PeoplePage,
        query={
            "text": text,
            "state": state,
            "cursor": cursor,
            "limit": limit,
        },
    )


def make_administrator(user_id: int) -> ApiCall[None]:
    """Let somebody administer the whole installation."""
    return ApiCall("PUT", f"/people/{quoted(user_id)}/administrator", None)


def unmake_administrator(user_id: int) -> ApiCall[None]:
    """Let somebody administer no more; one who can come in must be left."""
    return ApiCall("DELETE", f"/people/{quoted(user_id)}/administrator", None)


def disable(user_id: int) -> ApiCall[None]:
    """Let somebody in no more: sessions and links end, API keys of theirs stop."""
    return ApiCall("PUT", f"/people/{quoted(user_id)}/disabling", None)


def enable(user_id: int) -> ApiCall[None]:
    """Let somebody in again; API keys of theirs work again."""
    return ApiCall("DELETE", f"/people/{quoted(user_id)}/disabling", None)


def add_password_link(user_id: int) -> ApiCall[ResetLink]:
    """Create link by which somebody can set a new password, once; hand it on yourself."""
    return ApiCall("POST", f"/people/{quoted(user_id)}/password-links", ResetLink)


def end_link(user_id: int) -> ApiCall[None]:
    """Let nobody at the identity provider open an account until its address is linked again."""
    return ApiCall("DELETE", f"/people/{quoted(user_id)}/provider-link", None)


def end_sessions(user_id: int) -> ApiCall[None]:
    """Sign somebody out everywhere."""
    return ApiCall("DELETE", f"/people/{quoted(user_id)}/sessions", None)
