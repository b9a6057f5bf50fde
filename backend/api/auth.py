"""From a request's header or cookie to the actor who makes it."""

import re
from http import HTTPMethod

from fastapi import Request
from sqlalchemy.orm import Session

from backend.api.sides import COOKIE, is_of_replica
from backend.domain.errors import ForbiddenError, UnauthenticatedError
from backend.domain.people.accounts import Device
from backend.domain.people.projects import Actor
from backend.domain.people.tokens import is_signed_token
from backend.services.people.ci_access import actor_of_token, comparing_job, reading_job
from backend.services.people.sign_in import actor_of_browser, actor_of_key

PAGE_HEADER = "x-tidemark"
UPLOAD = re.compile(r"/api/v1/projects/([^/]+)/reports(?:/files)?")
REPORT = re.compile(r"/api/v1/projects/([^/]+)/reports/([0-9a-f-]{36})")
COMPARISON = re.compile(r"/api/v1/projects/([^/]+)/comparison")
READING = {"GET", "HEAD", "OPTIONS"}


def address_of(request: Request) -> str:
    """Return where a request comes from; empty where that is not known."""
    return request.client.host if request.client else ""


def device_of(request: Request) -> Device:
    return Device(request.headers.get("user-agent", ""), address_of(request))


def demand_own_page(request: Request) -> None:
    """Refuse what a page of another site sent: it can send the cookie but not this header."""
    if PAGE_HEADER not in request.headers:
        raise ForbiddenError("a change from a browser must carry the header X-Tidemark: 1")


def _actor_of_job(request: Request, session: Session, token: str) -> Actor:
    """Name the job behind a token of a CI system, at the few calls that such a token is for.

    It sends reports, asks what became of them, and compares the commits that they are of.
    """
    path, issuers = request.url.path, request.app.state.issuers
    if request.method == HTTPMethod.POST and (place := UPLOAD.fullmatch(path)):
        return actor_of_token(session, issuers, token, place[1])
    if request.method == HTTPMethod.GET and (place := REPORT.fullmatch(path)):
        return reading_job(actor_of_token(session, issuers, token, place[1]), session, place[2])
    if request.method == HTTPMethod.GET and (place := COMPARISON.fullmatch(path)):
        side = request.query_params.get("contender", "")
        return comparing_job(actor_of_token(session, issuers, token, place[1]), session, side)
    raise UnauthenticatedError(
        "a token of a CI system sends reports and compares their commits, and does nothing else"
    )


def actor_of(request: Request, session: Session) -> Actor:
    """Name the actor; a wrong key is an error, no key is a visitor."""
    header = request.headers.get("authorization")
    if header is not None:
        kind, _, key = header.partition(" ")
        if kind.lower() != "bearer" or not key.strip():
            raise UnauthenticatedError("the header must read: Authorization: Bearer <key>")
        if is_signed_token(key.strip()):
            return _actor_of_job(request, session, key.strip())
        return actor_of_key(session, key.strip())
    cookie = request.cookies.get(COOKIE)
    if cookie is None:
        return Actor()
    if request.method not in READING:
        demand_own_page(request)
    found = actor_of_browser(session, cookie, address_of(request))
    if found.is_visitor and is_of_replica(request):
        raise UnauthenticatedError("the primary may know a session that began just now")
    return found
