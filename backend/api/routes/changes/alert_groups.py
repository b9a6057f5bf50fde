"""Alert groups: one for everything that one commit range moved, and what people do to them."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from backend.api.answers.tables import as_table
from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, Queue, ReadableProject, TriagedProject
from backend.api.parameters.filters import Cursor, Filters, Id, Limit
from backend.api.routes.changes.points import Verdict
from backend.api.schemas.changes.alert_groups import NewNote
from backend.api.schemas.changes.triage import (
    GroupEdit,
    Moved,
    MovedFrom,
    NewGroupJudgement,
    NewMove,
)
from backend.api.schemas.inputs import Text
from backend.api.shared_calls import Call
from backend.domain.changes.alert_groups import GroupState
from backend.domain.changes.group_views import GroupEvent
from backend.domain.changes.judgements import author_of
from backend.domain.changes.triage import DetailsBefore, GroupJudgements, Move, SaidState
from backend.domain.events import EventKind, LiveEvent
from backend.domain.pages import PageRequest
from backend.domain.people.members import Assignable
from backend.services.changes import triage_groups
from backend.services.changes.read_alert_groups import (
    AlertGroupDetail,
    AlertGroupPage,
    list_groups,
    read_alert_group,
)
from backend.services.events import publish_after_commit
from backend.storage.changes.alert_lists import GroupQuery
from backend.storage.people.members import assignable

router = APIRouter(
    prefix="/projects/{project}/alert-groups", tags=["alert groups"], route_class=Call
)

State = Literal[
    "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected", "all"
]


WAYS = {"": (), "worse": ("regression", "mixed"), "better": ("improvement",), "change": ("change",)}
"""Directions of groups that a choice means."""
CHOSEN = {"": None, "only": True, "none": False}


class ListQuery(BaseModel):
    """What groups are asked for, in the address of a list."""

    state: State = "open"
    verdict: Verdict = ""
    min_effect: float = Field(default=0.0, ge=0, le=1_000)
    days: int = Field(default=0, ge=0, le=36_500)
    """Found within so many last days, whenever their commits were made; 0 for any time."""
    order: Literal["newest", "largest"] = "newest"
    way: Literal["", "worse", "better", "change"] = ""
    assignee: str = Field(default="", pattern="^(nobody|[0-9]{1,18})?$")
    """A person by number, or `nobody`; who asks is not looked at, so all are told the same."""
    tag: Text = Field(default="", max_length=60)
    due: Literal["", "overdue"] = ""
    muted: Literal["", "only", "none"] = ""
    history: Literal["", "only", "none"] = ""
    """Groups that were old when their results came, as imported ones are: no open ones."""
    pulls: Literal["", "only", "none"] = ""
    """Groups on branches of pull requests."""


def _asked(query: Annotated[ListQuery, Query()], filters: Filters) -> GroupQuery:
    return GroupQuery(
        () if query.state == "all" else (query.state,),
        query.verdict or None,
        query.min_effect,
        filters,
        days=query.days,
        is_largest_first=query.order == "largest",
        directions=WAYS[query.way],
        assignee=_assignee(query.assignee),
        tag=query.tag,
        is_overdue=query.due == "overdue",
        is_muted=CHOSEN[query.muted],
        is_history=CHOSEN[query.history],
        is_of_pull=CHOSEN[query.pulls],
    )


def _assignee(text: str) -> int | None:
    """Return whom a list asks for: 0 for nobody, none for anybody."""
    return {"": None, "nobody": 0}[text] if text in ("", "nobody") else int(text)


Asked = Annotated[GroupQuery, Depends(_asked)]


@router.get("", dependencies=[as_table("rows")])
def alert_groups(
    db: Db, project: ReadableProject, asked: Asked, cursor: Cursor = None, limit: Limit = 50
) -> AlertGroupPage:
    """List what changed, one row per cause; `min_effect` is a share, 0.05 for 5 %."""
    return list_groups(db, project.id, asked, PageRequest(cursor, limit))


@router.get("/assignees")
def assignees(db: Db, project: TriagedProject) -> list[Assignable]:
    """List who can be assigned to groups: members, then administrators, each with a short name."""
    return assignable(db, project.id)


@router.patch("", dependencies=[writes("edited", "alert group")])
def edit(
    body: GroupEdit,
    request: Request,
    db: Db,
    queue: Queue,
    project: TriagedProject,
    actor: CurrentActor,
) -> list[DetailsBefore]:
    """Set the assignee of groups, until when, their tags, issue and culprit commit."""
    edits = body.model_dump(include=body.model_fields_set - {"groups"})
    before = triage_groups.edit_groups(db, project.id, body.groups, edits, author_of(actor))
    if "culprit" in edits:
        triage_groups.place_again(db, queue, project.id, body.groups)
    _publish(request, db, project.id, body.groups)
    return before


@router.post(
    "/judgements",
    dependencies=[writes("judged", "alert group")],
)
def judge(
    said: NewGroupJudgement,
    request: Request,
    db: Db,
    queue: Queue,
    project: TriagedProject,
    actor: CurrentActor,
) -> GroupJudgements:
    """Bring groups into a state; those it does not apply to are named."""
    state = SaidState(GroupState(said.state), said.why.strip())
    outcome = triage_groups.judge_groups(
        db, queue, project.id, said.groups, state, author_of(actor)
    )
    _publish(request, db, project.id, [one.number for one in outcome.changed])
    return outcome


@router.post("/moves", dependencies=[writes("moved changes of", "alert group")])
def move(
    body: NewMove,
    request: Request,
    db: Db,
    queue: Queue,
    project: TriagedProject,
    actor: CurrentActor,
) -> Moved:
    """Put changes, or all of some groups, into another group or a new one."""
    wanted = Move(body.changes, body.groups, body.to, body.is_kept)
    moved = triage_groups.move_changes(db, queue, project.id, wanted, author_of(actor))
    _publish(request, db, project.id, [moved.to, *moved.from_])
    sources = [MovedFrom(number=one, changes=list(ids)) for one, ids in moved.from_.items()]
    return Moved.model_validate(Moved(to=moved.to, from_groups=sources), from_attributes=True)


@router.get("/{group_number}")
def alert_group(db: Db, project: ReadableProject, group_number: Id) -> AlertGroupDetail:
    """Give one alert group with its story and what is near it."""
    return read_alert_group(db, project, group_number)


@router.post(
    "/{group_number}/notes",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("wrote", "note")],
)
def add_note(
    note: NewNote,
    request: Request,
    db: Db,
    project: TriagedProject,
    actor: CurrentActor,
    group_number: Id,
) -> GroupEvent:
    """Write a note under a group, in Markdown."""
    written = triage_groups.write_note(db, project.id, group_number, note.text, author_of(actor))
    _publish(request, db, project.id, [group_number])
    return written


@router.delete(
    "/{group_number}/notes/{activity_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("removed", "note")],
)
def delete_note(
    request: Request, db: Db, project: TriagedProject, group_number: Id, activity_id: Id
) -> None:
    """Take a note back."""
    triage_groups.remove_note(db, project.id, group_number, activity_id)
    _publish(request, db, project.id, [group_number])


@router.post(
    "/{group_number}/notes/{activity_id}/restore",
    dependencies=[writes("brought back", "note")],
)
def bring_note_back(
    request: Request, db: Db, project: TriagedProject, group_number: Id, activity_id: Id
) -> GroupEvent:
    """Undo the removal of a note within a day: it is as it was, with its author and time."""
    note = triage_groups.restore_note(db, project.id, group_number, activity_id)
    _publish(request, db, project.id, [group_number])
    return note


def _publish(request: Request, db: Db, project_id: int, numbers: Sequence[int]) -> None:
    """Let open pages look again."""
    publish_after_commit(
        db, request.app.state.events, project_id, LiveEvent(EventKind.ALERT, tuple(numbers))
    )
