"""Badges: what other sites may show."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.filling import fill
from backend.tests.services.histories import steady

Headers = dict[str, str]
BADGE = "/api/v1/projects/main/badge.svg"


def series_id(api: TestClient, reporter: Headers) -> int:
    return int(api.get("/api/v1/projects/main/series", headers=reporter).json()["rows"][0]["series"]["id"])  # fmt: skip  # noqa: E501


def said(api: TestClient, reporter: Headers, **asked: Any) -> str:
    answer = api.get(BADGE, params={"series": series_id(api, reporter), **asked}, headers=reporter)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/svg+xml"
    # our own drawing, read to see that it is well formed whatever the texts in it
    title = ET.fromstring(answer.text).find("{http://www.w3.org/2000/svg}title")  # noqa: S314
    assert title is not None
    return str(title.text)


def test_a_badge_shows_the_newest_result_with_its_unit(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    fill(engine, project, a_report())
    assert said(api, reporter) == "search smol time: 102\u202fms"
    assert said(api, reporter, label="speed") == "speed: 102\u202fms"


def test_a_badge_tells_what_changed_since_a_commit(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    fill(engine, project, *a_history([*steady(30), *steady(30, 1.2)]))
    assert "slower [" in said(api, reporter, since="r10")
    assert said(api, reporter, since="r10").startswith("search smol time: ▲ 20")
    assert said(api, reporter, since="r40") == "search smol time: no change since r40"


def test_names_are_texts_whatever_is_in_them(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    name = '<script>alert("1")</script>&\x07'
    fill(engine, project, a_report(results=[a_result(benchmark=name, parameters={})]))
    assert said(api, reporter).startswith('<script>alert("1")</script>&')
    long = said(api, reporter, label="x" * 80)
    assert long.startswith("x" * 80)


def test_a_badge_is_sent_again_only_when_it_says_something_else(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    fill(engine, project, a_report())
    asked = {"series": series_id(api, reporter)}
    first = api.get(BADGE, params=asked, headers=reporter)
    assert first.headers["cache-control"] == "private, max-age=60"
    known = reporter | {"If-None-Match": first.headers["etag"]}
    again = api.get(BADGE, params=asked, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    fill(engine, project, a_report(commit={"id": "c2"}, results=[a_result(samples=[9.0])]))
    assert api.get(BADGE, params=asked, headers=known).status_code == 200


def test_only_those_who_may_read_see_a_badge(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    fill(engine, project, a_report())
    asked = {"series": series_id(api, reporter)}
    assert api.get(BADGE, params=asked).status_code == 401
    with engine.begin() as connection:
        connection.execute(text("update project set visibility = 'public'"))
    assert api.get(BADGE, params=asked).headers["cache-control"] == "public, max-age=60"
    assert api.get(BADGE, params={"series": 999}).status_code == 404


@pytest.mark.parametrize("since", ["unknown-commit", "r"])
def test_a_commit_that_is_not_there_is_named(
    api: TestClient, reporter: Headers, engine: Engine, project: Project, since: str
) -> None:
    fill(engine, project, *a_history([1.0, 1.0]))
    asked: dict[str, str | int] = {"series": series_id(api, reporter), "since": since}
    answer = api.get(BADGE, params=asked, headers=reporter)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == "/query/since"
