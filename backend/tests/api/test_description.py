"""Whatever the description of the API allows is answered, and never by a fault of ours."""

from http import HTTPStatus
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as trying
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.fixtures import MakeKey

EACH = 6
"""Requests of each call; with sixty each, 7,500 in all, none failed either (November 2026)."""
ENDLESS = ("/events",)
MOST_THERE = 4
"""Ids up to this one are asked for: of most things, some are there."""


@pytest.mark.nightly(
    shorter=[
        "fuzz/test_fuzz.py::test_no_odd_request_is_a_fault_of_the_server",
    ]
)
def test_no_request_that_the_description_allows_is_a_fault_of_the_server(
    api: TestClient, released: Project, make_key: MakeKey
) -> None:
    assert released.slug == "main"
    everything = make_key(*Scope)
    schema = schemathesis.openapi.from_dict(api.get("/api/openapi.json").json())
    described = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    faults: list[str] = []
    asked = [one for one in described if not one.path.endswith(ENDLESS)]
    for operation in asked:
        faults += faults_of(operation, api, everything)
    assert len(asked) > 100
    assert not faults, "\n".join(faults)


def near(value: object) -> object:
    """Return an id that may well be there, in place of any number."""
    return 1 + value % MOST_THERE if isinstance(value, int) else value


def faults_of(
    operation: APIOperation[Any, Any, Any, Any], api: TestClient, headers: dict[str, str]
) -> list[str]:
    """Ask one call for many things in the project that is there; return what failed."""
    faults = []

    @trying(
        max_examples=EACH, derandomize=True, database=None, deadline=None,
        phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(operation.as_strategy())
    def ask(case: schemathesis.Case[Any]) -> None:
        case.path_parameters = {
            name: "main" if name == "project" else near(value)
            for name, value in case.path_parameters.items()
        }
        asked = case.as_transport_kwargs(base_url=str(api.base_url))
        del asked["cookies"]
        asked["headers"] = {**asked["headers"], **headers}
        answer = api.request(**asked)
        is_said = str(answer.status_code) in operation.definition.raw["responses"]
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR and not is_said:
            faults.append(f"{operation.label}: {asked} was answered {answer.status_code}")

    ask()
    return faults
