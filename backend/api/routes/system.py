"""Whether the server is well, and the formats it publishes."""

from typing import Any

from fastapi import APIRouter
from sqlalchemy import text

from backend.adapters.tidemark_json import schema
from backend.api.dependencies import FOR_EVERYBODY, Db

router = APIRouter(tags=["system"])


@router.get("/health", dependencies=[FOR_EVERYBODY])
def health(db: Db) -> dict[str, str]:
    """Answer when the database answers."""
    db.execute(text("select 1"))
    return {"status": "ok"}


@router.get("/schemas/report-v1.json", dependencies=[FOR_EVERYBODY])
def report_schema() -> dict[str, Any]:
    """Return the JSON Schema of report v1."""
    return schema()
