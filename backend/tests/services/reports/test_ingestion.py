from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, text

from backend.domain.people.projects import Actor, Project, User
from backend.services.reports.accept import Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history, a_report, a_result
from backend.testing.draining import RecordingRelay, drain

OPERATOR = Actor(User(0, "test", "", is_admin=True))


def upload(engine: Engine, project: Project, *documents: Document) -> None:
    """Accept documents and do all background work."""
    for document in documents:
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            body = Upload(msgspec.json.encode(document), OPERATOR)
            accept_report(session, queue, project, body, limits())
    drain(engine, project.id)


def rows(engine: Engine, query: str) -> list[Any]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


ORDER = """
select commit.name from result join commit on commit.id = result.commit_id
order by result.position, result.run_id
"""


def names_in_order(engine: Engine) -> list[str]:
    return [row[0] for row in rows(engine, ORDER)]


def test_every_sample_is_stored_in_base_units_with_centre_and_interval(
    engine: Engine, project: Project
) -> None:
    samples = [101.0, 103.0, 102.0, 104.0, 100.0, 105.0, 99.0]
    report = a_report(
        metrics={"time": {"unit": "ms", "direction": "lower"}},
        results=[a_result(samples=samples)],
    )
    upload(engine, project, report)
    ((stored, value, low, high, n),) = rows(
        engine, "select samples, value, low, high, n from result"
    )
    assert stored == [pytest.approx(sample / 1000) for sample in samples]
    assert value == pytest.approx(0.102)
    assert low < value < high
    assert n == len(samples)


def test_summaries_and_failures_are_results_of_their_own_kind(
    engine: Engine, project: Project
) -> None:
    report = a_report(
        results=[
            a_result(samples=None, summary={"value": 2.0, "low": 1.5, "high": 2.5, "n": 20}),
            {
                "benchmark": "search",
                "parameters": {"engine": "tokio"},
                "failure": {"kind": "wrong_answer", "message": "expected 1, got 2"},
            },
        ]
    )
    upload(engine, project, report)
    assert rows(engine, "select value, low, high, n, basis, samples from result") == [
        (2.0, 1.5, 2.5, 20, 1, None)
    ]
    assert rows(engine, "select kind, message from failed_result") == [
        ("wrong_answer", "expected 1, got 2")
    ]
    assert rows(engine, "select result_count, failure_count from run") == [(1, 1)]


def test_results_stand_in_git_order_however_late_they_arrive(
    engine: Engine, project: Project
) -> None:
    history = a_history([1.0] * 6)
    for index in (0, 1, 5, 3, 2, 4):
        upload(engine, project, history[index])
    assert names_in_order(engine) == [f"r{index}" for index in range(6)]


def test_ancestry_learnt_later_corrects_an_order_taken_from_clocks(
    engine: Engine, project: Project
) -> None:
    def report(name: str, hour: int, **facts: Any) -> Document:
        return a_report(commit={"id": name, "time": f"2026-01-01T{hour:02d}:00:00Z", **facts})

    upload(engine, project, report("a", 1), report("late-clock", 9), report("b", 5))
    assert names_in_order(engine) == ["a", "b", "late-clock"]
    upload(engine, project, report("c", 10, parents=["b"], ancestry=["b", "late-clock", "a"]))
    assert names_in_order(engine) == ["a", "late-clock", "b", "c"]


def test_a_shallow_clone_without_ancestry_is_ordered_by_commit_time(
    engine: Engine, project: Project
) -> None:
    for name, day in (("x", 3), ("y", 1), ("z", 2)):
        upload(engine, project, a_report(commit={"id": name, "time": f"2026-01-0{day}T00:00:00Z"}))
    assert names_in_order(engine) == ["y", "z", "x"]


def test_a_clock_in_the_future_does_not_put_a_commit_behind_all_later_ones(
    engine: Engine, project: Project
) -> None:
    ahead = (datetime.now(UTC) + timedelta(days=400)).isoformat()
    report = a_report(commit={"id": "future", "time": ahead}, run={"started_at": ahead})
    upload(engine, project, report)
    ((commit_time, started, received),) = rows(
        engine,
        "select commit.time, run.started_at, run.received_at from run "
        "join commit on commit.id = run.commit_id",
    )
    assert commit_time == started == received


