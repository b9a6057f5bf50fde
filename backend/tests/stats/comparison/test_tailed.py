"""Runs held against histories: one far run shows nothing, several that agree do."""

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.comparison.comparison_groups import runs_group
from backend.stats.comparison.estimates import Estimates
from backend.stats.comparison.far_runs import far_shares
from backend.stats.comparison.run_scatter import RunScatter
from backend.stats.comparison.verdicts import STANDARD, edges, more_needed

SD, SERIES = 0.01, 100


def spiky(rho: float = 0.0) -> RunScatter:
    """Return what histories of 60 runs tell of which one in twenty is a spike of 10 to 30 sd."""
    generator = np.random.default_rng(7)
    distances = np.abs(generator.standard_normal((SERIES, 60)))
    distances += generator.uniform(10, 30, distances.shape) * (
        generator.random(distances.shape) < 0.05
    )
    ones = np.ones(SERIES)
    return RunScatter(SD * ones, 59.0 * ones, far_shares(distances), rho * ones)


def compared(baseline: list[float], contender: list[float], scatter: RunScatter) -> Estimates:
    """Compare runs that lie so many standard deviations from the level, the same in each series."""
    sides = [
        [np.full((SERIES, 1), np.exp(SD * one)) for one in side] for side in (baseline, contender)
    ]
    return runs_group(sides[0], sides[1], scatter).estimates


def test_one_run_shows_no_difference_that_spikes_make_as_often() -> None:
    found = compared([0.0], [15.0], spiky())
    assert found.p().min() > 0.01
    low, high = found.interval(np.full(SERIES, 0.99))
    assert (low < 0.0).all()
    assert (high > 0.0).all()


def test_three_runs_that_agree_show_it_and_one_spike_among_them_does_not() -> None:
    assert compared([0.2, -0.5, 0.1], [14.5, 15.0, 15.2], spiky()).p().max() < 0.001
    assert compared([0.2, -0.5, 0.1], [0.3, 15.0, -0.2], spiky()).p().min() > 0.05


def test_runs_that_follow_one_another_agree_more_easily() -> None:
    runs = [0.2, -0.5, 0.1], [14.5, 15.0, 15.2]
    alike = compared(*runs, spiky(rho=0.8)).p()
    assert (alike > 5 * compared(*runs, spiky()).p()).all()


@pytest.mark.parametrize("runs", [1, 2, 3, 6])
def test_an_interval_excludes_no_difference_just_where_the_p_value_is_below_its_level(
    runs: int,
) -> None:
    generator = np.random.default_rng(runs)
    scatter = spiky()
    sides: list[list[Floats]] = [
        [np.exp(SD * (shift + generator.standard_normal((SERIES, 1)))) for _ in range(runs)]
        for shift in (0.0, 4.0)
    ]
    found = runs_group(sides[0], sides[1], scatter).estimates
    p = found.p()
    for near, is_apart in ((1.01, True), (0.99, False)):
        low, high = found.interval(1.0 - np.minimum(p * near, 0.3))
        told = (p * near < 0.3) & (p > 1e-12)
        assert told.any()
        assert (((low > 0.0) | (high < 0.0)) == is_apart)[told].all()


def test_it_is_said_how_many_runs_would_have_to_agree() -> None:
    found = compared([0.0], [15.0], spiky())
    edge = edges(found, np.ones(SERIES), STANDARD.threshold)
    more, _ = more_needed(found, np.ones(SERIES, np.int64), edge, STANDARD, paired=False)
    assert set(more.tolist()) <= {1.0, 2.0}
