"""A project that is connected to a forge."""

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Actor, Project
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import WantedConnection
from backend.services.pulls import connect_forge
from backend.storage.engine import transaction
from backend.testing.filling import fill
from backend.testing.templates import TEMPLATE, Templates
from backend.tests.services.pulls.pulling import CIPHER, REPOSITORY, SECRETS, Desk, main_history

CONNECTED: dict[int, str] = {}
"""The secrets of webhooks that forges share with the projects which `connected` made."""


def connected(engine: Engine, project: Project) -> None:
    """Connect a project to a forge in memory, with 30 commits measured on the base branch."""
    wanted = WantedConnection(ForgeKind.GITHUB, "https://api.github.com", REPOSITORY, token="t")  # noqa: S106
    with transaction(engine) as session:
        _, secret = connect_forge.connect_project(session, project, wanted, CIPHER, Actor())
    CONNECTED[project.id] = secret
    fill(engine, project, *main_history())


@pytest.fixture
def template(request: pytest.FixtureRequest, templates: Templates) -> str:
    """Begin with a connected project where a test asks for its forge."""
    return templates.filled(connected) if "desk" in request.fixturenames else TEMPLATE


@pytest.fixture
def desk(project: Project) -> Desk:
    """Return the forge of a connected project."""
    SECRETS[project.id] = CONNECTED[project.id]
    return Desk()
