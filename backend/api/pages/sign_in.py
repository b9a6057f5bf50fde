"""The address of a one-time link that signs somebody in."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from backend.api.audited import writes
from backend.api.auth import address_of, device_of
from backend.api.cookies import give_session, settings_of
from backend.api.dependencies import Db
from backend.api.shared_calls import Call
from backend.domain.errors import UnauthenticatedError
from backend.services.people.audit import record_failed_sign_in
from backend.services.people.sign_in import redeem_sign_in_link

pages = APIRouter(include_in_schema=False, route_class=Call)
DEAD_LINK = "link"
"""What the sign-in page is told of a link that was used or has expired."""


@pages.get("/sign-in", dependencies=[writes("began", "session")])
def sign_in(token: str, request: Request, db: Db) -> Response:
    """Use a one-time link: set the session cookie and open the first page.

    A person's browser opens it, so a dead link leads to the page that says so and what to do.
    """
    try:
        days = settings_of(request).session_days
        session = redeem_sign_in_link(db, token, days, device_of(request))
    except UnauthenticatedError:
        record_failed_sign_in(db, address_of(request))
        return RedirectResponse(f"/welcome?problem={DEAD_LINK}", HTTPStatus.SEE_OTHER)
    response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
    give_session(request, response, db, session)
    return response
