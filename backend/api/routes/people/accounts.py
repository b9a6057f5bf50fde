"""One's own sessions, and a new password by a link that works once."""

from http import HTTPStatus

from fastapi import APIRouter, Depends, Request

from backend.api.audited import writes, writes_nothing
from backend.api.auth import address_of, demand_own_page
from backend.api.cookies import settings_of
from backend.api.dependencies import FOR_EVERYBODY, Db, Person
from backend.api.parameters.filters import Id
from backend.api.schemas.people import accounts as schema
from backend.api.shared_calls import Call
from backend.domain.people.accounts import OpenedReset, OwnSessions
from backend.services.people.own_sessions import end_other_sessions, end_session_of
from backend.services.people.reset_password import (
    ask_for_link,
    open_password_link,
    use_password_link,
)
from backend.storage.people.browser_sessions import sessions_of

router = APIRouter(tags=["session"], route_class=Call)
FROM_A_PAGE = [FOR_EVERYBODY, Depends(demand_own_page)]


@router.get("/account/sessions")
def list_sessions(db: Db, person: Person) -> OwnSessions:
    """Return the browsers in which one is signed in, the one seen last first."""
    return OwnSessions(sessions_of(db, person))


@router.delete(
    "/account/sessions",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("ended", "other sessions")],
)
def end_others(db: Db, person: Person) -> None:
    """End every session of one's own but this one."""
    end_other_sessions(db, person)


@router.delete(
    "/account/sessions/{session_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("ended", "session")],
)
def end_one(session_id: Id, db: Db, person: Person) -> None:
    """End a session of one's own; whoever uses it is out at once."""
    end_session_of(db, person, session_id)


@router.post(
    "/password-links/requests",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[*FROM_A_PAGE, writes_nothing("the trail tells of the mail when it is sent")],
)
def ask(given: schema.LinkRequest, request: Request, db: Db) -> None:
    """Have a link mailed by which a new password can be set.

    The answer is the same whether the address has an account or not.
    """
    ask_for_link(db, settings_of(request), given.email)


@router.post(
    "/password-links/opened",
    dependencies=[FOR_EVERYBODY, writes_nothing("shows whose link it is")],
)
def look_at_link(given: schema.LinkToken, db: Db) -> OpenedReset:
    """Tell whose password a link is for."""
    return open_password_link(db, given.token)


@router.post(
    "/password-links/used",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[*FROM_A_PAGE, writes("reset", "password")],
)
def use_link(given: schema.NewPassword, request: Request, db: Db) -> None:
    """Set a new password by a link, once; every session of the account ends."""
    told = (given.token, given.password)
    use_password_link(db, request.app.state.throttle, told, address_of(request))
