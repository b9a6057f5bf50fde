"""Paces of the server between its samples, and which findings are worth a message."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.operation import HTTP, Durations
from backend.domain.server_health import (
    Answers,
    Finding,
    ServerSample,
    Severity,
    answers,
    failing_requests,
    points_of,
    reported_parts,
)

BEGIN = datetime(2026, 11, 27, tzinfo=UTC)


def a_sample(minute: float, answered: Answers | None) -> ServerSample:
    return ServerSample(BEGIN + timedelta(minutes=minute), answered, 2, 3.0, 1, 4.0, 10, 20)


def test_all_routes_are_added_up_and_statuses_from_500_have_failed() -> None:
    found = {
        HTTP.name: [
            Durations(("GET", "/a", "200"), (3.0, 1.0), 0.5),
            Durations(("GET", "/b", "404"), (1.0,), 0.25),
            Durations(("POST", "/a", "503"), (2.0,), 0.25),
            Durations(("GET", "/api/v1/ready", "503"), (900.0,), 1.0),
        ]
    }
    assert answers(found) == Answers(count=7, failed=2, seconds=1.0)
    assert answers({}) == Answers()


def test_a_pace_is_what_was_counted_between_two_samples() -> None:
    first, second = points_of(
        [a_sample(0, Answers(100, 4, 2.0)), a_sample(2, Answers(160, 5, 5.0))]
    )
    assert first.requests_per_minute is None
    assert (second.requests_per_minute, second.failed_per_minute) == (30.0, 0.5)
    assert second.mean_answer_s == pytest.approx(0.05)
    assert (second.work_waiting, second.ingestion_lag_s, second.disk_free_bytes) == (2, 4.0, 10)


@pytest.mark.parametrize(
    "later",
    [
        a_sample(1, Answers(3, 0, 0.1)),
        a_sample(1, None),
        a_sample(60, Answers(900, 0, 9.0)),
    ],
    ids=["counters begin again", "Redis is away", "an hour without samples"],
)
def test_no_pace_is_told_across(later: ServerSample) -> None:
    usual = [a_sample(at, Answers(100, 0, 1.0)) for at in (-2, -1, 0)]
    *_, last = points_of([*usual, later])
    assert last.requests_per_minute is None
    assert last.work_waiting == 2


def test_without_samples_there_are_no_points() -> None:
    assert points_of([]) == []


def test_wider_bins_are_no_gap() -> None:
    points = points_of([a_sample(at, Answers(10.0 * at, 0, 1.0)) for at in (0, 30, 60, 90)])
    assert [one.requests_per_minute for one in points[1:]] == [10.0, 10.0, 10.0]


def test_a_minute_without_requests_has_no_mean() -> None:
    _, quiet = points_of([a_sample(0, Answers(5, 0, 1.0)), a_sample(1, Answers(5, 0, 1.0))])
    assert (quiet.requests_per_minute, quiet.mean_answer_s) == (0.0, None)


@pytest.mark.parametrize(("count", "failed", "is_said"), [(100, 11, True), (900, 11, False),
                                                          (12, 9, False)])  # fmt: skip
def test_many_failed_requests_are_a_warning(count: float, failed: float, *, is_said: bool) -> None:
    sooner, later = a_sample(0, Answers()), a_sample(1, Answers(count, failed, 1.0))
    found = list(failing_requests(sooner, later))
    assert bool(found) is is_said
    assert list(failing_requests(None, later)) == []


def test_faults_are_told_and_warnings_only_of_what_gets_worse() -> None:
    low = Finding(Severity.WARNING, "disk", "nearly full", "free some space")
    full = replace(low, severity=Severity.FAULT, reason="full")
    mail = Finding(Severity.WARNING, "settings", "mail is not encrypted", "use TLS")
    clock = Finding(Severity.FAULT, "clock", "an hour off", "follow a time server")
    assert reported_parts([low, mail, clock, full]) == {
        "clock (fault)": clock,
        "disk (fault)": full,
        "disk (warning)": low,
    }
