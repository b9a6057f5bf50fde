"""Calls: search. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import SearchHits


def search(
    project: str, *, text: str | None = None, limit: int | None = None
) -> ApiCall[SearchHits]:
    """Find what has all these words in its name, at most `limit` of each kind."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/search",
        SearchHits,
        query={
            "text": text,
            "limit": limit,
        },
    )
