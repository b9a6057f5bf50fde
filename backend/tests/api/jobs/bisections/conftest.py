"""A project whose history has a step to search for, and an agent that measures."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.domain.people.rights import Scope
from backend.testing.builders import Document
from backend.testing.fixtures import MakeKey
from backend.testing.templates import Templates
from backend.tests.api.jobs.bisections.searching import all_commits, measured
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person


@pytest.fixture
def template(templates: Templates) -> str:
    return templates.filled(measured)


@pytest.fixture
def history() -> list[Document]:
    return all_commits()


@pytest.fixture
def agent(api: TestClient, make_key: MakeKey) -> FleetAgent:
    return FleetAgent(api, make_key(Scope.AGENT)).register()


@pytest.fixture
def change(person: Person) -> Any:
    (found,) = person.api.get(f"{MAIN}/changes", headers=person.headers).json()["rows"]
    return found
