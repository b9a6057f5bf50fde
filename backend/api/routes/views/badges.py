"""Badges for other pages: a small SVG that needs no font and no script."""

import hashlib
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import AfterValidator

from backend.api.dependencies import Db, ReadableProject
from backend.api.pages.pictures import SAFE
from backend.api.routes.series.lists import SeriesId
from backend.api.schemas.inputs import Text
from backend.api.shared_calls import Call
from backend.domain.views.badges import drawn
from backend.services.views.read_badge import read_badge

router = APIRouter(prefix="/projects/{project}", tags=["series"], route_class=Call)

FRESH_S = 60
Said = Annotated[Text | None, Query(max_length=80), AfterValidator(lambda text: text or None)]
CommitName = Annotated[Text | None, Query(max_length=200), AfterValidator(lambda t: t or None)]


@router.get(
    "/badge.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, 304: {"description": "as you have it"}},
)
def badge(
    request: Request,
    db: Db,
    project: ReadableProject,
    series: Annotated[SeriesId, Query()],
    since: CommitName = None,
    label: Said = None,
) -> Response:
    """Draw the newest result of a series, or its newest confirmed change since a commit."""
    svg = drawn(read_badge(db, project.id, series, since, label))
    tag = f'"{hashlib.blake2b(svg.encode(), digest_size=12).hexdigest()}"'
    reach = "public" if project.visibility == "public" else "private"
    headers = {
        "ETag": tag,
        "Cache-Control": f"{reach}, max-age={FRESH_S}",
        "Content-Security-Policy": SAFE,
        "X-Content-Type-Options": "nosniff",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(svg, media_type="image/svg+xml", headers=headers)
