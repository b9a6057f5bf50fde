"""Profiles: where a variant spent its time."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import Field

from backend.api.dependencies import Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.shared_calls import Call
from backend.domain.reports.function_changes import FunctionHistories
from backend.domain.reports.profiles import ProfilePeers
from backend.services.reports.profiles.read_functions import MOST_HISTORIES, read_function_histories
from backend.services.reports.profiles.read_profile import (
    MOST_FUNCTIONS,
    ProfileDetail,
    read_peers,
    read_profile,
    read_stacks,
)

router = APIRouter(prefix="/projects/{project}/profiles", tags=["profiles"], route_class=Call)

UNCHANGING = "private, max-age=86400, immutable"
"""Stacks are never written again; private, since a project may be."""


FunctionName = Annotated[str, Field(min_length=1, max_length=2_000)]
FunctionNames = Annotated[
    list[FunctionName], Query(default_factory=list, max_length=MOST_HISTORIES)
]
Functions = Annotated[int, Query(ge=0, le=MOST_FUNCTIONS)]


@router.get("/{profile_id}")
def profile(
    db: Db, project: ReadableProject, profile_id: Id, functions: Functions = MOST_FUNCTIONS
) -> ProfileDetail:
    """Give one profile with its functions, those with most time of their own first.

    `functions` is how many at most; 0 is for who adds up the stacks.
    """
    return read_profile(db, project.id, profile_id, functions)


@router.get("/{profile_id}/peers")
def peers(db: Db, project: ReadableProject, profile_id: Id) -> ProfilePeers:
    """Say where a profile comes from, and which others it can be compared with."""
    return read_peers(db, project.id, profile_id)


@router.get("/{profile_id}/function-histories")
def function_histories(
    db: Db, project: ReadableProject, profile_id: Id, name: FunctionNames
) -> FunctionHistories:
    """Give what functions and modules of a variant took, profiled commit by commit.

    Without names, those whose cost changed.
    """
    return read_function_histories(db, project.id, profile_id, name)


@router.get("/{profile_id}/stacks", response_class=Response)
def stacks(
    db: Db,
    project: ReadableProject,
    profile_id: Id,
) -> Response:
    """Give the folded stacks, root first, as a file in gzip that flame graph tools read."""
    body = read_stacks(db, project.id, profile_id)
    name = f'attachment; filename="profile-{profile_id}.folded.gz"'
    headers = {"content-disposition": name, "cache-control": UNCHANGING}
    return Response(body, media_type="application/gzip", headers=headers)
