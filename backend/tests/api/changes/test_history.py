"""What is history and what is open: open is what came in time, however late it was found."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.storage.commits.series_writes import note_write
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.tests.api.releasing import Headers, ask, say
from backend.tests.services.histories import steady

MakeKey = Callable[..., Headers]
COPIES = """
insert into alert_group (project_id, number, branch_id, cause, first_position, last_position,
    direction, lead_id, size, time, changes, series, regressions, improvements, opened_at, state)
select project_id, number + copy, branch_id, cause, first_position, last_position,
    direction, lead_id, size + copy, time, changes, series, regressions, improvements, opened_at,
    state
from alert_group cross join generate_series(1, 200) as copy
"""
"""Larger ones of the same change."""
STEP = [*steady(15), *steady(15, 1.3)]


def long_ago(values: Sequence[float], **run: Any) -> list[Document]:
    """Return a history whose last commit was made 120 days ago, and what its runs say."""
    newest = datetime.now(UTC) - timedelta(days=120)
    reports = a_history(values, run=run) if run else a_history(values)
    for age, report in zip(range(len(reports) - 1, -1, -1), reports, strict=True):
        report["commit"] |= {"time": (newest - timedelta(days=age)).isoformat()}
    return reports


def aged(reports: list[Document], days: int) -> list[Document]:
    """Date the last commit so many days back, and each other one two days before the next."""
    newest = datetime.now(UTC) - timedelta(days=days)
    for age, report in zip(range(len(reports) - 1, -1, -1), reports, strict=True):
        report["commit"]["time"] = (newest - 2 * timedelta(days=age)).isoformat()
    return reports


def counts(api: TestClient, headers: Headers) -> tuple[int, int]:
    """Return how many groups of the code are open and how many are history, on every page alike."""
    page = ask(api, headers, "/alert-groups", state="open", history="none")
    shown = ask(api, headers, "/overview")
    (card,) = shown["suites"]
    found = page["total"] - page["asides"], page["history"]
    assert (shown["open"]["total"], shown["open"]["history"]["groups"]) == (sum(found), found[1])
    assert (card["regressions"], card["history"]) == found
    (series,) = ask(api, headers, "/series")["rows"]
    assert series["open_changes"] == found[0]
    return found


def test_a_machine_that_changed_is_never_history(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = long_ago(steady(30))
    for index, report in enumerate(reports):
        kernel = "Linux 6.12" if index < 15 else "Linux 7.0"
        report["machine"] = {"name": "ada", "fingerprint": {"kernel": kernel}}
    fill(engine, project, *reports)
    page = ask(api, reporter, "/alert-groups", state="open", history="none")
    assert [page[name] for name in ("total", "asides", "history")] == [1, 1, 0]
    assert ask(api, reporter, "/overview")["open"]["aside_total"] == 1


@pytest.mark.parametrize(
    ("run", "found"),
    [
        ({}, (0, 1)),
        ({"trigger": "import", "started_at": "now"}, (0, 1)),
        ({"trigger": "push"}, (0, 1)),
        ({"started_at": "now"}, (0, 1)),
        ({"started_at": "2020-01-01T00:00:00Z", "trigger": "push"}, (0, 1)),
    ],
)
def test_steps_between_old_commits_are_history_however_they_were_measured(
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    run: dict[str, str],
    found: tuple[int, int],
) -> None:
    if run.get("started_at") == "now":
        run = run | {"started_at": (datetime.now(UTC) - timedelta(hours=1)).isoformat()}
    fill(engine, project, *long_ago(STEP, **run))
    assert counts(api, reporter) == found


def test_a_step_that_a_rarely_measured_suite_needs_months_to_show_is_open(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *long_ago(STEP))
    assert counts(api, reporter) == (0, 1)
    with transaction(engine) as session:
        session.execute(
            text("update run set received_at = c.time from commit c where c.id = run.commit_id")
        )
        note_write(session, project.id)
    assert counts(api, reporter) == (1, 0), "each result came when its commit was made"


@pytest.mark.parametrize(("ended_days_ago", "found"), [(120, (0, 1)), (20, (1, 0))])
def test_a_drift_is_open_while_its_last_commit_is_young(
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    ended_days_ago: int,
    found: tuple[int, int],
) -> None:
    rise = [1.4 ** max(0.0, (day - 20) / 99) for day in range(120)]
    values = [value * one for value, one in zip(steady(120), rise, strict=True)]
    fill(engine, project, *aged(a_history(values), ended_days_ago))
    (group,) = ask(api, reporter, "/alert-groups", state="open")["rows"]
    assert (group["cause"], group["is_history"]) == ("drift", found == (0, 1))
    assert counts(api, reporter) == found


def test_a_drift_is_open_while_one_of_its_series_goes_on(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    rise = [1.4 ** max(0.0, (day - 20) / 99) for day in range(120)]
    values = [value * one for value, one in zip(steady(120), rise, strict=True)]
    reports = aged(a_history(values), 20)
    for report in reports[:60]:  # this benchmark was removed in the middle
        report["results"].append(report["results"][0] | {"benchmark": "removed"})
    fill(engine, project, *reports)
    groups = ask(api, reporter, "/alert-groups", state="open")["rows"]
    assert [one["is_history"] for one in groups if one["changes"] == 2] == [False]


def test_what_is_opened_again_is_open_and_no_history(
    api: TestClient, engine: Engine, project: Project, reporter: Headers, make_key: MakeKey
) -> None:
    fill(engine, project, *long_ago(STEP))
    assert counts(api, reporter) == (0, 1)
    admin = make_key(Scope.ADMIN)
    say(api, admin, "/judgements", groups=[1], state="invalid", why="noise")
    assert counts(api, reporter) == (0, 0)
    say(api, admin, "/judgements", groups=[1], state="open", why="it is there")
    do_what_waits(engine)
    assert counts(api, reporter) == (1, 0)
    (group,) = ask(api, reporter, "/triage-report")["new"]
    assert group["number"] == 1


def test_history_in_hand_waits_in_every_week(
    api: TestClient, engine: Engine, project: Project, reporter: Headers, make_key: MakeKey
) -> None:
    fill(engine, project, *long_ago(STEP))
    with engine.begin() as connection:
        connection.execute(text("update alert_group set opened_at = now() - interval '8 days'"))
    week = ask(api, reporter, "/triage-report")
    assert (week["waiting"], week["found"]) == ([], [])
    say(api, make_key(Scope.ADMIN), "/judgements", groups=[1], state="acknowledged")
    week = ask(api, reporter, "/triage-report")
    assert [one["number"] for one in week["waiting"]] == [1]
    assert "1 still open from before" in week["markdown"]


def test_a_week_names_what_is_open_beside_however_much_history(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *long_ago(STEP))
    with engine.begin() as connection:
        connection.execute(text(COPIES))
        connection.execute(text("update alert_group set episode = 2 where number = 1"))
    week = ask(api, reporter, "/triage-report")
    assert [one["number"] for one in week["new"]] == [1]
    assert len(week["found"]) == 200
    with engine.begin() as connection:
        connection.execute(text("update alert_group set opened_at = now() - interval '8 days'"))
    week = ask(api, reporter, "/triage-report")
    assert [one["number"] for one in week["waiting"]] == [1]
