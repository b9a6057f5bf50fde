"""A project that is connected to a forge."""

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Actor, Project
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import WantedConnection
from backend.services.pulls import connect_forge
from backend.storage.engine import transaction
from backend.testing.filling import fill
from backend.tests.services.pulls.pulling import CIPHER, REPOSITORY, SECRETS, Desk, main_history


@pytest.fixture
def desk(engine: Engine, project: Project) -> Desk:
    """Connect the project to a forge in memory, with 30 commits measured on the base branch."""
    wanted = WantedConnection(ForgeKind.GITHUB, "https://api.github.com", REPOSITORY, token="t")  # noqa: S106
    with transaction(engine) as session:
        _, secret = connect_forge.connect_project(session, project, wanted, CIPHER, Actor())
    SECRETS[project.id] = secret
    fill(engine, project, *main_history())
    return Desk()
