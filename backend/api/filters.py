"""What lists are asked with: filters from the address, and the page."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, Field

from backend.domain.errors import Fault, InvalidError
from backend.domain.series_filters import PARAMETER, TAG, SeriesFilters

Names = Annotated[list[str], Field(max_length=200)]
Cursor = Annotated[str | None, Query(max_length=100)]
Limit = Annotated[int, Query(ge=1, le=200)]
Id = Annotated[int, Path(ge=1, lt=2**63)]
MOST_PARAMETERS = 32


class SeriesQuery(BaseModel):
    """Filters with a name of their own; `param.<name>=<value>` and `tag.<name>=<value>` beside."""

    suite: Names = []
    benchmark: Names = []
    metric: Names = []
    testbed: Names = []
    branch: Names = []
    text: str = Field(default="", max_length=500)


def _filters(request: Request, query: Annotated[SeriesQuery, Query()]) -> SeriesFilters:
    pairs = request.query_params.multi_items()
    parameters, tags = _named(PARAMETER, pairs), _named(TAG, pairs)
    _check(len(parameters) + len(tags), (text for pair in pairs for text in pair))
    return SeriesFilters(**query.model_dump(), parameters=parameters, tags=tags)


def _named(prefix: str, pairs: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Gather the values of every name behind the prefix."""
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        if key.startswith(prefix) and len(key) > len(prefix):
            found.setdefault(key.removeprefix(prefix), []).append(value)
    return found


def _check(names: int, texts: Iterable[str]) -> None:
    if names > MOST_PARAMETERS:
        reason = f"{names} parameters and tags are more than the limit of {MOST_PARAMETERS}"
        raise InvalidError(reason, [Fault("/query", reason, "filter by fewer")])
    if any("\x00" in text for text in texts):
        reason = "a filter holds a NUL character"
        raise InvalidError(reason, [Fault("/query", reason, "remove it")])


Filters = Annotated[SeriesFilters, Depends(_filters)]
