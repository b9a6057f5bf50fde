"""Declared mappings: what the columns of a table, or the places of a JSON file, mean."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends

from backend.api.audited import writes, writes_nothing
from backend.api.bodies import whole_body
from backend.api.dependencies import (
    ConfiguredProject,
    CurrentActor,
    Db,
    ReadableProject,
    ReportingProject,
)
from backend.api.parameters.filters import Id
from backend.api.schemas.problems import Problem
from backend.api.schemas.reports.mappings import NewMapping, SavedMapping
from backend.api.shared_calls import Call
from backend.domain.reports.mappings import FileOutline
from backend.services.reports.tools.accept import read_file
from backend.services.reports.tools.mappings import outline_file, remove_mapping, save_mapping
from backend.settings import limits
from backend.storage.reports.mappings import mappings_of

router = APIRouter(prefix="/projects/{project}/mappings", tags=["reports"], route_class=Call)
File = Annotated[bytes, Depends(whole_body(lambda: limits().import_bytes))]


@router.get("")
def list_mappings(db: Db, project: ReadableProject) -> list[SavedMapping]:
    """Return the declared mappings of a project by name."""
    return [SavedMapping.of(one) for one in mappings_of(db, project.id)]


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("saved", "mapping")])
def add_mapping(
    wanted: NewMapping, db: Db, project: ConfiguredProject, actor: CurrentActor
) -> SavedMapping:
    """Keep a mapping under a name, in place of one of that name; see docs/formats.md."""
    return SavedMapping.of(save_mapping(db, project, actor, wanted.name, wanted.mapping.mapping()))


@router.post(
    "/outlines",
    dependencies=[writes_nothing("it only looks at a file")],
    responses={413: {"model": Problem}, 422: {"model": Problem}},
)
def outline(project: ReportingProject, body: File) -> FileOutline:
    """Say which columns or fields a file has, with examples: what a mapping can name.

    The body is JSON: `data`, the file in base64, and its `name`.
    """
    del project
    file = read_file(body)
    return outline_file(file.name, file.data, limits().import_bytes)


@router.delete(
    "/{mapping_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("removed", "mapping")],
)
def end_mapping(db: Db, project: ConfiguredProject, mapping_id: Id) -> None:
    """Remove a mapping; what was read by it stays."""
    remove_mapping(db, project, mapping_id)
