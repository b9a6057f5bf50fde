"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import Meta, Struct

SearchKind: TypeAlias = Annotated[
    Literal[
        "benchmark",
        "suite",
        "sweep",
        "change",
        "split",
        "ladder",
        "view",
        "machine",
        "commit",
        "run",
    ],
    Meta(description="In the order in which they are shown."),
]


class SearchHit(Struct):
    """
    One thing with a page: enough to name it and to go there.
    """

    detail: str
    id: int
    key: str | None
    kind: SearchKind
    title: str


class SearchHits(Struct):
    hits: list[SearchHit]
