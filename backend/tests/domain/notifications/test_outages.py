from datetime import UTC, datetime, timedelta

from backend.domain.notifications.outages import is_agent_quiet, is_channel_down, suite_stopped_at

NOW = datetime(2026, 6, 30, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def test_an_agent_is_quiet_after_a_quarter_of_an_hour_and_given_up_after_a_month() -> None:
    assert not is_agent_quiet(NOW - 14 * MINUTE, NOW)
    assert is_agent_quiet(NOW - 16 * MINUTE, NOW)
    assert not is_agent_quiet(NOW - 31 * DAY, NOW)
    assert not is_agent_quiet(None, NOW)


def test_a_suite_that_reports_each_night_has_stopped_after_two_missed_nights() -> None:
    nights = [NOW - day * DAY for day in range(2, 12)]
    assert suite_stopped_at(nights, NOW) is None
    assert suite_stopped_at([at - DAY for at in nights], NOW) == NOW - 3 * DAY


def test_a_suite_without_a_habit_is_never_missed() -> None:
    import_of_a_history = [NOW - 20 * DAY + index * MINUTE for index in range(1000)]
    assert suite_stopped_at(import_of_a_history, NOW) is None
    assert suite_stopped_at([], NOW) is None
    assert suite_stopped_at([NOW - 20 * DAY, NOW - 19 * DAY, NOW - 18 * DAY], NOW) is None


def test_a_suite_that_reports_every_two_hours_is_given_a_day() -> None:
    turns = [NOW - 23 * HOUR - index * 2 * HOUR for index in range(20)]
    assert suite_stopped_at(turns, NOW) is None
    assert suite_stopped_at(turns, NOW + 2 * HOUR) == turns[0]


def test_a_channel_is_down_once_it_lost_a_message_or_has_failed_for_long() -> None:
    assert is_channel_down(NOW - MINUTE, 1, NOW)
    assert not is_channel_down(None, 1, NOW), "something has arrived since"
    assert is_channel_down(NOW - 16 * MINUTE, 0, NOW)
    assert not is_channel_down(NOW - 14 * MINUTE, 0, NOW)
    assert not is_channel_down(None, 0, NOW)
