from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_history, a_report, a_result, dated
from backend.testing.filling import fill

Headers = dict[str, str]
MAIN = "/api/v1/projects/main"
WOBBLE = [0.0, 0.004, -0.003, 0.002, -0.004, 0.001]


def ask(api: TestClient, reporter: Headers, path: str, **asked: Any) -> Any:
    answer = api.get(MAIN + path, params=asked, headers=reporter)
    assert answer.status_code == 200, answer.text
    return answer.json()


def a_step(factor: float, at: int = 20, **changes: Any) -> list[Document]:
    """Return 40 reports of which those from the 20th, or another, on differ by the factor."""
    values = [(1.0 if i < at else factor) + WOBBLE[i % 6] for i in range(40)]
    return a_history(values, **changes)


def test_an_old_step_is_drawn_with_the_values_around_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    values = [(1.0 if i < 20 else 1.3) + WOBBLE[i % 6] for i in range(100)]
    fill(engine, project, *dated(a_history(values), datetime.now(UTC)))
    (mover,) = ask(api, reporter, "/overview")["open"]["movers"]
    assert (len(mover["values"]), mover["change_at"]) == (50, [20])
    assert max(mover["values"][:20]) < 1.2 < min(mover["values"][20:])


def test_an_empty_project_says_that_it_is_empty(
    api: TestClient, project: Project, reporter: Headers
) -> None:
    found = ask(api, reporter, "/overview")
    assert found["project"]["slug"] == project.slug
    assert found["totals"] == {
        "runs": 0,
        "results": 0,
        "series": 0,
        "commits": 0,
        "machines": 0,
    }
    assert found["suites"] == found["open"]["movers"] == found["recent_runs"] == []
    assert found["news"]["since"] is None


