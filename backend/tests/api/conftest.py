"""What several tests of the API begin with."""

import pytest

from backend.domain.people.projects import Project
from backend.testing.templates import TEMPLATE, Templates
from backend.tests.api.releasing import release


@pytest.fixture
def template(request: pytest.FixtureRequest, templates: Templates) -> str:
    """Begin with the history of releases where a test asks for it."""
    return templates.filled(release) if "released" in request.fixturenames else TEMPLATE


@pytest.fixture
def released(project: Project) -> Project:
    """Return a project in which one commit made one engine slower and another faster."""
    return project
