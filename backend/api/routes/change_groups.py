"""Changes by cause: one row for everything that one commit range moved."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from backend.api.dependencies import Db, ReadableProject
from backend.api.filters import Cursor, Filters, Limit
from backend.api.routes.changes import State, Verdict
from backend.api.schemas.change_groups import ChangeGroupPage
from backend.services.read_change_groups import GroupQuery, list_groups

router = APIRouter(prefix="/projects/{project}/change-groups", tags=["changes"])

MinEffect = Annotated[float, Query(ge=0, le=1_000)]
Order = Literal["newest", "largest"]


@router.get("", response_model=ChangeGroupPage)
def change_groups(  # noqa: PLR0913 - as they stand in the address
    db: Db,
    project: ReadableProject,
    filters: Filters,
    state: State = "open",
    verdict: Verdict = "",
    min_effect: MinEffect = 0.0,
    order: Order = "newest",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Any:  # noqa: ANN401
    """List what changed, one row per cause; `min_effect` is a share, 0.05 for 5 %."""
    query = GroupQuery(state, verdict or None, min_effect, order == "largest", filters)
    return list_groups(db, project.id, query, (cursor, limit))
