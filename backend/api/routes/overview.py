"""The first page of a project, and how far somebody has read it."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import AwareDatetime

from backend.api.audited import writes_nothing
from backend.api.dependencies import CurrentActor, Db, MarkedProject, ReadableProject
from backend.api.schemas.overview import Overview, SeenMark
from backend.services.mark_seen import mark_seen
from backend.services.read_overview import read_overview

router = APIRouter(prefix="/projects/{project}", tags=["overview"])
OWN_MARK = writes_nothing("how far somebody has read is nobody else's business")


@router.get("/overview", response_model=Overview)
def overview(
    db: Db,
    project: ReadableProject,
    actor: CurrentActor,
    since: Annotated[AwareDatetime | None, Query()] = None,
) -> Any:  # noqa: ANN401
    """Give what the project holds, what changed in it, and what goes on.

    `since` tells visitors what is new to them; signed-in people have a mark of their own.
    """
    return read_overview(db, project, actor, since)


@router.put("/seen", status_code=HTTPStatus.NO_CONTENT, dependencies=[OWN_MARK])
def seen(mark: SeenMark, db: Db, project: MarkedProject, actor: CurrentActor) -> None:
    """Say up to when you have seen what happened."""
    mark_seen(db, project, actor, mark.at)
