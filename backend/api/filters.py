"""What lists are asked with: filters from the address, and the page."""

from collections.abc import Iterable
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, Field

from backend.domain.errors import Fault, InvalidError
from backend.domain.series_filters import PARAMETER, SeriesFilters

Names = Annotated[list[str], Field(max_length=200)]
Cursor = Annotated[str | None, Query(max_length=100)]
Limit = Annotated[int, Query(ge=1, le=200)]
Id = Annotated[int, Path(ge=1, lt=2**63)]
MOST_PARAMETERS = 32


class SeriesQuery(BaseModel):
    """Filters with a name of their own; parameters are `param.<name>=<value>` beside them."""

    suite: Names = []
    benchmark: Names = []
    metric: Names = []
    testbed: Names = []
    branch: Names = []
    text: str = Field(default="", max_length=500)


def _filters(request: Request, query: Annotated[SeriesQuery, Query()]) -> SeriesFilters:
    parameters: dict[str, list[str]] = {}
    for key, value in request.query_params.multi_items():
        if key.startswith(PARAMETER) and len(key) > len(PARAMETER):
            parameters.setdefault(key.removeprefix(PARAMETER), []).append(value)
    _check(len(parameters), (text for pair in request.query_params.multi_items() for text in pair))
    return SeriesFilters(**query.model_dump(), parameters=parameters)


def _check(parameters: int, texts: Iterable[str]) -> None:
    if parameters > MOST_PARAMETERS:
        reason = f"{parameters} parameters are more than the limit of {MOST_PARAMETERS}"
        raise InvalidError(reason, [Fault("/query", reason, "filter by fewer")])
    if any("\x00" in text for text in texts):
        reason = "a filter holds a NUL character"
        raise InvalidError(reason, [Fault("/query", reason, "remove it")])


Filters = Annotated[SeriesFilters, Depends(_filters)]
