"""What the histories of a suite say of how far its next runs will lie from their level."""

import numpy as np
import pytest
from scipy import stats

from backend.stats.arrays import Floats
from backend.stats.comparison.far_runs import EDGES, distance_of, far_shares, share_beyond

SPIKE = 20.0


def with_spikes(spiky: int, series: int = 100, runs: int = 60) -> Floats:
    """Return distances of normal runs; of the first series, one run in twenty is a spike."""
    generator = np.random.default_rng(3)
    distances = np.abs(generator.standard_normal((series, runs)))
    is_spike = generator.random((spiky, runs)) < 0.05
    is_spike[:, 0] = True
    distances[:spiky] += SPIKE * is_spike
    return distances


def at(shares: Floats, distance: float) -> Floats:
    return share_beyond(shares, np.full(len(shares), distance))


@pytest.mark.parametrize("distance", [2.0, 4.0, 8.0, 12.0])
def test_long_tails_are_seen_by_the_suite_and_beyond_its_farthest_run(distance: float) -> None:
    generator = np.random.default_rng(1)
    shares = far_shares(np.abs(generator.standard_t(3, (100, 60))))
    true = 2 * stats.t.sf(distance, 3)
    assert true / 2 < at(shares, distance).mean() < true * 3


def test_normal_runs_have_no_long_tail() -> None:
    generator = np.random.default_rng(2)
    shares = far_shares(np.abs(generator.standard_normal((100, 60))))
    assert np.median(at(shares, 3.5)) < 0.001
    assert at(shares, 8.0).max() < 1e-4


def test_a_series_that_had_no_spike_is_judged_like_others_without_one() -> None:
    shares = at(far_shares(with_spikes(10)), SPIKE / 2)
    assert shares[:10].min() > 0.02
    assert shares[10:].max() < 0.001


def test_a_lone_series_with_spikes_is_known_by_its_own_history() -> None:
    assert at(far_shares(with_spikes(1)), SPIKE / 2)[0] > 0.01


def test_runs_that_are_missing_do_not_count() -> None:
    distances = with_spikes(0)
    distances[:, 30:] = np.nan
    distances[0, 0] = 10.0
    assert at(far_shares(distances), 5.0)[0] > 0.01


def test_a_distance_is_that_of_its_share() -> None:
    shares = far_shares(with_spikes(10))
    wanted = np.full(len(shares), 0.01)
    np.testing.assert_allclose(share_beyond(shares, distance_of(shares, wanted)), wanted, rtol=1e-6)


def test_where_nothing_is_known_nothing_is_far() -> None:
    nothing = np.zeros((2, EDGES.size))
    assert not share_beyond(nothing, np.array([0.0, 3.0])).any()
    assert not distance_of(nothing, np.array([0.01, 0.5])).any()
