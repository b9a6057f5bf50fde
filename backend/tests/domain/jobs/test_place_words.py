"""How long a job takes, in words: each number in its own unit, and no range that says nothing."""

import pytest

from backend.domain.jobs.durations import DurationEstimate
from backend.domain.jobs.place_words import due_words, lasting


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (DurationEstimate(3_600.0, 0.0, 7_200.0, 0), "at most 2.0 h"),
        (DurationEstimate(3_600.0, 900.0, 14_400.0, 1), "about 60 min (15 min to 4.0 h)"),
        (DurationEstimate(720.0, 480.0, 1_200.0, 9), "about 12 min (8 min to 20 min)"),
        (DurationEstimate(3.0, 0.4, 80.0, 9), "at most 80 s"),
        (DurationEstimate(720.0, 719.0, 721.0, 9), "about 12 min"),
    ],
)
def test_a_duration_has_the_range_that_is_known(told: DurationEstimate, said: str) -> None:
    assert lasting(told) == said


@pytest.mark.parametrize(
    ("due", "said"),
    [
        ("2026-11-29T04:13:22Z", "due since 2026-11-29 04:13 UTC"),
        ("2026-11-29T05:13:22.5+01:00", "due since 2026-11-29 04:13 UTC"),
        ("2026-11-29T04:13:22", "due since 2026-11-29T04:13:22"),
        ("yesterday", "due since yesterday"),
    ],
)
def test_a_schedule_says_since_when_a_run_is_due(due: str, said: str) -> None:
    assert due_words(due) == said
