"""Change points: the list that asks for attention, and one of them."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter, Request

from backend.api.answers.tables import as_table
from backend.api.audited import writes
from backend.api.dependencies import (
    CurrentActor,
    Db,
    Queue,
    ReadableProject,
    TriagedProject,
)
from backend.api.parameters.filters import Cursor, Filters, Id, Limit
from backend.api.schemas.changes.alert_groups import NewJudgements, NewNote
from backend.api.schemas.changes.triage import ChangeJudgement
from backend.api.shared_calls import Call
from backend.domain.changes.judgements import ChangeNote, JudgementKind, Judgements, author_of
from backend.domain.changes.pages import ChangeDetail
from backend.domain.changes.views import ChangePoint
from backend.domain.events import EventKind, LiveEvent
from backend.domain.pages import Page, PageRequest
from backend.services.changes.explain import explain_change
from backend.services.changes.judge import judge_change, judge_changes
from backend.services.changes.read import list_changes, read_change
from backend.services.changes.write_note import remove_note, restore_note, write_note
from backend.services.events import publish_after_commit

router = APIRouter(prefix="/projects/{project}", tags=["changes"], route_class=Call)

State = Literal[
    "open",
    "acknowledged",
    "all",
    "suspected",
    "confirmed",
    "refuted",
    "cleared",
    "fixed",
    "withdrawn",
]
Verdict = Literal["", "regression", "improvement", "change"]


@router.get("/changes", dependencies=[as_table("rows")])
def changes(  # noqa: PLR0913 - as they stand in the address
    db: Db,
    project: ReadableProject,
    filters: Filters,
    state: State = "open",
    verdict: Verdict = "",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Page[ChangePoint]:
    """List change points, the newest commits first; `open` ones are confirmed, not suspected."""
    return list_changes(
        db, project.id, (state, verdict or None), filters, PageRequest(cursor, limit)
    )


@router.post("/changes/judgements", dependencies=[writes("judged", "change")])
def judge_several(
    said: NewJudgements,
    request: Request,
    db: Db,
    queue: Queue,
    project: TriagedProject,
    actor: CurrentActor,
) -> Judgements:
    """Say one thing of several change points; those it does not apply to are named."""
    outcome = judge_changes(
        db, queue, project.id, said.changes, JudgementKind(said.judgement), author_of(actor)
    )
    _publish(request, db, project.id, outcome.changed)
    return outcome


@router.get("/changes/{change_id}")
def change(db: Db, project: ReadableProject, change_id: Id) -> ChangeDetail:
    """Give one change point with all that is known around it."""
    return explain_change(db, project, change_id)


@router.put(
    "/changes/{change_id}/judgement",
    dependencies=[writes("judged", "change")],
)
def judge(  # noqa: PLR0913 - a request and who makes it
    judgement: ChangeJudgement,
    request: Request,
    db: Db,
    queue: Queue,
    project: TriagedProject,
    actor: CurrentActor,
    change_id: Id,
) -> ChangePoint:
    """Say that a change point is none, which stays so whatever is found; or take that back."""
    said = JudgementKind.REOPENED if judgement.is_change else JudgementKind.REJECTED
    judge_change(db, queue, project.id, change_id, said, author_of(actor))
    _publish(request, db, project.id, [change_id])
    return read_change(db, project.id, change_id)


@router.post(
    "/changes/{change_id}/notes",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("wrote", "note")],
)
def add_note(
    note: NewNote,
    request: Request,
    db: Db,
    project: TriagedProject,
    actor: CurrentActor,
    change_id: Id,
) -> ChangeNote:
    """Write a note under a change point."""
    written = write_note(db, project.id, change_id, note.text, author_of(actor))
    _publish(request, db, project.id, [change_id])
    return written


@router.delete(
    "/changes/{change_id}/notes/{note_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("removed", "note")],
)
def delete_note(
    request: Request, db: Db, project: TriagedProject, change_id: Id, note_id: Id
) -> None:
    """Take a note back."""
    remove_note(db, project.id, change_id, note_id)
    _publish(request, db, project.id, [change_id])


@router.post(
    "/changes/{change_id}/notes/{note_id}/restore",
    dependencies=[writes("brought back", "note")],
)
def bring_note_back(
    request: Request, db: Db, project: TriagedProject, change_id: Id, note_id: Id
) -> ChangeNote:
    """Undo the removal of a note within a day: it is as it was, with its author and time."""
    note = restore_note(db, project.id, change_id, note_id)
    _publish(request, db, project.id, [change_id])
    return note


def _publish(request: Request, db: Db, project_id: int, changes: Sequence[int]) -> None:
    """Let open pages look again."""
    publish_after_commit(
        db, request.app.state.events, project_id, LiveEvent(EventKind.CHANGE, tuple(changes))
    )
