"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType


class ReadyAnswer(Struct):
    """
    Everything does its work; otherwise the answer is a problem that names each part.
    """

    status: Literal["ready"] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET
