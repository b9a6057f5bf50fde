"""Verdicts, and regressions that a later step undid."""

from dataclasses import replace

import pytest

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.changes.findings import (
    FindingKind,
    FindingVerdict,
    is_undone,
    verdict_of,
    with_fixes,
)
from backend.domain.changes.states import ChangeEvent
from backend.tests.domain.changes.findings import STEP_UP, step_at


def test_the_direction_of_the_metric_decides_what_is_worse() -> None:
    assert verdict_of(1.0, 1.1, BetterDirection.LOWER) is FindingVerdict.REGRESSION
    assert verdict_of(1.0, 1.1, BetterDirection.HIGHER) is FindingVerdict.IMPROVEMENT
    assert verdict_of(1.0, 1.1, BetterDirection.UNKNOWN) is FindingVerdict.CHANGE


BACK = step_at(90, verdict=FindingVerdict.IMPROVEMENT, before=1.1, after=1.005, ratio=0.91)


def test_a_regression_that_a_later_step_undoes_is_fixed() -> None:
    assert [one.event for one in with_fixes([STEP_UP, BACK])] == [
        ChangeEvent.UNDONE,
        ChangeEvent.BOUNDARY,
    ]
    half = replace(BACK, after=1.05)
    assert with_fixes([STEP_UP, half])[0].event is ChangeEvent.BOUNDARY


@pytest.mark.parametrize(
    ("after", "rho", "min_effect", "expected"),
    [
        (1.009, 0.0, 0.0, True),  # within one standard deviation of 1 %
        (1.015, 0.0, 0.0, False),
        (1.015, 0.5, 0.0, True),  # correlated runs: sqrt(3) wider
        (1.015, 0.0, 0.02, True),  # less than what matters to the project
        (0.985, 0.0, 0.02, True),
    ],
)
def test_back_is_within_the_noise_or_the_smallest_effect_that_matters(
    after: float, rho: float, min_effect: float, *, expected: bool
) -> None:
    earlier = replace(STEP_UP, rho=rho)
    assert is_undone(earlier, replace(BACK, after=after), min_effect) is expected


@pytest.mark.parametrize("after", [0.98, 0.5, 0.01, 0.0])
def test_a_later_step_beyond_the_old_level_in_the_good_direction_fixes_it(after: float) -> None:
    beyond = replace(BACK, after=after)
    assert with_fixes([STEP_UP, beyond])[0].event is ChangeEvent.UNDONE


def test_beyond_the_old_level_is_above_it_where_higher_is_better() -> None:
    fall = replace(STEP_UP, before=1.0, after=0.5)
    rise = replace(BACK, before=0.5, after=3.0)
    assert with_fixes([fall, rise])[0].event is ChangeEvent.UNDONE
    assert with_fixes([fall, replace(rise, after=0.8)])[0].event is ChangeEvent.BOUNDARY


def test_an_environment_event_fixes_nothing() -> None:
    event = replace(BACK, kind=FindingKind.ENVIRONMENT, verdict=FindingVerdict.CHANGE)
    assert with_fixes([STEP_UP, event])[0].event is ChangeEvent.BOUNDARY
