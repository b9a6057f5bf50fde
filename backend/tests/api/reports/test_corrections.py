"""What was sent wrong is corrected: it counts nowhere, it comes back, and nothing else is lost."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.reports.correct_runs import purge_deleted
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history, a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

MAIN = "/api/v1/projects/main"
BEFORE, AFTER = 20, 10
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001)
Ask = Callable[..., Any]


@pytest.fixture
def ask(api: TestClient, engine: Engine, make_key: MakeKey) -> Ask:
    """Return a caller of the API who may do all, and lets the work be done that it asked for."""
    headers = make_key(Scope.ADMIN)

    def call(method: str, path: str, status: int = HTTPStatus.OK, **sent: Any) -> Any:
        answer = api.request(method, MAIN + path, headers=headers, json=sent or None)
        assert answer.status_code == status, answer.text
        do_what_waits(engine)
        return answer.json() if answer.content else None

    return call


def a_step() -> list[Document]:
    """Return a history that gets a fifth slower, eight series of others beside it."""
    levels = [1.0] * BEFORE + [1.2] * AFTER
    return a_history([level * (1 + NOISE[i % 6]) for i, level in enumerate(levels)])


def runs_after_the_step(ask: Ask) -> list[int]:
    """Return the runs at the new level."""
    newest_first = ask("GET", "/runs")["rows"]
    return [run["id"] for run in newest_first[:AFTER]]


def open_changes(ask: Ask) -> list[tuple[str, str]]:
    rows = ask("GET", "/changes?state=confirmed")["rows"]
    return [(one["verdict"], one["commit"]["name"]) for one in rows]


def open_groups(ask: Ask) -> int:
    return len(ask("GET", "/alert-groups?state=open")["rows"])


def history(ask: Ask) -> dict[str, Any]:
    series = ask("GET", "/series")["rows"]
    assert len(series) == 1
    found: dict[str, Any] = ask("GET", f"/history?series={series[0]['series']['id']}")["series"][0]
    return found


def test_runs_that_are_excluded_count_nowhere_and_show_hollow_until_they_are_included(
    engine: Engine, project: Project, ask: Ask
) -> None:
    fill(engine, project, *a_step())
    assert open_changes(ask) == [("regression", f"r{BEFORE}")]
    assert open_groups(ask) == 1
    runs = runs_after_the_step(ask)

    dry = ask("POST", "/exclusions", runs=runs, reason="a busy machine", dry_run=True)
    assert (dry["runs"], dry["results"]) == (AFTER, AFTER)
    assert open_groups(ask) == 1

    done = ask("POST", "/exclusions", runs=runs, reason="a busy machine")
    assert (done["runs"], done["results"]) == (AFTER, AFTER)
    assert open_changes(ask) == []
    assert open_groups(ask) == 0
    line = history(ask)
    assert line["raw_n"] == BEFORE
    assert sorted(one["run"] for one in line["excluded"]) == sorted(runs)
    assert line["excluded"][0]["exclusion"]["reason"] == "a busy machine"
    listed = ask("GET", "/runs")["rows"]
    assert [one["excluded"] is not None for one in listed] == [True] * AFTER + [False] * BEFORE
    result = ask("GET", f"/runs/{runs[0]}")["rows"][0]
    assert result["excluded"]["by"] == "key test"
    assert ask("GET", f"/runs/{runs[0]}/results/{result['series']['id']}")["samples"]

    ask("POST", "/inclusions", runs=runs)
    assert open_changes(ask) == [("regression", f"r{BEFORE}")]
    assert open_groups(ask) == 1
    assert history(ask)["excluded"] == []


def test_a_single_result_is_excluded_and_its_run_stays(
    engine: Engine, project: Project, ask: Ask
) -> None:
    both = [a_result(), a_result(benchmark="walk")]
    fill(engine, project, a_report(results=both))
    run = ask("GET", "/runs")["rows"][0]
    rows = ask("GET", f"/runs/{run['id']}")["rows"]
    walked = next(one["series"]["id"] for one in rows if one["series"]["benchmark"] == "walk")
    chosen = [{"run": run["id"], "series": walked}]
    ask("POST", "/exclusions", results=chosen, reason="the file was cold")
    rows = ask("GET", f"/runs/{run['id']}")["rows"]
    assert {one["series"]["benchmark"] for one in rows if one["excluded"]} == {"walk"}
    assert ask("GET", "/runs")["rows"][0]["excluded"] is None
    shown = [one["series"]["benchmark"] for one in ask("GET", "/series")["rows"]]
    assert shown == ["search"]
    ask("POST", "/inclusions", results=chosen)
    assert ask("GET", "/series")["total"] == 2


def test_runs_are_chosen_by_what_they_are_of_and_when_they_began(
    engine: Engine, project: Project, ask: Ask
) -> None:
    at = ("2026-05-02T23:00:00Z", "2026-05-03T00:00:00Z", "2026-05-05T00:00:00Z")
    for number, begun in enumerate(at):
        for testbed in ("vm", "box"):
            report = a_report(testbed=testbed, run={"started_at": begun})
            fill(engine, project, report | {"commit": {"id": f"c{number}"}})
    where = {"testbed": "vm", "since": at[1], "until": at[2]}
    counted = ask("POST", "/deletions", where=where, reason="x", dry_run=True)
    assert (counted["runs"], counted["deletion"]) == (1, None)
    assert ask("POST", "/deletions", where=where, reason="x")["runs"] == 1
    assert ask("GET", "/runs")["total"] == 5
    ask("POST", "/deletions", HTTPStatus.UNPROCESSABLE_ENTITY, where={"suite": None}, reason="x")
    ask("POST", "/deletions", HTTPStatus.UNPROCESSABLE_ENTITY, runs=[], reason="x")
    ask("POST", "/deletions", HTTPStatus.NOT_FOUND, runs=[10**6], reason="x")


def test_a_deleted_run_takes_its_step_along_and_brings_it_back(
    engine: Engine, project: Project, ask: Ask
) -> None:
    fill(engine, project, *a_step())
    before = everything(engine)
    done = ask("POST", "/deletions", runs=runs_after_the_step(ask), reason="another machine")
    assert open_changes(ask) == []
    assert open_groups(ask) == 0
    assert ask("GET", "/runs")["total"] == BEFORE
    assert history(ask)["raw_n"] == BEFORE
    (listed,) = ask("GET", "/deletions")["rows"]
    assert (listed["id"], listed["runs"], listed["deleted_by"]) == (
        done["deletion"], AFTER, "key test",
    )  # fmt: skip

    ask("POST", f"/deletions/{done['deletion']}/restore")
    assert open_changes(ask) == [("regression", f"r{BEFORE}")]
    assert open_groups(ask) == 1
    assert everything(engine) == before
    ask("POST", f"/deletions/{done['deletion']}/restore", HTTPStatus.NOT_FOUND)


def everything(engine: Engine) -> dict[str, list[Any]]:
    """Return every row that runs have, as it is stored."""
    tables = ("run", "result", "failed_result", "machine_reading", "profile", "time_course")
    with engine.connect() as connection:
        return {
            table: sorted(
                str(row) for row in connection.execute(text(f"select t::text from {table} t"))
            )
            for table in tables
        }


def test_what_is_deleted_whole_is_on_no_page_and_comes_back_whole(
    engine: Engine, project: Project, ask: Ask
) -> None:
    failing = a_result(benchmark="crashes", samples=None, failure={"kind": "crash"})
    report = a_report(
        machine={"name": "box-1", "fingerprint": {"cores": 2}},
        results=[a_result(), {k: v for k, v in failing.items() if v is not None}],
    )
    fill(engine, project, report)
    before = everything(engine)
    (run,) = ask("GET", "/runs")["rows"]
    done = ask("POST", "/deletions", runs=[run["id"]], reason="a trial")
    assert ask("GET", "/series")["total"] == 0
    assert ask("GET", "/overview")["suites"] == []
    assert ask("GET", "/facets")["total"] == 0
    assert ask("GET", "/search?text=search")["hits"] == []
    ask("GET", f"/runs/{run['id']}", HTTPStatus.NOT_FOUND)
    ask("POST", f"/deletions/{done['deletion']}/restore")
    assert everything(engine) == before
    assert ask("GET", "/series")["total"] == 1
    assert ask("GET", "/facets")["total"] == 1


def test_a_deleted_report_sent_again_stays_deleted_and_new_results_show_the_series_again(
    engine: Engine, project: Project, ask: Ask
) -> None:
    report = a_report(idempotency_key="mistaken-report")
    fill(engine, project, report)
    (run,) = ask("GET", "/runs")["rows"]
    ask("POST", "/deletions", runs=[run["id"]], reason="a trial")
    fill(engine, project, report)
    assert ask("GET", "/runs")["total"] == 0
    fill(engine, project, report | {"idempotency_key": "right-report"})
    assert ask("GET", "/series")["rows"][0]["points"] == 1


def test_what_nobody_took_back_for_seven_days_is_purged(
    engine: Engine, project: Project, ask: Ask
) -> None:
    fill(engine, project, a_report())
    (run,) = ask("GET", "/runs")["rows"]
    done = ask("POST", "/deletions", runs=[run["id"]], reason="a trial")
    with transaction(engine) as session:
        assert purge_deleted(session) == 0
        session.execute(text("update deletion set deleted_at = now() - interval '8 days'"))
    assert ask("GET", "/deletions")["rows"] == []
    with transaction(engine) as session:
        assert purge_deleted(session) == 1
        for table in ("deletion", "deleted_row"):
            assert session.execute(text(f"select count(*) from {table}")).scalar_one() == 0
        assert session.execute(text("select length(body) from report")).scalar_one() < 10
    ask("POST", f"/deletions/{done['deletion']}/restore", HTTPStatus.NOT_FOUND)


def test_a_commit_gets_another_time_and_other_parents_and_its_branch_another_order(
    engine: Engine, project: Project, ask: Ask
) -> None:
    for name, day in (("a", 1), ("b", 2), ("c", 3)):
        commit = {"id": name, "time": f"2026-01-0{day}T00:00:00Z"}
        fill(engine, project, a_report(commit=commit))

    def order() -> list[str]:
        series = ask("GET", "/series")["rows"][0]["series"]["id"]
        names: list[str] = ask("GET", f"/history?series={series}")["commits"]["name"]
        return names

    (found,) = ask("GET", "/commits?name=a")["rows"]
    changed = ask("PATCH", f"/commits/{found['id']}", time="2026-01-02T12:00:00Z")
    assert changed["time"].startswith("2026-01-02T12")
    assert order() == ["b", "a", "c"]
    ask("PATCH", f"/commits/{found['id']}", parents=["c"])
    assert order() == ["b", "c", "a"]
    ask("PATCH", f"/commits/{found['id']}", HTTPStatus.UNPROCESSABLE_ENTITY, parents=["a"])
    said_again = {"id": "a", "time": "2026-01-01T00:00:00Z", "parents": ["before"]}
    fill(engine, project, a_report(commit=said_again))
    (kept,) = ask("GET", "/commits?name=a")["rows"]
    assert (kept["time"][:13], kept["parents"]) == ("2026-01-02T12", ["c"])
    assert order() == ["b", "c", "a"]
