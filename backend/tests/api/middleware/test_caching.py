"""Who may keep an answer: nobody, or the one who asked; everybody only what everybody may see."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from backend.api.app import create_app
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.settings import Settings
from backend.testing.fixtures import MakeKey
from backend.testing.routed import routed_paths

ENDLESS = {"/api/v1/projects/main/events", "/mcp"}
KEPT_BY_WHO_ASKED = ("private, no-cache", "private, max-age=", "no-store")
PAGE = {"Accept": "text/html"}


@pytest.fixture
def served(settings: Settings) -> FastAPI:
    settings.web_dist.mkdir()
    (settings.web_dist / "index.html").write_text("<!doctype html>")
    return create_app(settings)


@pytest.fixture
def client(served: FastAPI) -> Iterator[TestClient]:
    with TestClient(served, raise_server_exceptions=False) as running:
        yield running


def demand_private(answer: Any, what: str) -> None:
    said = answer.headers["cache-control"]
    is_page = answer.headers.get("content-type", "").startswith("text/html")
    assert said.startswith(KEPT_BY_WHO_ASKED) or (is_page and said == "no-cache"), (what, said)
    varies = {name.strip().lower() for name in answer.headers["vary"].split(",")}
    assert {"cookie", "authorization", "accept"} <= varies, what


def test_no_answer_is_kept_for_anybody_but_who_asked(
    served: FastAPI, client: TestClient, project: Project, make_key: MakeKey
) -> None:
    headers = make_key(*Scope)
    paths = [path for path in routed_paths(served, project.slug) if path not in ENDLESS]
    answered = set()
    for path in paths:
        for asked in ({}, headers, PAGE):
            answer = client.get(path, headers=asked, follow_redirects=False)
            answered.add(answer.status_code)
            demand_private(answer, path)
    assert {200, 401, 404, 422} <= answered


def test_refused_and_accepted_writes_are_not_kept_either(
    served: FastAPI, client: TestClient, make_key: MakeKey
) -> None:
    headers = make_key(*Scope)
    calls = [
        (method, path.replace("{project}", "main").replace("{", "").replace("}", ""))
        for path, methods in served.openapi()["paths"].items()
        for method in methods
        if method != "get"
    ]
    assert len(calls) > 40
    for method, path in calls:
        for asked in ({}, headers):
            answer = client.request(method, path, headers=asked, json={"unknown": 1})
            demand_private(answer, f"{method} {path}")


def test_a_fault_of_the_server_has_all_headers_too(served: FastAPI, client: TestClient) -> None:
    def broken() -> None:
        raise RuntimeError("broken")

    served.router.routes.insert(0, APIRoute("/api/v1/broken", broken))
    answer = client.get("/api/v1/broken")
    assert answer.status_code == 500
    demand_private(answer, "a fault")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
