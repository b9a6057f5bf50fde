"""Signing in by a one-time link, and out again."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from backend.api.auth import COOKIE
from backend.api.dependencies import FOR_EVERYBODY, CurrentActor, Db
from backend.api.routes.projects import shown
from backend.api.schemas.projects import Session, User
from backend.services.show_projects import visible_projects
from backend.services.sign_in import redeem_sign_in_link, sign_out
from backend.settings import Settings

router = APIRouter(tags=["session"])
pages = APIRouter(include_in_schema=False)
DAY_S = 86_400


@router.get("/session", dependencies=[FOR_EVERYBODY])
def read_session(db: Db, actor: CurrentActor) -> Session:
    """Tell who is signed in and which projects they may see."""
    user = actor.user
    account = User(name=user.name, email=user.email, is_admin=user.is_admin) if user else None
    visible = [shown(project) for project in visible_projects(db, actor)]
    return Session(user=account, projects=visible)


@router.delete("/session", status_code=HTTPStatus.NO_CONTENT, dependencies=[FOR_EVERYBODY])
def end_session(request: Request, response: Response, db: Db) -> None:
    """Sign out."""
    token = request.cookies.get(COOKIE)
    if token is not None:
        sign_out(db, token)
    response.delete_cookie(COOKIE)


@pages.get("/sign-in")
def sign_in(token: str, request: Request, db: Db) -> Response:
    """Use a one-time link: set the session cookie and open the first page."""
    settings: Settings = request.app.state.settings
    session = redeem_sign_in_link(db, token, settings.session_days)
    response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
    response.set_cookie(
        COOKIE,
        session,
        max_age=settings.session_days * DAY_S,
        httponly=True,
        samesite="lax",
        secure=(settings.public_url or "").startswith("https://"),
    )
    return response
