"""Search: anything of a project that has a page."""

from typing import Literal

from pydantic import BaseModel


class SearchHit(BaseModel):
    kind: Literal[
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
    ]
    id: int
    title: str
    detail: str
    key: str | None
    """Axis of a sweep, name of a commit, address of a view; null for others."""


class SearchHits(BaseModel):
    hits: list[SearchHit]
