"""Change points: the list that asks for attention, and one of them."""

from typing import Any, Literal

from fastapi import APIRouter, Request

from backend.api.dependencies import AdminProject, Db, Queue, ReadableProject
from backend.api.filters import Cursor, Filters, Id, Limit
from backend.api.schemas.changes import ChangeJudgement, ChangePage, ChangePoint
from backend.domain.events import Event, EventKind
from backend.services.judge_change import judge_change
from backend.services.read_changes import list_changes, read_change

router = APIRouter(prefix="/projects/{project}", tags=["changes"])

State = Literal["open", "all", "suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
Verdict = Literal["", "regression", "improvement", "change"]


@router.get("/changes", response_model=ChangePage)
def changes(  # noqa: PLR0913 - as they stand in the address
    db: Db,
    project: ReadableProject,
    filters: Filters,
    state: State = "open",
    verdict: Verdict = "",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Any:  # noqa: ANN401
    """List change points, the newest commits first; `open` ones are confirmed, not suspected."""
    return list_changes(db, project.id, (state, verdict or None), filters, (cursor, limit))


@router.get("/changes/{change_id}", response_model=ChangePoint)
def change(db: Db, project: ReadableProject, change_id: Id) -> Any:  # noqa: ANN401
    """Give one change point."""
    return read_change(db, project.id, change_id)


@router.put("/changes/{change_id}/judgement", response_model=ChangePoint)
def judge(
    judgement: ChangeJudgement,
    request: Request,
    db: Db,
    queue: Queue,
    project: AdminProject,
    change_id: Id,
) -> Any:  # noqa: ANN401
    """Say that a change point is none, which stays so whatever is found; or take that back."""
    judge_change(db, queue, project.id, change_id, is_change=judgement.is_change)
    request.app.state.events.publish(project.id, Event(EventKind.CHANGE, (change_id,)))
    return read_change(db, project.id, change_id)
