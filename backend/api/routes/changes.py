"""Change points: the list that asks for attention, and one of them."""

from typing import Any, Literal

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.filters import Cursor, Filters, Id, Limit
from backend.api.schemas.changes import ChangePage, ChangePoint
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
