from datetime import UTC, datetime

import pytest

from backend.domain.retries import LONGEST_PAUSE_S, MOST_ATTEMPTS, Refusal, pause_s, refusal_of

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


def test_pauses_double_up_to_a_limit_are_spread_and_come_to_an_end() -> None:
    failed = Refusal("away")
    pauses = [pause_s(attempt, failed, 0.5) for attempt in range(1, MOST_ATTEMPTS)]
    assert pauses == [min(30.0 * 2**n, LONGEST_PAUSE_S) for n in range(MOST_ATTEMPTS - 1)]
    assert (pause_s(1, failed, 0.0), pause_s(1, failed, 1.0)) == (24.0, 36.0)
    assert pause_s(MOST_ATTEMPTS, failed, 0.5) is None


@pytest.mark.parametrize(
    ("status", "is_lasting"),
    [(400, True), (403, True), (404, True), (408, False), (410, True), (429, False), (301, True),
     (500, False), (503, False)],
)  # fmt: skip
def test_only_what_time_may_heal_is_tried_again(*, status: int, is_lasting: bool) -> None:
    refusal = refusal_of(status, None, "no", NOW)
    assert refusal.is_lasting is is_lasting
    assert (pause_s(1, refusal, 0.5) is None) is is_lasting


@pytest.mark.parametrize(
    ("said", "wait_s"),
    [
        ("120", 120.0),
        ("-5", 30.0),
        ("Mon, 01 Jun 2026 12:10:00 GMT", 600.0),
        ("Mon, 01 Jun 2020 12:10:00 GMT", 30.0),
        ("soon", 30.0),
        ("9" * 400, 6 * 3600.0),
        ("nan", 30.0),
        (None, 30.0),
    ],
)
def test_the_other_side_may_ask_for_time_within_reason(said: str | None, wait_s: float) -> None:
    assert pause_s(1, refusal_of(429, said, "", NOW), 0.5) == wait_s
