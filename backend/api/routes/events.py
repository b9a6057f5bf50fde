"""Live events of a project as server-sent events."""

from collections.abc import AsyncIterator

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from backend.api.dependencies import ReadableProject
from backend.services.events import subscribe

router = APIRouter(prefix="/projects/{project}/events", tags=["events"])

STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get("", response_class=StreamingResponse)
def listen(request: Request, project: ReadableProject) -> StreamingResponse:
    """Stream `report`, `run`, `change`, `split`, `agent` events; a comment every 15 s: alive."""
    return StreamingResponse(
        _stream(request.app.state.settings.redis_url, project.id),
        media_type="text/event-stream",
        headers=STREAM,
    )


async def _stream(redis_url: str, project_id: int) -> AsyncIterator[bytes]:
    yield b": connected\n\n"
    async for event in subscribe(redis_url, project_id):
        if event is None:
            yield b": alive\n\n"
        else:
            document = msgspec.json.encode({"ids": event.ids})
            yield b"event: %s\ndata: %s\n\n" % (event.kind.encode(), document)
