"""Who asks for jobs, and who measures them."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.domain.people.rights import Scope
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import FleetAgent, NewAgent, Person


@pytest.fixture
def person(api: TestClient, make_key: MakeKey) -> Person:
    return Person(api, make_key(Scope.ADMIN))


@pytest.fixture
def new_agent(api: TestClient, make_key: MakeKey) -> NewAgent:
    """Return a maker of registered agents, each with a key of its own."""

    def make(name: str = "box-agent", testbed: str = "box", **changes: Any) -> FleetAgent:
        return FleetAgent(api, make_key(Scope.AGENT), name, testbed, **changes).register()

    return make
