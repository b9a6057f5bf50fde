"""A project as one file."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from backend.api.dependencies import ConfiguredProject
from backend.api.shared_calls import Call
from backend.services.keeping.project_archive import archive_pieces
from backend.version import VERSION

router = APIRouter(prefix="/projects/{project}/archive", tags=["projects"], route_class=Call)
ZIP = "application/zip"
FILE: dict[int | str, dict[str, Any]] = {200: {"content": {ZIP: {}}}}


@router.get("", response_class=StreamingResponse, responses=FILE)
def save_project(request: Request, project: ConfiguredProject) -> StreamingResponse:
    """Give everything of a project as one archive, which another installation can bring in.

    Secrets, members, channels and the audit trail stay here.
    """
    url = request.app.state.settings.database_url
    return StreamingResponse(
        archive_pieces(url, VERSION, project),
        media_type=ZIP,
        headers={
            "Content-Disposition": f'attachment; filename="{project.slug}.tidemark.zip"',
            "Cache-Control": "no-store",
        },
    )
