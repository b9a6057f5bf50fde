"""Runs of machines whose clocks are wrong: where they are placed, and how long they last."""

from datetime import UTC, datetime, timedelta

from backend.domain.reports.run_times import RunTimes, placed_in_time

RECEIVED = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
TOLERANCE_S = 600.0


def placed(started: datetime | None, finished: datetime | None) -> RunTimes:
    return placed_in_time(started, finished, RECEIVED, TOLERANCE_S)


def test_a_clock_an_hour_ahead_neither_moves_a_run_into_the_future_nor_changes_its_duration() -> (
    None
):
    begin, end = RECEIVED + HOUR - 20 * MINUTE, RECEIVED + HOUR - MINUTE
    assert placed(begin, end) == RunTimes(RECEIVED - 19 * MINUTE, RECEIVED)
    assert placed(begin.replace(tzinfo=None), end) == RunTimes(RECEIVED - 19 * MINUTE, RECEIVED)


def test_what_is_possible_is_believed() -> None:
    within = RECEIVED + 9 * MINUTE
    assert placed(RECEIVED - HOUR, within) == RunTimes(RECEIVED - HOUR, within)
    # a clock behind, or a report that waited on its machine
    assert placed(RECEIVED - 9 * HOUR, RECEIVED - 8 * HOUR).finished_at == RECEIVED - 8 * HOUR
    assert placed(RECEIVED - HOUR, None) == RunTimes(RECEIVED - HOUR, None)


def test_a_clock_that_jumped_within_a_run_moves_only_its_end() -> None:
    """An agent of before counted the end by the calendar too."""
    begin = RECEIVED - 20 * MINUTE
    assert placed(begin, RECEIVED + HOUR) == RunTimes(begin, RECEIVED)
    assert placed(RECEIVED + HOUR, begin) == RunTimes(RECEIVED, begin)


def test_a_time_that_nobody_gave_is_that_of_receipt() -> None:
    assert placed(None, None) == RunTimes(RECEIVED, None)
