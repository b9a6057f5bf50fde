"""Ladders: the list, one of them, and what people do to it."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request

from backend.api.answers.ladders import (
    asked_rung,
    candidates_answer,
    figures_of,
    ladder_answer,
    list_answer,
)
from backend.api.answers.tables import as_table
from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, ReadableProject, TriagedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.ladders import (
    CandidateList,
    LadderChange,
    LadderDetail,
    LadderList,
    NewLadder,
    NewRung,
    NewRungs,
    ParameterLadder,
    PublishedLadder,
    RungChange,
    RungOrder,
)
from backend.api.shared_calls import Call
from backend.domain.jobs.records import JobDetail
from backend.domain.ladders.records import LadderFacts
from backend.services.jobs.ask import asker_of
from backend.services.jobs.read import read_job
from backend.services.ladders import edit as edit_ladder
from backend.services.ladders import make as make_ladder
from backend.services.ladders.measure import LadderJobs, ask_ladder, list_ladder_jobs
from backend.services.ladders.read import (
    SourceList,
    find_candidates,
    list_ladders,
    list_sources,
    read_ladder,
)

router = APIRouter(prefix="/projects/{project}/ladders", tags=["ladders"], route_class=Call)

RunId = Annotated[int | None, Query(ge=1, lt=2**63)]
SearchText = Annotated[str, Query(max_length=300, pattern=r"^[^\x00]*$")]


@router.get("")
def ladders(db: Db, project: ReadableProject) -> LadderList:
    """List the hundred ladders changed last, each with its headline, and how many there are."""
    found = list_ladders(db, project.id)
    return list_answer(found.rows, found.total)


@router.get("/sources")
def sources(db: Db, project: ReadableProject, run: RunId = None) -> SourceList:
    """List the parameters whose values would make rungs, each with its newest run."""
    return list_sources(db, project.id, run)


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("made", "ladder")])
def make(
    wanted: Annotated[NewLadder, Body()], db: Db, project: TriagedProject, actor: CurrentActor
) -> LadderDetail:
    """Make a ladder of published figures, of the values of a parameter, or of one result."""
    by = actor.name
    if isinstance(wanted, PublishedLadder):
        facts = LadderFacts(
            wanted.name, wanted.metric, wanted.unit, wanted.direction, wanted.note, 0.0, by
        )
        rungs = [figures_of(one, wanted.source, by) for one in wanted.rungs]
        made = make_ladder.make_published_ladder(db, project.id, facts, rungs)
    elif isinstance(wanted, ParameterLadder):
        choice = make_ladder.ParameterChoice(
            wanted.benchmark_id, wanted.parameter, wanted.metric, wanted.run_id, wanted.others
        )
        made = make_ladder.make_parameter_ladder(db, project.id, wanted.name, choice, by)
    else:
        pair = (wanted.series_id, wanted.run_id)
        made = make_ladder.make_result_ladder(db, project.id, wanted.name, pair, by)
    return ladder_answer(read_ladder(db, project.id, made))


@router.get("/{ladder_id}", dependencies=[as_table("rungs")])
def ladder(db: Db, project: ReadableProject, ladder_id: Id) -> LadderDetail:
    """Give one ladder with every rung judged."""
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.patch("/{ladder_id}", dependencies=[writes("changed", "ladder")])
def change(change: LadderChange, db: Db, project: TriagedProject, ladder_id: Id) -> LadderDetail:
    """Change name, note or the smallest gain worth keeping."""
    given = change.model_dump(exclude_none=True)
    edit_ladder.change_ladder(db, project.id, ladder_id, given)
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.delete(
    "/{ladder_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("removed", "ladder")]
)
def remove(db: Db, project: TriagedProject, ladder_id: Id) -> None:
    """Remove a ladder; `restore` brings it back."""
    edit_ladder.remove_ladder(db, project.id, ladder_id)


@router.post("/{ladder_id}/restore", dependencies=[writes("brought back", "ladder")])
def restore(db: Db, project: TriagedProject, ladder_id: Id) -> LadderDetail:
    """Bring a removed ladder back."""
    edit_ladder.restore_ladder(db, project.id, ladder_id)
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.get("/{ladder_id}/candidates")
def candidates(
    db: Db, project: ReadableProject, ladder_id: Id, text: SearchText = "", run: RunId = None
) -> CandidateList:
    """List results of the same quantity that could become rungs, the likeliest first."""
    return candidates_answer(find_candidates(db, project.id, ladder_id, text, run).rows)


@router.get("/{ladder_id}/jobs")
def jobs_of_ladder(db: Db, project: ReadableProject, ladder_id: Id) -> LadderJobs:
    """List the jobs that measured all rungs again, newest first, and what the newest one found."""
    return list_ladder_jobs(db, project, ladder_id)


@router.post("/{ladder_id}/jobs", dependencies=[writes("asked for", "job")])
def measure_rungs(
    request: Request, db: Db, project: TriagedProject, actor: CurrentActor, ladder_id: Id
) -> JobDetail:
    """Have an agent measure all rungs again, in turns.

    A job that measures them already is returned instead of a second one.
    """
    job_id = ask_ladder(db, request.app.state.events, project, asker_of(actor, project), ladder_id)
    return read_job(db, project.id, job_id)


@router.put("/{ladder_id}/order", dependencies=[writes("reordered", "ladder")])
def order(order: RungOrder, db: Db, project: TriagedProject, ladder_id: Id) -> LadderDetail:
    """Put the rungs into another order."""
    edit_ladder.order_rungs(db, project.id, ladder_id, order.rungs)
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.post(
    "/{ladder_id}/rungs", status_code=HTTPStatus.CREATED, dependencies=[writes("added", "rung")]
)
def add_rung(
    rung: NewRung, db: Db, project: TriagedProject, actor: CurrentActor, ladder_id: Id
) -> LadderDetail:
    """Add a result of a run or commit, or published figures, behind the last rung."""
    edit_ladder.add_rung(db, project.id, ladder_id, asked_rung(rung, actor.name))
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.post(
    "/{ladder_id}/rungs/several",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("added", "rungs")],
)
def add_rungs(
    several: NewRungs, db: Db, project: TriagedProject, actor: CurrentActor, ladder_id: Id
) -> LadderDetail:
    """Add several behind the last rung, in this order; none of them where one does not fit."""
    asked = [asked_rung(one, actor.name) for one in several.rungs]
    edit_ladder.add_rungs(db, project.id, ladder_id, asked)
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.patch("/{ladder_id}/rungs/{rung_id}", dependencies=[writes("changed", "rung")])
def change_rung(
    change: RungChange,
    db: Db,
    project: TriagedProject,
    actor: CurrentActor,
    ladder_id: Id,
    rung_id: Id,
) -> LadderDetail:
    """Change the label, note or role of a rung, or decide about it."""
    given = change.model_dump(exclude_unset=True)
    changes = {name: one for name, one in given.items() if one is not None or name == "decision"}
    if "decision" in changes:
        changes["decided_by"] = actor.name
    edit_ladder.change_rung(db, project.id, (ladder_id, rung_id), changes)
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.delete("/{ladder_id}/rungs/{rung_id}", dependencies=[writes("removed", "rung")])
def remove_rung(db: Db, project: TriagedProject, ladder_id: Id, rung_id: Id) -> LadderDetail:
    """Remove a rung; `restore` brings it back to its place."""
    edit_ladder.remove_rung(db, project.id, (ladder_id, rung_id))
    return ladder_answer(read_ladder(db, project.id, ladder_id))


@router.post("/{ladder_id}/rungs/{rung_id}/restore", dependencies=[writes("brought back", "rung")])
def restore_rung(db: Db, project: TriagedProject, ladder_id: Id, rung_id: Id) -> LadderDetail:
    """Bring a removed rung back to its place."""
    edit_ladder.restore_rung(db, project.id, (ladder_id, rung_id))
    return ladder_answer(read_ladder(db, project.id, ladder_id))
