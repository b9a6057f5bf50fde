"""A name that no call knows is refused: dropped, it would make the request mean more."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from pydantic import BaseModel
from sqlalchemy import Engine

from backend.api.lazy_routes import route_modules
from backend.api.parameters.query_names import query_names
from backend.api.schemas.inputs import Sent
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import a_history
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

MUTES = "/api/v1/projects/main/alert-mutes"
MUTE = {"suite": "s", "until": "2099-01-01T00:00:00Z", "why": "rebuilt"}
VALUES = {"format_name": "github-action-benchmark", "axis": "threads", "report_id": "0" * 32}


def routes() -> list[APIRoute]:
    found = [
        one
        for module in route_modules()
        for one in module.router.routes
        if isinstance(one, APIRoute)
    ]
    assert len(found) > 100
    return found


def models(kind: Any) -> Iterator[type[BaseModel]]:
    """Yield the models within a type, however deep."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
        for field in kind.model_fields.values():
            yield from models(field.annotation)
    for inner in get_args(kind):
        yield from models(inner)


def test_every_body_refuses_fields_that_it_does_not_know() -> None:
    bodies = {
        model
        for route in routes()
        if route.body_field
        for model in models(route.body_field.field_info.annotation)
    }
    assert len(bodies) > 50
    lenient = sorted(
        model.__name__
        for model in bodies
        if not issubclass(model, Sent) or model.model_config.get("extra") != "forbid"
    )
    assert not lenient


def test_a_mute_with_a_misspelled_name_mutes_nothing(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    triager = make_key(Scope.TRIAGE, Scope.READ)
    wrong = {**MUTE, "bechmark": "b"}
    answer = api.post(MUTES, json=wrong, headers=triager)
    (fault,) = answer.json()["faults"]
    assert (answer.status_code, fault["pointer"]) == (422, "/body/bechmark")
    assert fault["reason"] == "there is no field “bechmark”"
    assert "did you mean “benchmark”?" in fault["remedy"]
    assert fault["offer"] == "benchmark"
    assert api.get(MUTES, headers=triager).json()["rows"] == []


def test_fields_within_fields_are_refused_where_they_stand(
    api: TestClient, project: Project, make_key: MakeKey
) -> None:
    sent = {
        "name": "box",
        "testbed": "box",
        "version": "1",
        "machine": {"name": "box", "fingerprints": {}},
    }
    address = f"/api/v1/projects/{project.slug}/agents"
    answer = api.post(address, json=sent, headers=make_key(Scope.AGENT))
    (fault,) = answer.json()["faults"]
    assert (answer.status_code, fault["pointer"]) == (422, "/body/machine/fingerprints")
    assert fault["offer"] == "fingerprint"


def test_every_call_refuses_parameters_that_it_does_not_know(
    api: TestClient, project: Project, make_key: MakeKey
) -> None:
    everything = make_key(*Scope)
    wide = []
    values = VALUES | {"project": project.slug}
    for route in routes():
        path = re.sub(r"{(\w+)(:path)?}", lambda found: values.get(found[1], "1"), route.path)
        for method in route.methods or set():
            address = f"/api/v1{path}?no_such_name=1"
            answer = api.request(method, address, headers=everything)
            faults = answer.json()["faults"] if answer.status_code == 422 else []
            if [one["pointer"] for one in faults] != ["/query/no_such_name"]:
                wide.append(f"{method} {path}: {answer.status_code}")
    assert not wide


def test_every_call_takes_a_value_once_that_it_has_once() -> None:
    once = {(route.path, name) for route in routes() for name in query_names(route).once}
    often = {(route.path, name) for route in routes() for name in query_names(route).often}
    assert ("/projects/{project}/series", "limit") in once
    assert ("/projects/{project}/series", "suite") in often


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("sweet=s", "there is no parameter “sweet”"),
        ("param.=1", "there is no parameter “param.”"),
        ("baseline.param.threads=1", "there is no parameter “baseline.param.threads”"),
        ("limit=1&limit=2", "“limit” is given 2 times and has one value"),
    ],
)
def test_a_list_says_what_it_would_have_ignored(
    api: TestClient, project: Project, reporter: dict[str, str], query: str, reason: str
) -> None:
    answer = api.get(f"/api/v1/projects/{project.slug}/series?{query}", headers=reporter)
    assert answer.status_code == 422
    assert answer.json()["detail"] == reason


def test_runs_are_not_filtered_by_what_is_not_the_whole_run(
    api: TestClient, project: Project, reporter: dict[str, str]
) -> None:
    runs = f"/api/v1/projects/{project.slug}/runs"
    assert api.get(f"{runs}?suite=s&text=x", headers=reporter).status_code == 200
    assert api.get(f"{runs}?benchmark=b", headers=reporter).status_code == 422


def test_names_that_people_chose_and_a_mark_against_caches_are_let_through(
    api: TestClient, project: Project, reporter: dict[str, str]
) -> None:
    series = f"/api/v1/projects/{project.slug}/series"
    asked = "suite=a&suite=b&param.threads=1&tag.kind=x&limit=1&_=99"
    assert api.get(f"{series}?{asked}", headers=reporter).status_code == 200
