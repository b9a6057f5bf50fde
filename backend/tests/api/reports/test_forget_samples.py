"""Samples of old runs go by the rule of the installation; what they were summarised to stays."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.services.reports.forget_samples import forget_samples
from backend.storage.engine import raw_connection, transaction
from backend.testing.builders import Document, a_history
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.testing.templates import plain
from backend.tests.services.histories import steady

MAIN = "/api/v1/projects/main"
KEPT_DAYS = 90
OLD, YOUNG = 20, 20
SUMMARIES = "select run_id, value, low, high, sd, n from result order by run_id, series_id"
SAMPLED = "select run_id from result where samples is not null or basis <> 1 order by run_id"


@pytest.fixture
def aged(engine: Engine, project: Project) -> list[int]:
    """Measure forty runs, half of them a year ago; return the younger ones."""
    reports = a_history([*steady(OLD), *steady(YOUNG)])
    now = datetime.now(UTC)
    for place, report in enumerate(reports):
        began = now - timedelta(days=365 if place < OLD else 1) + timedelta(minutes=place)
        report["run"] = {"started_at": began.isoformat()}
    fill(engine, project, *reports)
    with transaction(engine) as session:
        assert forget_samples(session, 0) == 0, "by default nothing is ever forgotten"
    with psycopg.connect(plain(engine.url.render_as_string(hide_password=False))) as connection:
        runs = connection.execute("select id from run order by started_at").fetchall()
    return [int(id_) for (id_,) in runs[OLD:]]


def test_summaries_histories_and_comparisons_outlive_the_samples(
    engine: Engine, api: TestClient, make_key: MakeKey, aged: list[int]
) -> None:
    headers = make_key(Scope.ADMIN)

    def ask(path: str) -> dict[str, object]:
        answer = api.get(f"{MAIN}/{path}", headers=headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    oldest, newest = min(aged) - OLD, max(aged)
    with psycopg.connect(plain(engine.url.render_as_string(hide_password=False))) as connection:
        connection.autocommit = True
        before = connection.execute(SUMMARIES).fetchall()
        changes = ask("changes")
        with transaction(engine) as session:
            assert forget_samples(session, KEPT_DAYS) == OLD
        with transaction(engine) as session:
            assert forget_samples(session, KEPT_DAYS) == 0, "each run once"
        assert connection.execute(SUMMARIES).fetchall() == before
        assert [id_ for (id_,) in connection.execute(SAMPLED).fetchall()] == aged
    assert ask("changes") == changes
    ask(f"runs/{oldest}")
    ask(f"comparison?baseline=run:{oldest}&contender=run:{newest}")
    said = [one for one in ask("audit")["rows"] if one["noun"] == "samples"]  # type: ignore[attr-defined]
    assert [(one["verb"], one["after"]["runs"], one["after"]["results"]) for one in said] == [
        ("dropped", OLD, OLD)
    ]


WITHOUT_SAMPLES = """
select suite.name, count(*) from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join project on project.id = run.project_id and project.slug = %s
where run.samples_dropped_at is not null group by 1 order by 1
"""
SUMMARISED = """
select count(*) from run join result using (project_id)
where result.run_id = run.id and (samples_dropped_at is null) = (samples is null)
"""


def test_a_suite_goes_with_its_later_runs_and_each_batch_has_its_limit(
    engine: Engine, project: Project
) -> None:
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    # in time they take turns: the first run is of “first”, the last one is young
    names = ("first", "second", "third")
    for place, name in enumerate(names):
        reports = a_history(steady(4), suite={"name": name})
        _age(reports, [365 - place / 24 - age for age in range(3)] + [1])
        fill(engine, other if name == "third" else project, *reports)

    def forget(most: int) -> int:
        with transaction(engine) as session:
            return forget_samples(session, KEPT_DAYS, most)

    def gone(slug: str) -> dict[str, int]:
        with transaction(engine) as session:
            return dict(raw_connection(session).execute(WITHOUT_SAMPLES, (slug,)).fetchall())

    assert forget(2) == 2
    assert gone("main") == {"first": 2}
    assert forget(3) == 3
    assert gone("main") == {"first": 2, "second": 3}, "the oldest run of all is of another suite"
    assert forget(9) == 4, "what is left of two projects goes together"
    assert (gone("main"), gone("other")) == ({"first": 3, "second": 3}, {"third": 3})
    assert forget(9) == 0, "the young ones stay"
    with transaction(engine) as session:
        assert raw_connection(session).execute(SUMMARISED).fetchone() == (0,)
        said = raw_connection(session).execute(
            "select after from audit_event where noun = 'samples' order by id"
        )
        counts = [(after["runs"], after["results"]) for (after,) in said]
    assert sorted(counts) == [(1, 1), (2, 2), (3, 3), (3, 3)]


def _age(reports: list[Document], days: list[float]) -> None:
    now = datetime.now(UTC)
    for report, age in zip(reports, days, strict=True):
        report["run"] = {"started_at": (now - timedelta(days=age)).isoformat()}
