"""Calls: projects. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import NewProject, Project, ProjectChange


def list_projects() -> Call[list[Project]]:
    """Return the projects that the caller may read."""
    return Call("GET", "/projects", list[Project])


def add_project(*, body: NewProject) -> Call[Project]:
    """Make a project."""
    return Call("POST", "/projects", Project, body=body)


def read_project(project: str) -> Call[Project]:
    """Read Project."""
    return Call("GET", f"/projects/{quoted(project)}", Project)


def alter_project(project: str, *, body: ProjectChange) -> Call[Project]:
    """Say where the code of a project can be looked at, and whether everybody may read it."""
    return Call("PATCH", f"/projects/{quoted(project)}", Project, body=body)