def test_a_run_of_a_clock_an_hour_ahead_ends_at_its_receipt_and_lasts_as_long_as_it_did(
    engine: Engine, project: Project
) -> None:
    begin = datetime.now(UTC) + timedelta(hours=1)
    said = {
        "started_at": begin.isoformat(),
        "finished_at": (begin + timedelta(minutes=7)).isoformat(),
    }
    upload(engine, project, a_report(run=said))
    asked = "select started_at, finished_at, received_at from run"
    ((started, finished, received),) = rows(engine, asked)
    assert (finished, finished - started) == (received, timedelta(minutes=7))


def test_a_report_that_leaves_out_what_is_known_of_its_commit_keeps_it(
    engine: Engine, project: Project
) -> None:
    known = {"id": "a", "time": "2020-01-01T00:00:00Z", "subject": "Begin", "url": "https://a.b/a"}
    upload(engine, project, a_report(commit=known))
    upload(engine, project, a_report(commit={"id": "b", "time": "2021-01-01T00:00:00Z"}))
    upload(engine, project, a_report(commit={"id": "a"}))
    upload(engine, project, a_report(commit={"id": "z", "time": "2019-01-01T00:00:00Z"}))
    assert names_in_order(engine) == ["z", "a", "a", "b"]
    (facts,) = rows(
        engine, "select extract(year from time), subject, url from commit where name = 'a'"
    )
    assert facts == (2020, "Begin", "https://a.b/a")


def step_history(before: int, after: int) -> list[Document]:
    """Return a history that gets 20 % slower, with a little deterministic noise."""
    noise = [0.0, 0.004, -0.003, 0.002, -0.004, 0.001]
    values = [(1.0 if i < before else 1.2) + noise[i % 6] for i in range(before + after)]
    return a_history(values)


CHANGES = """
select commit.name, change_point.state, verdict, round(ratio::numeric, 2)
from change_point join commit on commit.id = change_point.commit_id
order by change_point.position
"""


def test_a_step_becomes_a_change_point_with_its_commit_range(
    engine: Engine, project: Project
) -> None:
    upload(engine, project, *step_history(20, 20))
    ((name, state, verdict, ratio),) = rows(engine, CHANGES)
    assert (name, state, verdict, float(ratio)) == ("r20", "confirmed", "regression", 1.2)
    ((low, high, previous, first, last),) = rows(
        engine,
        "select low, high, p.name, f.name, l.name from change_point "
        "join commit p on p.id = previous_commit_id join commit f on f.id = first_commit_id "
        "join commit l on l.id = last_commit_id",
    )
    assert low < 1.2 < high
    assert (previous, first, last) == ("r19", "r20", "r20")


def test_commits_never_measured_are_among_the_suspects(engine: Engine, project: Project) -> None:
    history = step_history(20, 20)
    for index in (20, 21, 22):
        # measured nowhere, known as ancestors only
        history[index] = {}
    history[23]["commit"]["ancestry"] = ["r22", "r21", "r20", "r19"]
    upload(engine, project, *(report for report in history if report))
    ((suspects, first),) = rows(
        engine,
        "select suspects, commit.name from change_point join commit on commit.id = first_commit_id",
    )
    assert (suspects, first) == (4, "r20")


def test_back_dated_results_move_the_change_to_where_it_happened(
    engine: Engine, project: Project
) -> None:
    history = step_history(20, 20)
    late = history[14:20] + history[20:26]
    upload(engine, project, *history[:14], *history[26:])
    ((name, *_),) = rows(engine, CHANGES)
    assert name == "r26"
    ((before_id,),) = rows(engine, "select id from change_point")
    upload(engine, project, *reversed(late))
    ((name, state, _, _),) = rows(engine, CHANGES)
    assert (name, state) == ("r20", "confirmed")
    assert rows(engine, "select id from change_point") == [(before_id,)]


def test_one_at_a_time_or_in_batches_gives_the_same(engine: Engine, project: Project) -> None:
    history = step_history(30, 30)
    for report in history:
        upload(engine, project, report)
    one_by_one = rows(engine, CHANGES)
    again = [
        report | {"testbed": "other", "idempotency_key": f"again-{i:08d}"}
        for i, report in enumerate(history)
    ]
    upload(engine, project, *again)
    assert len(one_by_one) == 1
    both = rows(engine, CHANGES)
    assert both == one_by_one * 2


