"""The first page of a project."""

from typing import Any

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.schemas.overview import Overview
from backend.services.read_overview import read_overview

router = APIRouter(prefix="/projects/{project}/overview", tags=["overview"])


@router.get("", response_model=Overview)
def overview(db: Db, project: ReadableProject) -> Any:  # noqa: ANN401
    """Give what the project holds, what changed in it, and what goes on."""
    return read_overview(db, project)
