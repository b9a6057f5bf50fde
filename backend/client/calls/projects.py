"""Calls: projects. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    DeletedProject,
    KnownProject,
    NewProject,
    Project,
    ProjectChange,
    ProjectReturn,
)


def deleted_projects() -> ApiCall[list[DeletedProject]]:
    """List the deleted projects that the caller can bring back: an owner, or an administrator."""
    return ApiCall("GET", "/deleted-projects", list[DeletedProject])


def restore_project(project_id: int, *, body: ProjectReturn) -> ApiCall[KnownProject]:
    """Bring a deleted project back, whole; only who owned it, or an administrator, finds it."""
    return ApiCall(
        "POST", f"/deleted-projects/{quoted(project_id)}/restore", KnownProject, body=body
    )


def list_projects() -> ApiCall[list[Project]]:
    """Return the projects that the caller may read."""
    return ApiCall("GET", "/projects", list[Project])


def add_project(*, body: NewProject) -> ApiCall[Project]:
    """Make a project."""
    return ApiCall("POST", "/projects", Project, body=body)


def read_project(project: str) -> ApiCall[Project]:
    """Read Project."""
    return ApiCall("GET", f"/projects/{quoted(project)}", Project)


def alter_project(project: str, *, body: ProjectChange) -> ApiCall[Project]:
    """Say where the code of a project can be looked at, and whether everybody may read it."""
    return ApiCall("PATCH", f"/projects/{quoted(project)}", Project, body=body)


def remove_project(project: str, *, name: str) -> ApiCall[DeletedProject]:
    """Delete a project with all that is in it; `name` repeats its short name."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}",
        DeletedProject,
        query={
            "name": name,
        },
    )


def save_project(project: str) -> ApiCall[bytes]:
    """Give everything of a project as one archive, which another installation can bring in."""
    return ApiCall("GET", f"/projects/{quoted(project)}/archive", bytes)


def changes_as_parquet(project: str) -> ApiCall[bytes]:
    """Give all change points as Parquet: `reading.changes` of docs/data.md."""
    return ApiCall("GET", f"/projects/{quoted(project)}/changes.parquet", bytes)


def results_as_parquet(project: str) -> ApiCall[bytes]:
    """Give all results that count as Parquet, in base units: `reading.results` of docs/data.md."""
    return ApiCall("GET", f"/projects/{quoted(project)}/results.parquet", bytes)


def samples_as_parquet(project: str) -> ApiCall[bytes]:
    """Give all samples that are kept as Parquet: `reading.samples` of docs/data.md."""
    return ApiCall("GET", f"/projects/{quoted(project)}/samples.parquet", bytes)
