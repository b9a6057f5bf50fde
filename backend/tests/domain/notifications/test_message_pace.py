from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.notifications.channels import Cadence, QuietHours, Timetable
from backend.domain.notifications.message_pace import (
    SINGLES,
    WINDOW,
    Bundling,
    DueNews,
    Lately,
    bundled,
    messages_of,
)

NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
AT_ONCE, HOURLY = Timetable(), Timetable(Cadence.HOURLY)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("count", "lately", "outcome"),
    [
        (0, Lately(), Bundling.WAIT),
        (1, Lately(), Bundling.EACH),
        (SINGLES, Lately(), Bundling.EACH),
        (SINGLES + 1, Lately(), Bundling.TOGETHER),
        (1, Lately(messages=SINGLES), Bundling.TOGETHER),
        (10_000, Lately(1, NOON - MINUTE), Bundling.WAIT),
        (10_000, Lately(1, NOON - WINDOW), Bundling.TOGETHER),
    ],
)
def test_few_are_told_one_by_one_and_many_together_at_most_once_a_window(
    count: int, lately: Lately, outcome: Bundling
) -> None:
    assert bundled(DueNews(count, NOON), lately, AT_ONCE, NOON) is outcome


def test_what_waits_for_its_hour_comes_together() -> None:
    heap = DueNews(3, NOON + MINUTE)
    assert bundled(heap, Lately(), HOURLY, NOON + 59 * MINUTE) is Bundling.WAIT
    assert bundled(heap, Lately(), HOURLY, NOON + 60 * MINUTE) is Bundling.TOGETHER


def test_calm_news_wait_for_the_digest_of_the_day() -> None:
    heap = DueNews(1, NOON, is_calm=True)
    assert bundled(heap, Lately(), AT_ONCE, NOON + 19 * 60 * MINUTE) is Bundling.WAIT
    assert bundled(heap, Lately(), AT_ONCE, NOON + 20 * 60 * MINUTE) is Bundling.EACH


@pytest.mark.parametrize(
    ("since", "due"),
    [
        # 23:30 in Berlin: quiet until 7:00 there, in summer two hours ahead
        ("2026-06-01T21:30:00+00:00", "2026-06-02T05:00:00+00:00"),
        ("2026-06-02T04:59:00+00:00", "2026-06-02T05:00:00+00:00"),
        ("2026-06-02T05:00:00+00:00", "2026-06-02T05:00:00+00:00"),
        ("2026-06-01T12:00:00+00:00", "2026-06-01T12:00:00+00:00"),
        # in winter one hour ahead
        ("2026-12-01T22:30:00+00:00", "2026-12-02T06:00:00+00:00"),
        # the night in which the clock is put back: seven by the clock on the wall
        ("2026-10-24T21:00:00+00:00", "2026-10-25T06:00:00+00:00"),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(since: str, due: str) -> None:
    timetable = Timetable(time_zone="Europe/Berlin", quiet=QuietHours(22 * 60, 7 * 60))
    assert timetable.due_at(datetime.fromisoformat(since)) == datetime.fromisoformat(due)


def test_a_digest_of_a_day_that_falls_into_quiet_hours_comes_at_their_end() -> None:
    timetable = Timetable(Cadence.DAILY, daily_at=3 * 60, quiet=QuietHours(0, 8 * 60))
    assert timetable.due_at(NOON) == NOON + timedelta(hours=20)


@pytest.mark.parametrize(
    ("minutes", "calm", "timetable", "messages"),
    [
        ([], False, AT_ONCE, 0),
        ([0, 60, 120], False, AT_ONCE, 3),
        ([0] * 10_000, False, AT_ONCE, 1),
        ([0, 1, 2, 3, 4, 5] + [6] * 100, False, AT_ONCE, SINGLES + 2),
        ([1, 2, 3, 61], False, HOURLY, 2),
        ([0, 60, 120], True, AT_ONCE, 1),
    ],
)
def test_a_preview_counts_messages_as_they_would_have_been_sent(
    *, minutes: list[int], calm: bool, timetable: Timetable, messages: int
) -> None:
    moments = [(NOON + minute * MINUTE, calm) for minute in minutes]
    assert messages_of(moments, timetable) == messages
