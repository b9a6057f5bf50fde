"""Sweeps: which there are, and what a run says about one of them."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from backend.api.dependencies import Db, ReadableProject
from backend.api.filters import Id
from backend.api.schemas.sweeps import SweepDetail, SweepList
from backend.services.read_sweep import SweepChoice, list_sweeps, read_sweep
from backend.stats.sweeps import MARGIN

router = APIRouter(prefix="/projects/{project}/sweeps", tags=["sweeps"])

Name = Annotated[str | None, Query(max_length=300, pattern=r"^[^\x00]+$")]
Axis = Annotated[str, Path(max_length=300, pattern=r"^[^\x00]+$")]
Margin = Annotated[float, Query(ge=0.0, le=0.5)]
RunId = Annotated[int | None, Query(ge=1, lt=2**63)]


@router.get("", response_model=SweepList)
def sweeps(db: Db, project: ReadableProject) -> Any:  # noqa: ANN401
    """List the benchmarks that were measured over the values of a parameter."""
    return list_sweeps(db, project.id)


@router.get("/{benchmark_id}/{axis:path}", response_model=SweepDetail)
def sweep(  # noqa: PLR0913 - as they stand in the address
    db: Db,
    project: ReadableProject,
    benchmark_id: Id,
    axis: Axis,
    metric: Name = None,
    testbed: Name = None,
    branch: Name = None,
    run: RunId = None,
    margin: Margin = MARGIN,
) -> Any:  # noqa: ANN401
    """Give the curves of one run with the set of best values.

    `margin`: values at most this share worse than the best count as equally good.
    """
    choice = SweepChoice(metric, testbed, branch, run, margin)
    return read_sweep(db, project.id, benchmark_id, axis, choice)
