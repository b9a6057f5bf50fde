"""Search over everything of a project that has a page."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.catalogue.corrections import NamedKind
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.services.reports.correct_names import NameCorrection, correct_name
from backend.storage.engine import transaction
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
SEARCH = "/api/v1/projects/main/search"
LIMIT = 5
"""Hits of each kind."""
CHANGE_COLUMNS = """
select string_agg(column_name, ',') from information_schema.columns
where table_name = 'change_point' and column_name <> 'id'
"""
HASH = "c0ffee1234567890c0ffee1234567890c0ffee12"
COMMIT = {"id": HASH, "time": "2026-01-01T00:00:00Z", "subject": "Reuse 50% of the buffers"}


@pytest.fixture
def filled(engine: Engine, project: Project) -> Project:
    fill(
        engine,
        project,
        a_report(
            suite={"name": "runtime-rust"},
            commit=COMMIT,
            machine={"name": "quiet-box"},
            benchmarks={"ring_search": {"sweep": ["threads"]}, "sort": {"sweep": ["size"]}},
            results=[
                a_result(benchmark="ring_search", parameters={"threads": 4}),
                a_result(benchmark="ring_search", parameters={"threads": 8}),
                a_result(benchmark="sort", parameters={"size": 16}),
            ],
        ),
    )
    return project


def find(api: TestClient, reader: Headers, text: str) -> list[dict[str, Any]]:
    answer = api.get(SEARCH, params={"text": text}, headers=reader)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["hits"])


@pytest.mark.usefixtures("filled")
def test_words_find_whatever_has_them_all_in_its_name(api: TestClient, reporter: Headers) -> None:
    found = {(hit["kind"], hit["title"]) for hit in find(api, reporter, "RING runtime")}
    assert found == {("benchmark", "ring_search"), ("sweep", "ring_search over threads")}
    one_value = [hit["kind"] for hit in find(api, reporter, "sort")]
    assert one_value == ["benchmark"]
    assert [hit["kind"] for hit in find(api, reporter, "quiet")] == ["machine"]
    assert find(api, reporter, "  ") == []
    assert find(api, reporter, "ring nowhere") == []


@pytest.mark.usefixtures("filled")
def test_signs_of_patterns_stand_for_themselves(api: TestClient, reporter: Headers) -> None:
    assert {hit["kind"] for hit in find(api, reporter, "50%")} == {"commit", "run"}
    assert find(api, reporter, "5_%") == []
    assert {hit["title"] for hit in find(api, reporter, "g_s")} >= {"ring_search"}


@pytest.mark.usefixtures("filled")
def test_a_commit_is_found_by_the_beginning_of_its_hash_and_a_run_by_its_number(
    api: TestClient, reporter: Headers
) -> None:
    commit, *_ = find(api, reporter, "c0ffee")
    assert (commit["kind"], commit["key"]) == ("commit", HASH)
    run = next(hit for hit in find(api, reporter, "run runtime-rust") if hit["kind"] == "run")
    assert run["detail"].startswith("c0ffee123456 Reuse")
    assert find(api, reporter, str(run["id"]))[-1]["id"] == run["id"]


def test_runs_of_releases_are_told_apart_by_their_whole_names(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    names = ["wcwidth-0.2.12", "wcwidth-0.2.13"]
    fill(engine, project, *(a_report(commit=COMMIT | {"id": name}) for name in names))
    runs = [hit["detail"] for hit in find(api, reporter, "run wcwidth") if hit["kind"] == "run"]
    assert sorted(runs) == [f"{name} {COMMIT['subject']}" for name in names]
    path = "/api/v1/projects/main/comparison/sides"
    sides = api.get(path, params={"text": "wcwidth"}, headers=reporter).json()["sides"]
    offered = " ".join(side["detail"] for side in sides if side["kind"] == "run")
    assert all(f"at {name} on" in offered for name in names)


def test_benchmarks_come_by_length_and_name_and_those_of_one_name_in_order_of_first_sight(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    for suite in ("zeta", "alpha", "gone"):
        results = [a_result(benchmark=name) for name in ("walk12", "walk2", "walk1", "Walk", "run")]
        fill(engine, project, a_report(suite={"name": suite}, results=results))
    with transaction(engine) as session:
        gone = session.execute(text("select id from suite where name = 'gone'")).scalar_one()
        correct_name(session, project, NamedKind.SUITE, gone, NameCorrection(is_archived=True))
        session.execute(
            text("update series set is_hidden = true where benchmark_id ="
                 " (select max(id) from benchmark where name = 'walk2' and suite_id <> :gone)"),
            {"gone": gone},
        )  # fmt: skip
    found = [(hit["title"], hit["detail"]) for hit in find(api, reporter, "walk")]
    assert found == [
        ("Walk", "zeta"), ("Walk", "alpha"), ("walk1", "zeta"), ("walk1", "alpha"),
        ("walk2", "zeta"), ("walk12", "zeta"), ("walk12", "alpha"),
    ][:LIMIT]  # fmt: skip
    both = [(hit["title"], hit["detail"]) for hit in find(api, reporter, "WALK alph")]
    assert both == [("Walk", "alpha"), ("walk1", "alpha"), ("walk12", "alpha")]


@pytest.mark.usefixtures("released")
def test_confirmed_changes_come_before_suspected_ones_and_the_newest_of_each_first(
    api: TestClient, engine: Engine, reporter: Headers
) -> None:
    with engine.begin() as connection:
        columns = connection.execute(text(CHANGE_COLUMNS)).scalar_one()
        copied = f"insert into change_point ({columns}) select {columns} from change_point"
        for _ in range(3):
            connection.execute(text(copied))
        connection.execute(
            text("update change_point set state = case when id % 3 = 0 then 'suspected'"
                 " when id % 5 = 0 then 'refuted' else state end")
        )  # fmt: skip
        wanted = connection.execute(
            text("select id from change_point where state in ('confirmed', 'suspected')"
                 " order by state, id desc limit :limit"),
            {"limit": LIMIT},
        ).scalars().all()  # fmt: skip
    found = [hit["id"] for hit in find(api, reporter, "search time") if hit["kind"] == "change"]
    assert found == list(wanted)


def test_a_split_is_found_by_its_name_its_change_and_by_who_pays(
    api: TestClient, project: Project, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN, Scope.READ)
    table = b"ring,parse_ops_per_s,print_ops_per_s\n16,100,100\n64,110,80\n"
    path = f"/api/v1/projects/{project.slug}/splits/published"
    kept = api.post(path, params={"name": "Larger rings"}, content=table, headers=admin)
    for words in ("larger", "rings print", "20.0 lower"):
        (hit,) = find(api, admin, words)
        assert (hit["kind"], hit["id"], hit["title"]) == (
            "split",
            kept.json()["id"],
            "Larger rings",
        )
        assert hit["detail"].startswith("Larger rings: print 20.0\u202f% lower throughput")


@pytest.mark.usefixtures("filled")
def test_nothing_of_another_project_is_found(
    api: TestClient, engine: Engine, reporter: Headers
) -> None:
    with transaction(engine) as session:
        ensure_project(session, "other", "Other")
    answer = api.get(SEARCH.replace("main", "other"), params={"text": "a"}, headers=reporter)
    assert answer.status_code == 404
    assert api.get(SEARCH, params={"text": "\x00"}, headers=reporter).status_code == 422


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("text", ["\ud7ff", "\U0010ffff", "c0ffee\ud7ff"])
def test_any_character_can_be_looked_for(api: TestClient, reporter: Headers, text: str) -> None:
    assert find(api, reporter, text) == []
