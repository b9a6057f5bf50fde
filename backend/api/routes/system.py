"""Whether the server is well, and the formats it publishes."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from backend.api.dependencies import FOR_EVERYBODY, NeedsAdministrator
from backend.api.errors import RETRY_AFTER_S, problem
from backend.api.schemas.problems import Problem
from backend.api.shared_calls import Call
from backend.domain.errors import Fault
from backend.domain.machines.signing import ReceiptKey
from backend.domain.people.rights import Action
from backend.domain.readiness import Readiness
from backend.domain.server_health import KEPT, ServerStatus
from backend.services.notary import Notary

MOST_HOURS = KEPT.days * 24
router = APIRouter(tags=["system"], route_class=Call)


class ReadyAnswer(BaseModel):
    """Everything does its work; otherwise the answer is a problem that names each part."""

    status: Literal["ready"] = "ready"
    warnings: list[str] = []
    """What will be out of order if nobody acts, such as a disk that is nearly full."""


@router.get("/health", dependencies=[FOR_EVERYBODY])
async def health() -> dict[str, str]:
    """Answer while this process does; neither a thread nor the database is asked."""
    return {"status": "ok"}


@router.get(
    "/ready",
    dependencies=[FOR_EVERYBODY],
    response_model=ReadyAnswer,
    responses={503: {"model": Problem, "description": "Some component does not do its work"}},
)
async def ready(request: Request, response: Response) -> ReadyAnswer | JSONResponse:
    """Answer whether all components do their work, from memory; 503 names those that do not."""
    response.headers["Cache-Control"] = "no-store"
    found: Readiness = request.app.state.components.readiness()
    if not found.troubles:
        return ReadyAnswer(warnings=[one.reason for one in found.warnings])
    reasons = [one.reason for one in found.troubles]
    faults = [Fault(f"/{one.component}", one.reason, one.remedy) for one in found.troubles]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    named = {"Retry_After": RETRY_AFTER_S, "Cache_Control": "no-store"}
    return problem(status, "; ".join(reasons), faults, **named)


@router.get("/server", dependencies=[Depends(NeedsAdministrator(Action.WATCH))])
def read_server(
    request: Request, hours: Annotated[int, Query(ge=1, le=MOST_HOURS)] = 24
) -> ServerStatus:
    """Tell who operates the server what is wrong with it, what waits, and how it did."""
    # here, since few ask, and it needs what looks at a whole installation
    from backend.services.keeping.watch_server import read_status  # noqa: PLC0415

    settings = request.app.state.settings
    return read_status(settings, request.app.version, datetime.now(UTC), hours)


@router.get("/receipt-key", dependencies=[FOR_EVERYBODY])
def receipt_key(request: Request) -> ReceiptKey:
    """Give the public key by which receipts of proposals are checked."""
    settings = request.app.state.settings
    return Notary(settings.secret, settings.address).public()


@router.get("/schemas/report-v1.json", dependencies=[FOR_EVERYBODY])
async def report_schema() -> dict[str, Any]:
    """Return the JSON Schema of report v1."""
    # here, since few ask, and probes of health need none of it
    from backend.adapters.tidemark_json import schema  # noqa: PLC0415

    return schema()
