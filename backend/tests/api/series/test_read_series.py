from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.filling import fill
from backend.testing.templates import Templates

Headers = dict[str, str]
SERIES = "/api/v1/projects/main/series"
FACETS = "/api/v1/projects/main/facets"


def filled(engine: Engine, project: Project) -> None:
    """Two suites: one sweeps threads for two engines, the other has a text that looks a number."""
    sweep = [
        a_result(parameters={"engine": engine_, "threads": threads})
        for engine_ in ("smol", "tokio")
        for threads in (1, 4, 16)
    ]
    fill(engine, project, a_report(results=sweep))
    fill(engine, project, a_report(testbed="lab", results=sweep[:3]))
    other = a_result(benchmark="sort", parameters={"threads": "4"}, metric="size")
    metrics = {"size": {"unit": "B", "direction": "lower"}}
    fill(engine, project, a_report(suite={"name": "memory"}, metrics=metrics, results=[other]))


@pytest.fixture
def template(templates: Templates) -> str:
    return templates.filled(filled)


def ask(api: TestClient, path: str, reporter: Headers, asked: str = "") -> dict[str, Any]:
    answer = api.get(f"{path}?{asked}", headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def counts(api: TestClient, reporter: Headers, asked: str = "") -> dict[str, dict[Any, int]]:
    facets = ask(api, FACETS, reporter, asked)["facets"]
    return {
        facet["name"]: {choice["value"]: choice["count"] for choice in facet["choices"]}
        for facet in facets
    }


def test_facets_count_all_series_and_keep_the_type_of_a_parameter(
    api: TestClient, reporter: Headers
) -> None:
    found = counts(api, reporter)
    assert found["suite"] == {"memory": 1, "runtime": 9}
    assert found["benchmark"] == {"search": 9, "sort": 1}
    assert found["testbed"] == {"box": 7, "lab": 3}
    assert found["param.engine"] == {"smol": 6, "tokio": 3}
    assert found["param.threads"] == {1: 3, 4: 3, 16: 3, "4": 1}
    assert list(found["param.threads"]) == [1, 4, 16, "4"]


def test_a_choice_narrows_the_other_facets_but_shows_what_else_could_be_chosen(
    api: TestClient, reporter: Headers
) -> None:
    found = counts(api, reporter, "testbed=lab&param.threads=4")
    assert found["testbed"] == {"box": 3, "lab": 1}
    assert found["param.threads"] == {1: 1, 4: 1, 16: 1}
    assert found["param.engine"] == {"smol": 1}
    assert found["suite"] == {"runtime": 1}
    assert ask(api, FACETS, reporter, "testbed=lab&param.threads=4")["total"] == 1


LEFT_BY = {
    "": 10,
    "suite=runtime": 9,
    "suite=runtime&suite=memory": 10,
    "param.threads=4": 4,
    "param.threads=4.0&suite=runtime": 3,
    "param.threads=1&param.threads=16": 6,
    "param.engine=tokio&param.threads=16": 1,
    "param.absent=1": 0,
    "text=SEARCH": 9,
    "text=threads%3D4%20engine%3Dsmol": 2,
    "text=size": 1,
    "text=%25": 0,
    "text=BOX": 7,
    "text=lab%20search": 3,
    "benchmark=nothing": 0,
    "metric=time&branch=main&testbed=box": 6,
}


def test_long_facets_are_cut_but_keep_what_is_chosen_and_are_searched_by_a_part(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    many = [a_result(benchmark=f"case_{number:02d}", parameters={}) for number in range(40)]
    fill(engine, project, a_report(suite={"name": "many"}, results=many))
    cut = ask(api, FACETS, reporter, "suite=many&benchmark=case_39&most=3")["facets"][1]
    assert (cut["name"], cut["total"]) == ("benchmark", 40)
    assert [one["value"] for one in cut["choices"]] == ["case_00", "case_01", "case_39"]
    (found,) = ask(api, FACETS, reporter, "facet=benchmark&contains=SE_1&most=3")["facets"]
    assert (found["total"], len(found["choices"])) == (10, 3)
    (threads,) = ask(api, FACETS, reporter, "facet=param.threads&contains=1")["facets"]
    assert [one["value"] for one in threads["choices"]] == [1, 16]


def test_tags_of_benchmarks_are_facets_and_filters(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    tagged = {"copy": {"tags": {"area": "memory"}}, "send": {"tags": {"area": "network"}}}
    results = [a_result(benchmark=name, parameters={}) for name in tagged]
    fill(engine, project, a_report(suite={"name": "tagged"}, benchmarks=tagged, results=results))
    found = counts(api, reporter, "tag.area=network")
    assert found["tag.area"] == {"memory": 1, "network": 1}
    assert found["benchmark"] == {"send": 1}
    rows = ask(api, SERIES, reporter, "tag.area=network")["rows"]
    assert [row["series"]["benchmark"] for row in rows] == ["send"]
    (line,) = ask(
        api, "/api/v1/projects/main/history", reporter, f"series={rows[0]['series']['id']}"
    )["series"]
    assert line["tags"] == {"area": "network"}


def test_list_and_facets_agree_on_what_a_filter_leaves(api: TestClient, reporter: Headers) -> None:
    pages = {asked: ask(api, SERIES, reporter, asked) for asked in LEFT_BY}
    assert {asked: page["total"] for asked, page in pages.items()} == LEFT_BY
    assert {asked: len(page["rows"]) for asked, page in pages.items()} == LEFT_BY
    totals = {asked: ask(api, FACETS, reporter, asked)["total"] for asked in LEFT_BY}
    assert totals == LEFT_BY


def test_pages_show_every_series_once_in_one_order(api: TestClient, reporter: Headers) -> None:
    whole = [row["series"]["id"] for row in ask(api, SERIES, reporter)["rows"]]
    paged: list[int] = []
    page = ask(api, SERIES, reporter, "limit=3")
    paged += [row["series"]["id"] for row in page["rows"]]
    for _ in range(3):
        page = ask(api, SERIES, reporter, f"limit=3&cursor={page['next']}")
        paged += [row["series"]["id"] for row in page["rows"]]
    assert page["next"] is None
    assert paged == whole
    suites = [row["series"]["suite"] for row in ask(api, SERIES, reporter)["rows"]]
    assert suites == sorted(suites)


def test_a_row_shows_the_newest_point_and_the_line_of_the_newest_values(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    values = [1.0 + index / 100 for index in range(45)]
    fill(engine, project, *a_history(values, branch="long"))
    (row,) = ask(api, SERIES, reporter, "branch=long")["rows"]
    assert row["points"] == 45
    assert row["latest"]["value"] == pytest.approx(values[-1])
    assert row["latest"]["commit"]["name"] == "r44"
    assert row["latest"]["n"] == 3
    assert row["sparkline"] == [pytest.approx(value) for value in values[-40:]]


def test_what_cannot_be_meant_is_refused(api: TestClient, reporter: Headers) -> None:
    listed = ("limit=0", "limit=201", "cursor=x", "cursor=-1", "text=%00")
    counted = ("facet=colour", "facet=param.", "most=0", "most=1001")
    for asked in [f"{SERIES}?{one}" for one in listed] + [f"{FACETS}?{one}" for one in counted]:
        answer = api.get(asked, headers=reporter)
        assert answer.status_code == 422, asked
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["faults"][0]["pointer"].startswith("/query")


def test_facets_tell_of_series_and_tags_that_came_after_they_were_last_asked(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    assert "tag.area" not in counts(api, reporter)
    tagged = {"search": {"tags": {"area": "text"}}}
    results = [a_result(parameters={"engine": engine_}) for engine_ in ("smol", "async-std")]
    fill(engine, project, a_report(testbed="attic", benchmarks=tagged, results=results))
    found = counts(api, reporter)
    assert found["testbed"] == {"attic": 2, "box": 7, "lab": 3}
    assert found["param.engine"] == {"async-std": 1, "smol": 7, "tokio": 3}
    assert found["tag.area"] == {"text": 11}


def test_more_words_than_anybody_types_are_refused(api: TestClient, reporter: Headers) -> None:
    for path in ("series", "facets", "runs", "alert-groups"):
        asked = {"text": " ".join(["word"] * 11)}
        answer = api.get(f"/api/v1/projects/main/{path}", params=asked, headers=reporter)
        assert answer.status_code == 422
        assert "at most 10 words" in answer.json()["faults"][0]["reason"]
