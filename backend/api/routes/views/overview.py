"""The first page of a project, and how far somebody has read it."""

from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import AwareDatetime, TypeAdapter
from sqlalchemy.orm import Session

from backend.api.answers.written import WrittenJson
from backend.api.audited import writes_nothing
from backend.api.dependencies import CurrentActor, Db, MarkedProject, Pass
from backend.api.schemas.views.overview import Overview, SeenMark, SharedOverview
from backend.api.shared_calls import Call, Reader, in_place, shared_part
from backend.domain.people.projects import Actor, Project
from backend.domain.views.overviews import ShownNews, SuiteCard
from backend.services.views.mark_seen import mark_seen
from backend.services.views.read_overview import read_news, read_overview

router = APIRouter(prefix="/projects/{project}", tags=["overview"], route_class=Call)
OWN_MARK = writes_nothing("how far somebody has read is nobody else's business")


@router.get("/overview", response_model=Overview)
async def overview(
    request: Request, reader: Reader, since: Annotated[AwareDatetime | None, Query()] = None
) -> Response:
    """Give what the project holds, what changed in it, and what goes on.

    `since` tells visitors what is new to them; signed-in people have a mark of their own.
    """
    project, question = reader.project, ("overview", reader.project.id)
    shared = await shared_part(request, question, lambda db: _shared(db, project))
    news = await _news_for(request, reader, since)
    # the news stand last in the object that everybody is told
    return Response(shared[:-1] + b',"news":' + news + b"}", media_type="application/json")


async def _news_for(request: Request, reader: Pass, since: datetime | None) -> bytes:
    if since is None and reader.actor.user is None:
        return NO_NEWS
    return await in_place(request, lambda db: _news(db, reader.project, reader.actor, since))


def _shared(db: Session, project: Project) -> bytes:
    found = read_overview(db, project)
    cards = CARDS.write(project.id, found.suites)
    shown = SharedOverview.model_validate(found, from_attributes=True)
    rest = shown.model_dump_json(exclude={"suites"}).encode()
    return rest[:-1] + b',"suites":' + cards + b"}"


def _news(db: Session, project: Project, actor: Actor, since: datetime | None) -> bytes:
    return _written(read_news(db, project, actor, since))


CARDS = WrittenJson(TypeAdapter(Sequence[SuiteCard]))
"""Most of the answer where suites are many, and it changes with reports only."""
NEWS = TypeAdapter(ShownNews)


def _written(news: ShownNews) -> bytes:
    return NEWS.dump_json(news)


NO_NEWS = _written(ShownNews(None))
"""What is told to visitors who do not say what they saw."""


@router.put("/seen", status_code=HTTPStatus.NO_CONTENT, dependencies=[OWN_MARK])
def seen(mark: SeenMark, db: Db, project: MarkedProject, actor: CurrentActor) -> None:
    """Say up to when you have seen what happened."""
    mark_seen(db, project, actor, mark.at)
