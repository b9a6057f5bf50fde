from datetime import UTC, datetime, timedelta

from backend.domain.comparisons.measuring_gaps import gap_warning

DAY = timedelta(days=1)


def days(*numbers: int) -> list[datetime]:
    return [datetime(2022, 1, 1, tzinfo=UTC) + number * DAY for number in numbers]


def test_a_long_time_without_runs_is_said_with_its_ends() -> None:
    said = gap_warning(days(0, 5, 9), days(509, 512))
    assert said == (
        "Nothing was measured between 2022-01-10 and 2023-05-25: what changed may lie anywhere"
        " in these 16 months, not in the commit with which measuring went on."
    )
    assert "these 35 days" in (gap_warning(days(0, 1), days(36)) or "")


def test_gaps_as_long_as_others_or_short_ones_are_not() -> None:
    assert gap_warning(days(0, 90, 200), days(320, 400)) is None
    assert gap_warning(days(0, 1), days(20)) is None
    assert gap_warning([], days(400)) is None
    # sides that overlap in time have no gap
    assert gap_warning(days(0, 100), days(50)) is None
