"""Profiles: where a variant spent its time."""

from typing import Any

from fastapi import APIRouter, Response

from backend.api.dependencies import Db, ReadableProject
from backend.api.filters import Id
from backend.api.schemas.profiles import ProfileDetail
from backend.services.read_profile import read_profile, read_stacks

router = APIRouter(prefix="/projects/{project}/profiles", tags=["profiles"])


@router.get("/{profile_id}", response_model=ProfileDetail)
def profile(db: Db, project: ReadableProject, profile_id: Id) -> Any:  # noqa: ANN401
    """Give one profile with its functions, those with most time of their own first."""
    return read_profile(db, project.id, profile_id)


@router.get("/{profile_id}/stacks", response_class=Response)
def stacks(
    db: Db,
    project: ReadableProject,
    profile_id: Id,
) -> Response:
    """Give the folded stacks, root first, as a file in gzip that flame graph tools read."""
    body = read_stacks(db, project.id, profile_id)
    name = f'attachment; filename="profile-{profile_id}.folded.gz"'
    return Response(body, media_type="application/gzip", headers={"content-disposition": name})
