"""Series: the facets that find them, their list, and their histories."""

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Response
from pydantic import Field

from backend.api.dependencies import Db, ReadableProject
from backend.api.filters import Cursor, Filters, Limit
from backend.api.schemas.series import Facets, History, SeriesPage
from backend.services.find_series import find_facets, find_series
from backend.services.read_history import read_history

router = APIRouter(prefix="/projects/{project}", tags=["series"])

AS_COLUMNS = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_UTC_Z
SeriesId = Annotated[int, Field(ge=1, lt=2**63)]
Ordinal = Annotated[int | None, Query(ge=0, le=2**53)]


@router.get("/facets", response_model=Facets)
def facets(db: Db, project: ReadableProject, filters: Filters) -> Any:  # noqa: ANN401
    """Count the series that remain when a value is chosen, for every value of every dimension."""
    return find_facets(db, project.id, filters)


@router.get("/series", response_model=SeriesPage)
def series(
    db: Db, project: ReadableProject, filters: Filters, cursor: Cursor = None, limit: Limit = 50
) -> Any:  # noqa: ANN401
    """List series with their newest point and open changes."""
    return find_series(db, project.id, filters, cursor, limit)


@router.get("/history", response_model=History)
def history(
    db: Db,
    project: ReadableProject,
    series: Annotated[list[SeriesId], Query(max_length=100)],
    budget: Annotated[int, Query(ge=100, le=10_000)] = 4_000,
    first: Annotated[Ordinal, Query(alias="from")] = None,
    last: Annotated[Ordinal, Query(alias="to")] = None,
) -> Response:
    """Give series as columns, thinned to about `budget` marks; all points shown are real ones."""
    found = read_history(db, project.id, series, budget, (first, last))
    return Response(orjson.dumps(found, option=AS_COLUMNS), media_type="application/json")
