"""What lists are asked with: filters from the address, and the page."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, Field

from backend.api.parameters.query_names import takes_names
from backend.domain.catalogue.filters import MOST_WORDS, PARAMETER, TAG, SeriesFilters
from backend.domain.errors import Fault, InvalidError

Names = Annotated[list[str], Field(max_length=200)]
Cursor = Annotated[str | None, Query(max_length=100)]
Limit = Annotated[int, Query(ge=1, le=200)]
Id = Annotated[int, Path(ge=1, lt=2**63)]
MOST_PARAMETERS = 32


def _few_words(text: str) -> str:
    if len(text.split()) > MOST_WORDS:
        raise ValueError(f"at most {MOST_WORDS} words are looked for at once")
    return text


Words = Annotated[str, Field(max_length=500), AfterValidator(_few_words)]


class RunQuery(BaseModel):
    """Filters that a run as a whole can be found by."""

    suite: Names = []
    testbed: Names = []
    branch: Names = []
    text: Words = ""


class SeriesQuery(RunQuery):
    """Filters with a name of their own; `param.<name>=<value>` and `tag.<name>=<value>` beside."""

    benchmark: Names = []
    metric: Names = []


def _of_runs(query: Annotated[RunQuery, Query()]) -> SeriesFilters:
    return SeriesFilters(**query.model_dump())


def _of_variants(
    request: Request,
    query: Annotated[SeriesQuery, Query()],
    _: Annotated[None, takes_names(PARAMETER)],
) -> SeriesFilters:
    return _read(request, query)


def _of_series(
    request: Request,
    query: Annotated[SeriesQuery, Query()],
    _: Annotated[None, takes_names(PARAMETER, TAG)],
) -> SeriesFilters:
    return _read(request, query)


def _read(request: Request, query: SeriesQuery) -> SeriesFilters:
    pairs = request.query_params.multi_items()
    parameters, tags = _named(PARAMETER, pairs), _named(TAG, pairs)
    _check(len(parameters) + len(tags))
    return SeriesFilters(**query.model_dump(), parameters=parameters, tags=tags)


def _named(prefix: str, pairs: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Gather the values of every name behind the prefix."""
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        if key.startswith(prefix) and len(key) > len(prefix):
            found.setdefault(key.removeprefix(prefix), []).append(value)
    return found


def _check(names: int) -> None:
    if names > MOST_PARAMETERS:
        reason = f"{names} parameters and tags are more than the limit of {MOST_PARAMETERS}"
        raise InvalidError(reason, [Fault("/query", reason, "filter by fewer")])


RunFilters = Annotated[SeriesFilters, Depends(_of_runs)]
"""Of runs: what tells one series of a run from another does not count."""
VariantFilters = Annotated[SeriesFilters, Depends(_of_variants)]
"""Of the rows of a comparison."""
Filters = Annotated[SeriesFilters, Depends(_of_series)]