def test_the_overview_counts_and_shows_what_changed(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    now = datetime.now(UTC)
    fill(engine, project, *dated(a_step(1.2), now))
    fill(engine, project, *dated(a_step(0.8, suite={"name": "memory"}, testbed="lab"), now))
    found = ask(api, reporter, "/overview")
    assert found["totals"] == {
        "runs": 80,
        "results": 80,
        "series": 2,
        "commits": 40,
        "machines": 0,
    }
    cards = {card["name"]: card for card in found["suites"]}
    assert (cards["runtime"]["regressions"], cards["runtime"]["improvements"]) == (1, 0)
    assert (cards["memory"]["regressions"], cards["memory"]["improvements"]) == (0, 1)
    (line,) = cards["runtime"]["sparklines"]
    assert len(line["values"]) == 40
    assert line["change_at"] == [20]
    assert line["worst_verdict"] == "regression"
    assert found["open_change_total"] == 2
    assert (found["open"]["regressions"], found["open"]["improvements"]) == (1, 1)
    (mover,) = found["open"]["movers"]
    assert (len(mover["values"]), mover["change_at"]) == (40, [20])
    group = mover["group"]
    assert (group["series"], group["commits"]["count"]) == (2, 1)
    assert found["open"]["worst"]["verdict"] == "regression"
    assert len(found["recent_runs"]) == 20


def test_open_causes_are_listed_the_worst_first(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    now = datetime.now(UTC)
    fill(engine, project, *dated(a_step(0.6, at=12), now))
    fill(engine, project, *dated(a_step(1.1, at=20, testbed="lab"), now))
    fill(engine, project, *dated(a_step(1.5, at=28, testbed="rack"), now))
    found = ask(api, reporter, "/overview")["open"]
    leads = [mover["group"]["lead"] for mover in found["movers"]]
    assert [round(lead["ratio"], 1) for lead in leads] == [1.5, 1.1, 0.6]
    assert found["worst"]["id"] == leads[0]["id"]


def test_a_change_found_long_after_its_commit_is_history(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_step(1.5))
    with engine.begin() as connection:
        connection.execute(text("update alert_group set opened_at = time + interval '91 days'"))
    found = ask(api, reporter, "/overview")["open"]
    assert found["movers"][0]["group"]["is_history"]
    (card,) = ask(api, reporter, "/overview")["suites"]
    assert card["regressions"] == 0
    (line,) = card["sparklines"]
    assert (line["worst_verdict"], line["change_at"]) == (None, [20])
    assert found["worst"] is None
    assert found["history"] == {
        "groups": 1,
        "regressions": 1,
        "improvements": 0,
        "others": 0,
    }
    with engine.begin() as connection:
        connection.execute(text("update alert_group set opened_at = time + interval '89 days'"))
    found = ask(api, reporter, "/overview")["open"]
    assert not found["movers"][0]["group"]["is_history"]
    assert found["history"]["groups"] == 0


def test_improvements_of_this_week_are_counted_history_apart(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_step(0.8))
    with engine.begin() as connection:
        connection.execute(text("update alert_group set time = now() - interval '1 day'"))
    asked = {"verdict": "improvement", "history": "none", "days": 7}
    assert ask(api, reporter, "/overview")["open"]["improved_this_week"] == 1
    assert ask(api, reporter, "/alert-groups", **asked)["changes"] == 1
    with engine.begin() as connection:
        connection.execute(text("update alert_group set opened_at = now() - interval '8 days'"))
    assert ask(api, reporter, "/overview")["open"]["improved_this_week"] == 0
    assert ask(api, reporter, "/alert-groups", **asked)["changes"] == 0


def test_a_tile_shows_the_metric_that_the_report_names_first(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    metrics = {name: {"unit": "s", "direction": "lower"} for name in ("cpu", "wall")}
    results = [
        a_result(benchmark=benchmark, metric=metric)
        for benchmark in ("b", "a")
        for metric in ("wall", "cpu")
    ]
    fill(engine, project, a_report(metrics=metrics, results=results))
    (card,) = ask(api, reporter, "/overview")["suites"]
    assert {line["series"]["metric"] for line in card["sparklines"]} == {"wall"}


def test_reports_that_wait_and_reports_that_failed_are_counted(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report())
    api.post(f"{MAIN}/reports", json=a_report(), headers=reporter)
    found = ask(api, reporter, "/overview")
    assert (found["pending_reports"], found["failed_reports"]) == (1, 0)
    with engine.begin() as connection:
        connection.execute(text("update report set state = 'failed' where state = 'accepted'"))
    found = ask(api, reporter, "/overview")
    assert (found["pending_reports"], found["failed_reports"]) == (0, 1)


def test_changes_are_listed_with_both_levels_and_the_commits_in_question(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_step(1.2))
    page = ask(api, reporter, "/changes")
    (change,) = page["rows"]
    assert page["total"] == 1
    assert change["ratio"] == pytest.approx(1.2, abs=0.01)
    assert change["low"] < 1.2 < change["high"]
    assert (change["before"], change["after"]) == (
        pytest.approx(1.0, abs=0.01),
        pytest.approx(1.2, abs=0.01),
    )
    assert (change["before_n"], change["after_n"]) == (20, 20)
    assert change["commit"]["name"] == "r20"
    assert change["previous_commit"]["name"] == "r19"
    assert change["series"]["unit"] == "s"
    assert ask(api, reporter, f"/changes/{change['id']}")["change"] == change
    assert api.get(f"{MAIN}/changes/999999", headers=reporter).status_code == 404


def test_changes_are_narrowed_by_state_verdict_and_series(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_step(1.2))
    fill(engine, project, *a_step(0.8, testbed="lab"))
    asked = [
        {"state": "open"},
        {"state": "refuted"},
        {"verdict": "improvement"},
        {"testbed": "box"},
        {"testbed": "lab", "verdict": "regression"},
        {"param.engine": "smol", "state": "all"},
        {"text": "absent"},
    ]
    totals = [ask(api, reporter, "/changes", **one)["total"] for one in asked]
    assert totals == [2, 0, 1, 1, 0, 2, 0]
    first = ask(api, reporter, "/changes", limit=1)
    second = ask(api, reporter, "/changes", limit=1, cursor=first["next"])
    assert second["next"] is None
    verdicts = {row["verdict"] for row in first["rows"] + second["rows"]}
    assert verdicts == {"regression", "improvement"}


def test_a_machine_shows_each_state_it_was_in(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    for hour, kernel in enumerate(("6.1", "6.2", "6.2")):
        fill(
            engine,
            project,
            a_report(
                commit={"id": f"c{hour}"},
                machine={"name": "host", "fingerprint": {"kernel": kernel, "cores": 2}},
                run={"started_at": f"2026-01-01T0{hour}:00:00Z"},
            ),
        )
    (machine,) = ask(api, reporter, "/machines")["rows"]
    assert (machine["name"], machine["testbed"], machine["runs"]) == ("host", "box", 3)
    assert machine["last_run_at"] == "2026-01-01T02:00:00Z"
    assert [one["revision"] for one in machine["revisions"]] == [2, 1]
    assert [one["changed"] for one in machine["revisions"]] == [["kernel"], []]
    assert machine["fingerprint"]["attributes"] == {"kernel": "6.2", "cores": 2}
    whole = ask(api, reporter, f"/machines/{machine['id']}")
    del machine["history"]  # which the list alone has
    assert {name: whole[name] for name in machine} == machine
    assert api.get(f"{MAIN}/machines/999999", headers=reporter).status_code == 404


def test_an_agent_that_has_gone_quiet_is_called_silent(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report(machine={"name": "host"}, results=[a_result()]))
    now = datetime.now(UTC)
    beats = {"beating": now, "silent": now - timedelta(seconds=60), "never": None}
    with engine.begin() as connection:
        for name, beat in beats.items():
            connection.execute(
                text(
                    "insert into agent (project_id, name, machine_id, version, last_beat_at,"
                    " progress_done, progress_total) select project_id, :name, id, '0.1', :beat,"
                    " 3, 40 from machine"
                ),
                {"name": name, "beat": beat},
            )
    (machine,) = ask(api, reporter, "/machines")["rows"]
    silent = {agent["name"]: agent["is_silent"] for agent in machine["agents"]}
    assert silent == {"beating": False, "never": True, "silent": True}
    assert machine["agents"][0]["progress"] == {"done": 3, "total": 40}
    assert ask(api, reporter, "/overview")["agents"] == machine["agents"]
