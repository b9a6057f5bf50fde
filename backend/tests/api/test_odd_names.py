"""Names that hide or reorder text: refused where people type them, escaped in reports."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

MAIN = "/api/v1/projects/main"
ODD = (
    "a\x1b[31m",
    "a\u202eb",
    "a\nb",
    "\u2066a",
    "\u200b",
    " ",
    "\u200d\u3164",
    "a\ufeff",
    "\u2800",
)
FINE = ("größe", "\u05d0\u05d1", "\U0001f468\u200d\U0001f469", "a b", "a/b:c")
LADDER: dict[str, Any] = {
    "kind": "published", "metric": "time", "unit": "s", "direction": "lower",
    "rungs": [{"label": "a", "value": 2.0}, {"label": "b", "value": 1.0}],
}  # fmt: skip
RULE = {"issuer": "https://issuer.example", "audience": "a", "claims": {"repository": "a/b"}}
NAMED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("/views", {"address": "/p/main/explore"}, "name"),
    ("/keys", {"scopes": ["read"]}, "name"),
    ("/keys", {"scopes": ["read"], "name": "k"}, "testbed"),
    ("/channels", {"kind": "webhook", "address": "https://hooks.example/a"}, "name"),
    ("/ladders", LADDER, "name"),
    ("/splits", {"baseline": "commit:a", "contender": "commit:b"}, "name"),
    ("/ci-rules", {**RULE, "testbed": "box"}, "name"),
    ("/ci-rules", {**RULE, "name": "r"}, "testbed"),
    ("/agents", {"testbed": "box", "version": "1", "machine": {"name": "m"}}, "name"),
    ("/agents", {"name": "box", "version": "1", "machine": {"name": "m"}}, "testbed"),
)


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_somebody_types_is_plain(
    api: TestClient, project: Project, make_key: MakeKey, name: str
) -> None:
    assert project.slug == "main"
    headers = make_key(*Scope)
    for path, rest, field in NAMED:
        answer = api.post(f"{MAIN}{path}", json={**rest, field: name}, headers=headers)
        assert answer.status_code == 422, (path, answer.text)
        assert f"/{field}" in [one["pointer"][-len(field) - 1 :] for one in answer.json()["faults"]]
        assert "cannot be seen" in answer.text or "nothing that can be seen" in answer.text


@pytest.mark.parametrize("name", FINE)
def test_names_in_any_language_are_taken(
    api: TestClient, project: Project, make_key: MakeKey, name: str
) -> None:
    assert project.slug == "main"
    headers = make_key(*Scope)
    sent = {"name": name, "address": "/p/main/explore"}
    answer = api.post(f"{MAIN}/views", json=sent, headers=headers)
    assert (answer.status_code, answer.json()["name"]) == (201, name)


def test_odd_characters_of_a_report_are_shown_as_escapes(
    api: TestClient, engine: Engine, project: Project, reporter: dict[str, str]
) -> None:
    odd = "a\u202eb\x1b[2J\u200b"
    even = "a\\u202eb\\u001b[2J\\u200b"
    report = a_report(
        suite={"name": odd},
        testbed=odd,
        branch=odd,
        commit={"id": "c1", "subject": f"line\n{odd}", "author": {"name": odd}},
        results=[a_result(benchmark=odd, parameters={odd: odd})],
    )
    fill(engine, project, report)
    (row,) = api.get(f"{MAIN}/series", headers=reporter).json()["rows"]
    series = row["series"]
    assert {series[name] for name in ("suite", "testbed", "branch", "benchmark")} == {even}
    assert series["parameters"] == {even: even}
    (run,) = api.get(f"{MAIN}/runs", headers=reporter).json()["rows"]
    assert run["commit"]["subject"] == f"line\n{even}"
    assert run["commit"]["author"] == even


@pytest.mark.parametrize("name", [" ", "\u200d", "\u3164"])
def test_a_name_in_a_report_that_cannot_be_seen_is_refused_with_its_place(
    api: TestClient, project: Project, reporter: dict[str, str], name: str
) -> None:
    assert project.slug == "main"
    report = a_report(branch=name, results=[a_result(benchmark=name)])
    answer = api.post(f"{MAIN}/reports", json=report, headers=reporter)
    places = [one["pointer"] for one in answer.json()["faults"]]
    assert (answer.status_code, places) == (422, ["/branch", "/results/0/benchmark"])
