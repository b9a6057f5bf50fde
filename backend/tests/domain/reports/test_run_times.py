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


def test_a_run_that_begins_within_the_tolerance_and_ends_beyond_it_is_moved_as_a_whole() -> None:
    """A clock 12 minutes ahead, and a run of 7."""
    begin, end = RECEIVED + 5 * MINUTE, RECEIVED + 12 * MINUTE
    assert placed(begin, end) == RunTimes(RECEIVED - 7 * MINUTE, RECEIVED)


def test_a_run_that_says_it_took_years_is_not_moved_before_all_others() -> None:
    last = datetime.max.replace(tzinfo=UTC)
    for begin in (RECEIVED + 24 * HOUR, RECEIVED + MINUTE):
        assert placed(begin, last) == RunTimes(RECEIVED, RECEIVED)
        assert placed(begin, begin + 31 * 24 * HOUR) == RunTimes(RECEIVED, RECEIVED)
    assert placed(RECEIVED + HOUR, RECEIVED + 25 * HOUR).started_at == RECEIVED - 24 * HOUR


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
