"""Runs: the list, one run whole, and the samples of one of its results."""

from typing import Any

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.filters import Cursor, Filters, Id, Limit
from backend.api.schemas.runs import ResultSamples, RunDetail, RunPage
from backend.services.read_run import list_runs, read_result_samples, read_run

router = APIRouter(prefix="/projects/{project}/runs", tags=["runs"])


@router.get("", response_model=RunPage)
def runs(
    db: Db, project: ReadableProject, filters: Filters, cursor: Cursor = None, limit: Limit = 50
) -> Any:  # noqa: ANN401
    """List runs, the newest first; filters by suite, testbed, branch and text count."""
    return list_runs(db, project.id, filters, cursor, limit)


@router.get("/{run_id}", response_model=RunDetail)
def run(db: Db, project: ReadableProject, run_id: Id) -> Any:  # noqa: ANN401
    """Give one run with every result, its failures, and what it ran in."""
    return read_run(db, project.id, run_id)


@router.get("/{run_id}/results/{series_id}", response_model=ResultSamples)
def samples(db: Db, project: ReadableProject, run_id: Id, series_id: Id) -> Any:  # noqa: ANN401
    """Give the samples of one result in measuring order."""
    return read_result_samples(db, project.id, run_id, series_id)
