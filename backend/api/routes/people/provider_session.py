"""Signing in by the identity provider: away to it, and back."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from backend.api.audited import writes, writes_nothing
from backend.api.auth import address_of, device_of
from backend.api.cookies import give, give_session, settings_of
from backend.api.dependencies import Db
from backend.api.shared_calls import Call
from backend.domain.errors import NotFoundError
from backend.domain.people.identities import SignInHinderedError, read_domains
from backend.services.people.audit import record_failed_sign_in
from backend.services.people.provider_sign_in import MINUTES, Provider, Return, SignIns

pages = APIRouter(prefix="/sign-in/provider", include_in_schema=False, route_class=Call)
COOKIE = "tidemark_sign_in"
PATH = "/sign-in/provider"
MINUTE_S = 60
LOST = "proven"
"""What the account page is told of an account that lost what was set up before its proof."""
BEGINS = writes_nothing("nobody is signed in yet")


@pages.get("", dependencies=[BEGINS])
def depart(request: Request, db: Db) -> Response:
    """Send a browser to the provider."""
    try:
        place, browser = _sign_ins(request).depart(db)
    except SignInHinderedError as error:
        return _explain(error)
    response = RedirectResponse(place, HTTPStatus.SEE_OTHER)
    give(response, settings_of(request), (COOKIE, browser), MINUTES * MINUTE_S, PATH)
    return response


@pages.get("/return", dependencies=[writes("began", "session")])
def arrive(
    request: Request, db: Db, code: str = "", state: str = "", error: str = "", iss: str = ""
) -> Response:
    """Take a browser back from the provider."""
    brought = Return(code, state, error, iss, request.cookies.get(COOKIE, ""))
    try:
        arrival = _sign_ins(request).arrive(
            db, brought, settings_of(request).session_days, device_of(request)
        )
    except SignInHinderedError as hindered:
        record_failed_sign_in(db, address_of(request))
        return _explain(hindered)
    place = f"/account?notice={LOST}" if arrival.lost.is_anything else "/"
    response = RedirectResponse(place, HTTPStatus.SEE_OTHER)
    response.delete_cookie(COOKIE, path=PATH)
    give_session(request, response, db, arrival.token)
    return response


def _explain(error: SignInHinderedError) -> Response:
    """Lead to the page that says in words what hindered."""
    return RedirectResponse(f"/welcome?problem={error.hindrance}", HTTPStatus.SEE_OTHER)


def _sign_ins(request: Request) -> SignIns:
    settings, state = settings_of(request), request.app.state
    if not settings.oidc_issuer:
        raise NotFoundError("this installation has no identity provider")
    provider = Provider(
        name=settings.oidc_name,
        issuer=settings.oidc_issuer,
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret.get_secret_value(),
        callback=f"{settings.address}{PATH}/return",
        domains=read_domains(settings.oidc_domains),
    )
    return SignIns(provider, state.issuers, state.outgoing)
