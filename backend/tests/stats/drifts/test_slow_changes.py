"""Steps that are parts of one slide become a drift; steps with levels between them stay."""

import math
from dataclasses import replace

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Options, ReportedChange
from backend.stats.drifts.fitting import ReportedDrift
from backend.stats.drifts.slow_changes import slow_changes

OPTIONS = Options(min_effect=math.log(1.01))
T = np.arange(200)


def drawn(shape: Floats, seed: int) -> Floats:
    noisy: Floats = np.exp(shape + 0.02 * np.random.default_rng(seed).standard_normal(T.size))
    return noisy


def slid(seed: int) -> Floats:
    return drawn(0.002 * np.clip(T - 50.0, 0.0, 100.0), seed)


def test_steps_in_a_slide_become_one_drift() -> None:
    taken_for_steps = 0
    for seed in range(20):
        values = slid(seed)
        analysis = analyse(values, (), OPTIONS)
        taken_for_steps += len(analysis.changes) > 1
        without, drifts = slow_changes(values, analysis)
        assert without.changes == ()
        assert [one.ratio for one in drifts] == pytest.approx([math.exp(0.2)], rel=0.03)
    assert taken_for_steps > 1


@pytest.mark.parametrize("steps", [(60, 140), (50, 100, 150)])
def test_steps_with_levels_between_them_stay(steps: tuple[int, ...]) -> None:
    for seed in range(20):
        values = drawn(0.06 * np.sum([at <= T for at in steps], axis=0), seed)
        analysis = analyse(values, (), OPTIONS)
        assert len(analysis.changes) == len(steps)
        assert slow_changes(values, analysis) == (analysis, ())


def test_a_step_in_a_slide_stays() -> None:
    values = drawn(0.003 * T + 0.15 * (T > 120), 2)
    analysis = analyse(values, (), OPTIONS)
    without, drifts = slow_changes(values, analysis)
    assert [one.index for one in without.changes] == [121]
    assert [one.ratio for one in drifts] == pytest.approx([math.exp(0.6)], rel=0.06)


def test_of_steps_that_people_know_of_the_first_becomes_the_drift() -> None:
    values = slid(0)
    analysis = analyse(values, (), OPTIONS)
    known = [ReportedChange(one, 0.02, 0.0, 0.0) for one in analysis.changes[:2]]
    without, drifts = slow_changes(values, analysis, steps=known)
    assert without.changes == analysis.changes[1:2]
    assert len(drifts) == 1


def test_one_step_goes_only_where_a_drift_its_way_is_known() -> None:
    values = slid(0)
    analysis = analyse(values, (), OPTIONS)
    single = replace(analysis, changes=analysis.changes[2:3])
    up, down = (ReportedDrift(50, 120, is_up=one) for one in (True, False))
    assert slow_changes(values, single, told=[up])[0].changes == ()
    assert (
        slow_changes(values, single, told=[down])[0].changes
        == slow_changes(values, single)[0].changes
    )
