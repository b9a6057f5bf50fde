"""The domain errors, and everything unforeseen, as problem documents (RFC 9457)."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import psycopg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from backend.api.middleware.security_headers import complete
from backend.api.schemas.inputs import UNKNOWN
from backend.domain.errors import (
    ConflictError,
    DomainError,
    Fault,
    ForbiddenError,
    FullDiskError,
    InvalidError,
    NotFoundError,
    TooLargeError,
    TooOftenError,
    UnauthenticatedError,
    UnavailableError,
)
from backend.outgoing.outside import OutsideUnreachableError

log = structlog.get_logger()

STATUS: tuple[tuple[type[DomainError], HTTPStatus], ...] = (
    (UnauthenticatedError, HTTPStatus.UNAUTHORIZED),
    (ForbiddenError, HTTPStatus.FORBIDDEN),
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (ConflictError, HTTPStatus.CONFLICT),
    (TooLargeError, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    (InvalidError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (TooOftenError, HTTPStatus.TOO_MANY_REQUESTS),
    (OutsideUnreachableError, HTTPStatus.SERVICE_UNAVAILABLE),
    (FullDiskError, HTTPStatus.INSUFFICIENT_STORAGE),
    (UnavailableError, HTTPStatus.SERVICE_UNAVAILABLE),
)
RETRY_AFTER_S = "5"
FULL_WAIT_S = 15
FULL = frozenset({"53100"})
"""SQL state of a database whose disk is full."""
READ_ONLY = frozenset({"25006"})
"""SQL state of a database that takes no changes, as one does that is about to be replaced."""
RACED = frozenset({"23505", "23503", "40001", "40P01"})
"""SQL states of what only another request at the same moment brings about: it made the same thing
first, took away what this one refers to, or both waited for each other. What can be known before is
checked before, and said in better words."""
AWAY = (
    PoolTimeoutError,
    OperationalError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)
"""What a database that is down looks like; hot paths use the driver below SQLAlchemy."""


def is_passing(error: Exception) -> bool:
    """Tell whether the same request may well succeed a little later."""
    if isinstance(error, (UnavailableError, *AWAY)):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return _state_of(error) in RACED | FULL | READ_ONLY


def problem(
    status: HTTPStatus, detail: str, faults: Sequence[Fault] = (), **headers: str
) -> JSONResponse:
    """Build one problem document."""
    body = {
        "type": f"urn:tidemark:problem:{status.phrase.lower().replace(' ', '-')}",
        "title": status.phrase,
        "status": int(status),
        "detail": detail,
        "faults": [
            {
                "pointer": fault.pointer,
                "reason": fault.reason,
                "remedy": fault.remedy,
                **({"offer": fault.offer} if fault.offer else {}),
                **({"line": fault.line, "column": fault.column} if fault.line else {}),
            }
            for fault in faults
        ],
    }
    return JSONResponse(
        body,
        status_code=status,
        media_type="application/problem+json",
        headers={name.replace("_", "-"): text for name, text in headers.items()},
    )


def _domain(_request: Request, error: Exception) -> JSONResponse:
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    faults = error.faults if isinstance(error, DomainError) else ()
    headers = {"WWW_Authenticate": "Bearer"} if status is HTTPStatus.UNAUTHORIZED else {}
    if isinstance(error, TooOftenError | UnavailableError):
        headers["Retry_After"] = str(error.wait_s)
    return problem(status, str(error), faults, **headers)


def _request(_request: Request, error: Exception) -> JSONResponse:
    wrong = error.errors() if isinstance(error, RequestValidationError) else []
    faults = [_misfit(fault) for fault in wrong]
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "the request does not fit this call", faults)


def _misfit(wrong: Mapping[str, Any]) -> Fault:
    pointer = "/" + "/".join(str(part) for part in wrong["loc"])
    told = wrong.get("ctx", {})
    if wrong["type"] == UNKNOWN:
        return Fault(pointer, told["reason"], told["remedy"], told["offer"])
    return Fault(pointer, wrong["msg"], "correct it")


def _http(_request: Request, error: Exception) -> JSONResponse:
    status = HTTPStatus(error.status_code if isinstance(error, HTTPException) else 500)
    return problem(status, str(getattr(error, "detail", "")) or status.phrase)


def _database(request: Request, error: Exception) -> JSONResponse:
    if _state_of(error) in RACED:
        log.info("two requests met", path=request.url.path, error=str(error)[:300])
        return problem(
            HTTPStatus.CONFLICT,
            "another request changed the same thing at the same moment, and this one was undone; "
            "look at what is there now, and send it again where that is not what you want",
        )
    if _state_of(error) in FULL:
        log.warning("disk of the database full", path=request.url.path)
        return _domain(request, full_disk())
    is_down = isinstance(error, AWAY) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )
    if not is_down:
        return _unforeseen(request, error)
    log.warning("database unavailable", path=request.url.path, error=str(error)[:300])
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, _why_away(error), Retry_After=RETRY_AFTER_S)


def full_disk() -> FullDiskError:
    return FullDiskError(
        "the disk of the server is full, so nothing was stored; send it again later, "
        "it is accepted as soon as there is space",
        FULL_WAIT_S,
    )


def _why_away(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, psycopg.errors.QueryCanceled):
        return "the database took too long; nothing was stored, ask for less, or again later"
    return "the database cannot be reached just now; nothing was stored, send it again later"


def _state_of(error: Exception) -> str:
    """Return the SQL state of an error of the driver, by whatever way it came."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return getattr(inner, "sqlstate", None) or ""


def _gone(request: Request, _error: Exception) -> JSONResponse:
    """Note that a sender hung up; nobody reads the answer."""
    log.info("the sender went away before its body was whole", path=request.url.path)
    return problem(HTTPStatus.BAD_REQUEST, "the body is not whole; nothing was stored")


def _unforeseen(request: Request, error: Exception) -> JSONResponse:
    log.error("unforeseen error", path=request.url.path, exc_info=error)
    answer = problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "the server met an error of its own; the log has it, and nothing was stored",
    )
    # made outside of everything that would add them
    complete(answer.headers, request.url.path)
    return answer


def install(app: FastAPI) -> None:
    app.add_exception_handler(DomainError, _domain)
    app.add_exception_handler(RequestValidationError, _request)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(DBAPIError, _database)
    app.add_exception_handler(psycopg.Error, _database)
    app.add_exception_handler(PoolTimeoutError, _database)
    app.add_exception_handler(Exception, _unforeseen)
