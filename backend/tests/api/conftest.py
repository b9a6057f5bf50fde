"""What several tests of the API begin with."""

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.filling import fill
from backend.tests.api.releasing import a_release_history


@pytest.fixture
def released(engine: Engine, project: Project) -> Project:
    """Return a project in which one commit made one engine slower and another faster."""
    fill(engine, project, *a_release_history())
    return project
