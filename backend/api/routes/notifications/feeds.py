"""The news of a project for feed readers."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, FedProject, MarkedProject, ReadableProject
from backend.api.schemas.notifications import FeedAddress
from backend.api.shared_calls import Call
from backend.domain.errors import ForbiddenError
from backend.domain.notifications.atom_feeds import atom
from backend.domain.people.projects import Actor, User
from backend.services.notifications.create_feed_token import (
    end_feed_token,
    find_feed_token,
    make_feed_token,
)
from backend.services.notifications.read_feed import read_feed
from backend.storage.notifications.feed_tokens import FeedAccess

router = APIRouter(prefix="/projects/{project}", tags=["notifications"], route_class=Call)

FRESH_S = 60
ATOM = "application/atom+xml"


@router.get("/feed.atom", response_class=Response, responses={200: {"content": {ATOM: {}}}})
def feed(request: Request, db: Db, project: FedProject) -> Response:
    """Give the newest news as Atom; a token in the address opens a private project."""
    headers = {
        "Cache-Control": f"private, max-age={FRESH_S}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    text = atom(read_feed(db, project, request.app.state.settings.address))
    return Response(text, media_type=ATOM, headers=headers)


@router.get("/feed-token")
def feed_token(db: Db, project: ReadableProject, actor: CurrentActor) -> FeedAccess:
    """Say since when you have an address of the feed, and when it was used last."""
    found = find_feed_token(db, project, actor.user) if actor.user else None
    return found or FeedAccess(None, None)


@router.post(
    "/feed-token", status_code=HTTPStatus.CREATED, dependencies=[writes("made", "feed address")]
)
def add_feed_token(db: Db, project: MarkedProject, actor: CurrentActor) -> FeedAddress:
    """Make an address of the feed with a token of yours; the one before is worth nothing then."""
    token = make_feed_token(db, project, _person(actor))
    return FeedAddress(path=f"/api/v1/projects/{project.slug}/feed.atom?token={token}")


@router.delete(
    "/feed-token",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("revoked", "feed address")],
)
def remove_feed_token(db: Db, project: MarkedProject, actor: CurrentActor) -> None:
    """Make your address of the feed worth nothing."""
    end_feed_token(db, project, _person(actor))


def _person(actor: Actor) -> User:
    if actor.user is None:
        raise ForbiddenError("a key has no feed of its own")
    return actor.user
