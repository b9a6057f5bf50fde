"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Any
from msgspec import Meta, Struct


class CiRule(Struct):
    audience: str
    claims: Annotated[dict[str, str], Meta(max_length=20, min_length=1)]
    created_at: str
    created_by: str
    id: int
    issuer: str
    last_used_at: str | None
    name: str
    testbed: str


class Claims(Struct):
    """
    What a token would claim.
    """

    claims: Annotated[dict[str, Any], Meta(max_length=200)]


class Misfit(Struct):
    """
    A claim that is not as a rule wants it; `found` is None where the token lacks it.
    """

    claim: str
    found: str | None
    wanted: str


class NewCiRule(Struct):
    audience: str
    claims: Annotated[dict[str, str], Meta(max_length=20, min_length=1)]
    issuer: str
    name: str
    testbed: str


class Trial(Struct):
    """
    A rule, and what does not fit it; nothing: such a token may upload.
    """

    misfits: list[Misfit]
    rule: CiRule
