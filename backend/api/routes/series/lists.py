"""Series: the facets that find them, their list, and their histories."""

from datetime import datetime
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from backend.api.answers.tables import as_table
from backend.api.dependencies import (
    IN_TURN,
    Db,
    FindReadableProject,
    ReadableProject,
    in_one_turn,
)
from backend.api.parameters.filters import Cursor, Filters, Limit
from backend.api.shared_calls import Call
from backend.domain.catalogue.filters import FACETS, FacetLook, Facets
from backend.domain.pages import Page, PageRequest
from backend.domain.series.histories import History
from backend.domain.series.lists import SeriesListing
from backend.domain.series.points import PointList
from backend.services.series.find import find_facets, find_series
from backend.services.series.read_history import HistoryRequest, read_history
from backend.services.series.read_pivot import PivotRequest, PivotTable, read_pivot
from backend.storage.series.points import read_points

router = APIRouter(prefix="/projects/{project}", tags=["series"], route_class=Call)

AS_COLUMNS = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_UTC_Z
FACET = rf"^(({'|'.join(FACETS)})|(param|tag)\..+)$"
FacetName = Annotated[str, Field(max_length=200, pattern=FACET)]
SeriesId = Annotated[int, Field(ge=1, lt=2**63)]
Percent = Annotated[float, Field(gt=0, lt=100)]
Ordinal = Annotated[int | None, Field(ge=0, le=2**53)]


class HistoryQuery(BaseModel):
    """Which series of a chart, how many marks, and which commits: by place on the branch, or time.

    Ends of the range from 10^10 on are milliseconds since 1970; only these cut several branches.
    """

    series: Annotated[list[SeriesId], Field(max_length=100)]
    budget: Annotated[int, Field(ge=100, le=10_000)] = 4_000
    first: Annotated[Ordinal, Field(alias="from")] = None
    last: Annotated[Ordinal, Field(alias="to")] = None
    percentile: Annotated[list[Percent], Field(max_length=6)] = []


class PivotQuery(BaseModel):
    """Rows, columns, the column that the others are held against, and which series count."""

    rows: FacetName
    columns: FacetName
    against: Annotated[str | None, Field(max_length=200)] = None
    series: Annotated[list[SeriesId], Field(max_length=100)] = []


@router.get("/points", dependencies=[IN_TURN, as_table("rows")])
def points(
    db: Db,
    project: ReadableProject,
    series: Annotated[list[SeriesId], Query(min_length=1, max_length=100)],
    since: datetime | None = None,
    until: datetime | None = None,
) -> PointList:
    """Give the points of series as rows, oldest first: for Grafana, sheets and scripts.

    `since` and `until` choose by the time of the commit, else of the measurement.
    """
    return PointList(read_points(db, project.id, series, since, until))


@router.get("/facets", response_model=Facets)
def facets(
    db: Db,
    project: ReadableProject,
    filters: Filters,
    facet: Annotated[str | None, Query(max_length=200, pattern=FACET)] = None,
    contains: Annotated[str, Query(max_length=200)] = "",
    most: Annotated[int, Query(ge=1, le=1_000)] = 100,
) -> Response:
    """Count the series that remain when a value is chosen, for values of every dimension.

    `facet` asks for one dimension only, `contains` for values with this in them, `most` for so
    many of each; values that are filtered by come first.
    """
    found = find_facets(db, project.id, filters, FacetLook(facet, contains, most))
    return Response(orjson.dumps(found), media_type="application/json")


@router.get("/series")
def series(
    db: Db, project: ReadableProject, filters: Filters, cursor: Cursor = None, limit: Limit = 50
) -> Page[SeriesListing]:
    """List series with their newest point and open changes."""
    return find_series(db, project.id, filters, PageRequest(cursor, limit))


@router.get("/history", response_model=History)
async def history(
    request: Request, find_project: FindReadableProject, query: Annotated[HistoryQuery, Query()]
) -> Response:
    """Give series as columns, thinned to about `budget` marks; all points shown are real ones.

    With `percentile`, every series comes once per percentile of what its results recorded.
    """
    asked = HistoryRequest(query.series, query.budget, query.first, query.last, query.percentile)

    def read(session: Session) -> bytes:
        found = read_history(session, find_project(session).id, asked)
        return orjson.dumps(found, option=AS_COLUMNS)

    return Response(await in_one_turn(request, read), media_type="application/json")


@router.get("/pivot", response_model=PivotTable)
def pivot(
    db: Db, project: ReadableProject, filters: Filters, query: Annotated[PivotQuery, Query()]
) -> Response:
    """Line up the newest results by two facets: values, or ratios to the column `against`."""
    asked = PivotRequest(query.rows, query.columns, query.against, query.series)
    found = read_pivot(db, project.id, filters, asked)
    return Response(orjson.dumps(found), media_type="application/json")
