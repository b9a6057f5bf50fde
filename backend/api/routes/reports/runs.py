"""Runs: the list, one run whole, and the samples of one of its results."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from backend.api.answers.tables import as_table
from backend.api.dependencies import IN_TURN, Db, ReadableProject
from backend.api.parameters.filters import Cursor, Id, Limit, RunFilters
from backend.api.shared_calls import Call
from backend.domain.comparisons.run_tails import MOST_PAIRS, MOST_TAILS, TailList, VariantPairs
from backend.domain.pages import PageRequest
from backend.domain.reports.run_pages import ResultSamples, RunKind, RunPage, RunResultPage
from backend.domain.reports.time_courses import TimeCourseList
from backend.services.comparisons.compare_within_run import compare_variants, read_tails
from backend.services.reports.read_run import (
    RunDetail,
    list_results,
    list_runs,
    read_result_samples,
    read_run,
    read_sent_file,
    run_as_benchfmt,
)
from backend.services.reports.read_time_courses import read_time_courses

Chosen = Annotated[int, Field(ge=1, lt=2**63)]
ChosenFew = Annotated[list[Chosen], Query(min_length=1, max_length=MOST_TAILS)]
PairText = Annotated[str, Field(pattern=r"^\d{1,18}-\d{1,18}$")]

router = APIRouter(prefix="/projects/{project}/runs", tags=["runs"], route_class=Call)


@router.get("", dependencies=[as_table("rows")])
def runs(
    db: Db,
    project: ReadableProject,
    filters: RunFilters,
    kind: RunKind = "all",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> RunPage:
    """List runs, the newest first; filters by suite, testbed, branch and text count.

    `kind`: `suites` leaves out the runs of the control benchmark, `controls` all others.
    """
    return list_runs(db, project.id, filters, kind, PageRequest(cursor, limit))


@router.get("/{run_id}", dependencies=[IN_TURN])
def run(db: Db, project: ReadableProject, run_id: Id) -> RunDetail:
    """Give one run with its first 2,000 results, its failures, and what it ran in."""
    return read_run(db, project.id, run_id)


@router.get("/{run_id}/results", dependencies=[IN_TURN, as_table("rows")])
def results(db: Db, project: ReadableProject, run_id: Id, cursor: Cursor = None) -> RunResultPage:
    """List the results of a run, 2,000 at a time, in the order of its page."""
    return list_results(db, project.id, run_id, cursor)


@router.get("/{run_id}/benchfmt", response_class=PlainTextResponse, dependencies=[IN_TURN])
def benchfmt(db: Db, project: ReadableProject, run_id: Id) -> str:
    """Give the samples of a run as Go's benchmarks are written, for benchstat."""
    return run_as_benchfmt(db, project.id, run_id)


@router.get(
    "/{run_id}/files/{place}",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
    dependencies=[IN_TURN],
)
def sent_file(db: Db, project: ReadableProject, run_id: Id, place: Id) -> Response:
    """Give a file that the run was read from, byte for byte as it was sent."""
    name, data = read_sent_file(db, project.id, run_id, place)
    said = quote(name.rpartition("/")[2] or f"run-{run_id}-{place}", safe="")
    headers = {"content-disposition": f"attachment; filename*=utf-8''{said}"}
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.get("/{run_id}/variants")
def variants(
    db: Db,
    project: ReadableProject,
    run_id: Id,
    pair: Annotated[list[PairText], Query(min_length=1, max_length=MOST_PAIRS)],
) -> VariantPairs:
    """Hold results of a run against each other; `pair`: series of baseline and of contender."""
    pairs = [(int(first), int(last)) for first, last in (text.split("-") for text in pair)]
    return compare_variants(db, project.id, run_id, pairs)


@router.get("/{run_id}/tails")
def tails(db: Db, project: ReadableProject, run_id: Id, series: ChosenFew) -> TailList:
    """Give percentile curves of some results, as far as their recordings reach."""
    return read_tails(db, project.id, run_id, series)


@router.get("/{run_id}/courses")
def courses(db: Db, project: ReadableProject, run_id: Id, course: ChosenFew) -> TimeCourseList:
    """Give how quantities went within processes of the run, over their time."""
    return read_time_courses(db, project.id, run_id, course)


@router.get("/{run_id}/results/{series_id}")
def samples(db: Db, project: ReadableProject, run_id: Id, series_id: Id) -> ResultSamples:
    """Give the samples of one result in measuring order."""
    return read_result_samples(db, project.id, run_id, series_id)
