"""Who asks for what."""

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.tests.api.people.asking_all import all_askers


@pytest.fixture
def askers(engine: Engine, project: Project) -> dict[str, dict[str, str]]:
    return all_askers(engine, project)
