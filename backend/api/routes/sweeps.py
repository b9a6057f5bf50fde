"""Sweeps: which there are, and what a run says about one of them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from backend.api.answers.tables import as_table
from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, ReadableProject, TriagedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.jobs import RefinementAsked
from backend.api.shared_calls import Call
from backend.domain.jobs.records import JobDetail, JobList
from backend.services.jobs.ask import asker_of
from backend.services.jobs.read import read_job
from backend.services.sweeps.best import SweepBests, best_of_sweeps
from backend.services.sweeps.choose import SweepChoice
from backend.services.sweeps.follow import GridDetail, SweepOptima, read_grid, read_optima
from backend.services.sweeps.read import SweepDetail, SweepList, list_sweeps, read_sweep
from backend.services.sweeps.refine import ask_refinement, list_refinements
from backend.stats.sweeps.answers import MARGIN

router = APIRouter(prefix="/projects/{project}", tags=["sweeps"], route_class=Call)

Name = Annotated[str | None, Query(max_length=300, pattern=r"^[^\x00]+$")]
Axis = Annotated[str, Path(max_length=300, pattern=r"^[^\x00]+$")]
Margin = Annotated[float, Query(ge=0.0, le=0.5)]
AxisName = Annotated[str, Query(max_length=300, pattern=r"^[^\x00]+$")]
Also = Annotated[list[str], Query(max_length=12)]
RunId = Annotated[int | None, Query(ge=1, lt=2**63)]


@router.get("/sweeps")
def sweeps(db: Db, project: ReadableProject) -> SweepList:
    """List the benchmarks that were measured over the values of a parameter."""
    return list_sweeps(db, project.id)


@router.get("/sweep-bests")
def bests(db: Db, project: ReadableProject) -> SweepBests:
    """Give the best value of each sweep by its newest run, and all not distinguishable from it."""
    return best_of_sweeps(db, project.id)


def _choice(
    metric: Name = None,
    testbed: Name = None,
    branch: Name = None,
    run: RunId = None,
    margin: Margin = MARGIN,
    also: Also = [],  # noqa: B006 - FastAPI copies it
) -> SweepChoice:
    return SweepChoice(metric, testbed, branch, run, margin, tuple(also))


Choice = Annotated[SweepChoice, Depends(_choice)]


@router.get("/sweeps/{benchmark_id}/{axis:path}", dependencies=[as_table("curves.points")])
def sweep(
    db: Db, project: ReadableProject, benchmark_id: Id, axis: Axis, choice: Choice
) -> SweepDetail:
    """Give the curves of one run with the set of best values.

    `margin`: values at most this share worse than the best count as equally good.
    `also`: other metrics to give beside.
    """
    return read_sweep(db, project.id, benchmark_id, axis, choice)


@router.get("/sweep-jobs/{benchmark_id}")
def jobs_of_sweep(
    db: Db, project: ReadableProject, benchmark_id: Id, axis: AxisName, choice: Choice
) -> JobList:
    """List the jobs that refined a sweep at a commit, newest first, and what another would cost."""
    return list_refinements(db, project, (benchmark_id, axis), choice)


@router.post("/sweep-jobs/{benchmark_id}", dependencies=[writes("asked for", "job")])
def refine(
    asked: RefinementAsked,
    request: Request,
    db: Db,
    project: TriagedProject,
    actor: CurrentActor,
    benchmark_id: Id,
) -> JobDetail:
    """Have an agent measure a sweep until the best value of each curve is known.

    Values that cannot be best any more get no further rounds. A job that refines the same sweep
    already is returned instead of a second one.
    """
    choice = SweepChoice(asked.metric, asked.testbed, asked.branch, asked.run, asked.margin)
    wanted, events = (benchmark_id, asked.axis, choice), request.app.state.events
    job_id = ask_refinement(db, events, project, asker_of(actor, project), wanted)
    return read_job(db, project.id, job_id)


@router.get("/sweep-grids/{benchmark_id}")
def grid(
    db: Db,
    project: ReadableProject,
    benchmark_id: Id,
    first: AxisName,
    second: AxisName,
    choice: Choice,
) -> GridDetail:
    """Give a run over two parameters at once: every cell, and those that may be the best."""
    return read_grid(db, project.id, (benchmark_id, first, second), choice)


@router.get("/sweep-optima/{benchmark_id}")
def optima(
    db: Db, project: ReadableProject, benchmark_id: Id, axis: AxisName, choice: Choice
) -> SweepOptima:
    """Give the best values at the newest commits, and where they moved."""
    return read_optima(db, project.id, (benchmark_id, axis), choice)
