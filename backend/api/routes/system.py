"""Whether the server is well, and the formats it publishes."""

from typing import Any

from fastapi import APIRouter

from backend.adapters.tidemark_json import schema
from backend.api.dependencies import FOR_EVERYBODY
from backend.api.shared_calls import Call

router = APIRouter(tags=["system"], route_class=Call)


@router.get("/health", dependencies=[FOR_EVERYBODY])
async def health() -> dict[str, str]:
    """Answer while this process does; neither a thread nor the database is asked."""
    return {"status": "ok"}


@router.get("/schemas/report-v1.json", dependencies=[FOR_EVERYBODY])
async def report_schema() -> dict[str, Any]:
    """Return the JSON Schema of report v1."""
    return schema()
