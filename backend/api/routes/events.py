"""Live events of a project as server-sent events."""

import time
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from backend.api.dependencies import readable
from backend.api.shared_calls import Call, Reader, let_in
from backend.domain.errors import DomainError, UnavailableError
from backend.services.events import HEARTBEAT_S, EventHub, Listener

router = APIRouter(prefix="/projects/{project}/events", tags=["events"], route_class=Call)

STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
LOOKED_AFTER_S = 4.0
"""How long a stream goes on after its reader may not read the project any more, at most."""


@router.get("", response_class=StreamingResponse)
async def listen(request: Request, reader: Reader) -> StreamingResponse:
    """Stream `report`, `run`, `change`, `agent`, `job`, … events; a comment every 15 s: alive."""
    return StreamingResponse(
        _stream(request, reader.project.id), media_type="text/event-stream", headers=STREAM
    )


async def _stream(request: Request, project_id: int) -> AsyncIterator[bytes]:
    hub: EventHub = request.app.state.hub
    async with hub.listen(project_id) as listener:
        yield b": connected\n\n"
        async for piece in _pieces(request, listener):
            yield piece


async def _pieces(request: Request, listener: Listener) -> AsyncIterator[bytes]:
    """Yield what is sent, until the stream ends or its reader may read no more."""
    spoke = looked = time.monotonic()
    while (piece := await listener.next(LOOKED_AFTER_S)) is not None:
        now = time.monotonic()
        if now - looked >= LOOKED_AFTER_S:
            looked = now
            if not await _may_read(request):
                return
        if not piece and now - spoke >= HEARTBEAT_S:
            piece = b": alive\n\n"
        if piece:
            spoke = now
            yield piece


async def _may_read(request: Request) -> bool:
    try:
        state = await request.app.state.primary.snapshots.current()
        await let_in(request, readable, request.path_params["project"], state)
    except UnavailableError:
        return True  # nobody can say; the next look will
    except DomainError:
        return False
    return True