def test_a_series_that_cannot_be_analysed_does_not_hide_the_changes_of_others(
    engine: Engine, project: Project
) -> None:
    history = step_history(20, 20)
    for report in history:
        report["results"].append(a_result(benchmark="broken"))
    upload(engine, project, *history[:39])
    with transaction(engine) as session:
        session.execute(text("delete from change_point"))
        session.execute(
            text(
                "update result set value = 'NaN' from series join benchmark "
                "on benchmark.id = series.benchmark_id where benchmark.name = 'broken' "
                "and result.series_id = series.id"
            )
        )
        session.execute(text("update series_state set analysed_n = 0"))
    upload(engine, project, history[39])
    assert rows(engine, "select count(*) from outbox") == [(0,)]
    assert [row[0] for row in rows(engine, CHANGES)] == ["r20"]


def test_a_machine_that_changed_for_good_is_an_environment_event_and_no_regression(
    engine: Engine, project: Project
) -> None:
    history = step_history(20, 20)
    for index, report in enumerate(history):
        cpu = "old" if index < 20 else "new"
        report["machine"] = {"name": "box", "fingerprint": {"cpu_model": cpu}}
    upload(engine, project, *history)
    found: Sequence[Any] = rows(engine, "select kind, verdict, state from change_point")
    assert list(found) == [("environment", "change", "confirmed")]
    assert rows(engine, "select open_changes from series_state") == [(0,)]


def test_a_report_that_cannot_be_digested_does_not_hold_up_the_others(
    engine: Engine, project: Project
) -> None:
    upload(engine, project, a_report())
    with transaction(engine) as session:
        # a stored document of a format that this version does not know
        session.execute(
            text(
                "insert into report (project_id, idempotency_key, body_hash, body, source) "
                "values (:p, 'strange-document', '', :body, 'api')"
            ),
            {"p": project.id, "body": b"x\x9c\x03\x00\x00\x00\x00\x01"},
        )
    upload(engine, project, a_report())
    states = rows(engine, "select state, count(*) from report group by state order by state")
    assert states == [("failed", 1), ("ingested", 2)]


def test_what_a_later_report_leaves_out_of_a_commit_stays_as_it_was(
    engine: Engine, project: Project
) -> None:
    said = {"id": "c1", "time": "2026-01-01T00:00:00Z", "subject": "First", "author": {"name": "A"}}
    upload(engine, project, a_report(commit=said), a_report(commit={"id": "c1"}, testbed="other"))
    assert rows(engine, "select subject, author_name, time::date::text from commit") == [
        ("First", "A", "2026-01-01")
    ]


def test_a_machine_that_goes_back_to_an_earlier_fingerprint_is_shown_with_that_one(
    engine: Engine, project: Project
) -> None:
    machines = [{"name": "box", "fingerprint": {"cpu_model": cpu}} for cpu in ("old", "new", "old")]
    upload(engine, project, *(a_report(machine=machine) for machine in machines))
    assert rows(
        engine,
        "select attributes->>'cpu_model' from machine "
        "join fingerprint on fingerprint.id = machine.fingerprint_id",
    ) == [("old",)]


def test_rounds_are_stored_where_they_are_not_one_after_another(
    engine: Engine, project: Project
) -> None:
    variants = [({"threads": 1}, [1, 2, 3]), ({"threads": 2}, [1, 3, 4]), ({"threads": 4}, None)]
    results = [
        a_result(parameters=parameters, samples=[1.0, 1.1, 1.2], rounds=rounds)
        for parameters, rounds in variants
    ]
    upload(engine, project, a_report(results=results))
    query = "select rounds from result join series on series.id = series_id order by variant_id"
    assert rows(engine, query) == [(None,), ([1, 3, 4],), (None,)]


def test_what_a_machine_cannot_measure_is_listed_and_counted_as_no_failure(
    engine: Engine, project: Project
) -> None:
    kinds = {1: "unavailable", 2: "crash"}
    results = [
        a_result(parameters={"threads": threads}, samples=None, failure={"kind": kind})
        for threads, kind in kinds.items()
    ]
    upload(engine, project, a_report(results=[a_result(), *results]))
    assert rows(engine, "select result_count, failure_count from run") == [(1, 1)]
    assert rows(engine, "select kind from failed_result order by kind") == [
        ("crash",),
        ("unavailable",),
    ]
