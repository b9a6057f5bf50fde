"""Calls: projects. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import NewProject, Project, ProjectChange


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
