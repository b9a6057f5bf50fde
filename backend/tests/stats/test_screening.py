"""The screen skips quiet series and lets no change wait."""

import numpy as np
import pytest

from backend.stats.change_points import analyse
from backend.stats.changes import Options
from backend.stats.detector.clip import clip
from backend.stats.detector.noise import inflation
from backend.stats.detector.segmentation import running_sums
from backend.stats.screening import (
    CLIP,
    FEWEST,
    GROWTH,
    MOST_NEWEST,
    NOISE_WEIGHT,
    SHORT_LEVEL,
    WIDTH,
    append,
    screen,
    stronger,
    strongest_split,
    tail_of,
)


def one(n: int, regime: int, analysed: int, values: np.ndarray, sigma: float = 0.02) -> bool:
    """Screen one series of which `values` are the newest."""
    answer = screen(
        tail_of(values)[None],
        np.array([n]),
        np.array([regime]),
        np.array([analysed]),
        np.array([sigma]),
        np.array([0.0]),
    )
    return bool(answer[0])


def quiet(seed: int = 1, n: int = WIDTH) -> np.ndarray:
    return np.random.default_rng(seed).normal(0.0, 0.02, n)


def test_a_tail_holds_the_newest_values_last() -> None:
    assert tail_of(np.arange(100.0))[[0, -1]].tolist() == [36.0, 99.0]
    short = tail_of(np.array([5.0, 6.0]))
    assert short[-2:].tolist() == [5.0, 6.0]
    assert np.isnan(short[:-2]).all()
    assert np.isnan(tail_of(np.empty(0))).all()


def test_appending_moves_only_series_with_a_new_value() -> None:
    tails = np.stack([tail_of(np.arange(80.0)), tail_of(np.array([1.0]))])
    moved, counts = append(tails, np.array([80, 1]), np.array([np.nan, 2.0]))
    assert counts.tolist() == [80, 2]
    assert moved[0].tolist() == tails[0].tolist()
    assert moved[1, -2:].tolist() == [1.0, 2.0]
    assert tails[1, -1] == 1.0


@pytest.mark.parametrize("count", [1, 40, 64, 200])
def test_appending_one_by_one_is_the_tail_of_all(count: int) -> None:
    values = quiet(3, count)
    tails, counts = tail_of(np.empty(0))[None], np.array([0])
    for value in values:
        tails, counts = append(tails, counts, np.array([value]))
    assert counts[0] == count
    np.testing.assert_array_equal(tails[0], tail_of(values))


@pytest.mark.parametrize(
    ("n", "regime", "analysed", "expected"),
    [
        (39, 39, 38, True),  # short series are always analysed
        (1000, 500, 999, False),
        (1000, 500, 950, True),  # grown by a twentieth
        (1000, 5, 999, True),  # a fresh regime is watched closely
        (1000, 60, 999, True),
        (1000, 61, 999, False),
    ],
)
def test_when_an_analysis_is_due(n: int, regime: int, analysed: int, *, expected: bool) -> None:
    assert one(n, regime, analysed, quiet()) is expected


def test_a_series_never_analysed_is_due() -> None:
    assert one(1000, 500, 1000, quiet(), sigma=float("nan"))


@pytest.mark.parametrize("runs", [3, 5, 10, 30])
def test_a_new_level_is_noticed(runs: int) -> None:
    values = quiet()
    values[-runs:] += 0.1
    assert one(1000, 500, 999, values)


def test_one_spike_is_not_a_level() -> None:
    values = quiet()
    values[-1] += 3.0
    assert not one(1000, 500, 999, values)


def test_what_lies_before_the_regime_is_not_looked_at() -> None:
    values = quiet()
    values[:14] += 5.0
    assert not one(1000, 50, 999, values)
    assert one(1000, 64, 999, values)


def test_a_steady_slope_is_not_a_level() -> None:
    assert not one(1000, 500, 999, quiet() * 0.05 + 0.01 * np.arange(WIDTH))


def test_quiet_series_are_mostly_skipped() -> None:
    tails = np.random.default_rng(5).normal(0.0, 0.02, (2000, WIDTH))
    column = np.full(2000, 1000)
    due = screen(tails, column, column, column, np.full(2000, 0.02), np.zeros(2000))
    assert due.mean() <= 0.01


def first_seen(values: np.ndarray, at: int, *, screened: bool) -> int:
    """Replay run by run from 60 on; return after how many runs a change near `at` shows."""
    logs = np.log(values)
    analysis = analyse(values[:60])
    analysed = 60
    for n in range(61, values.size + 1):
        regime = n - analysis.regime_start
        due = one(n, regime, analysed, logs[:n], analysis.sigma)
        if due or not screened:
            analysis, analysed = analyse(values[:n]), n
        if any(abs(change.index - at) <= 5 for change in analysis.changes):
            return n
    return values.size + 1


@pytest.mark.parametrize("sigmas", [1.5, 3.0, 8.0])
def test_changes_are_found_as_soon_as_by_analysing_every_run(sigmas: float) -> None:
    late = 0
    for seed in range(12):
        values = 100.0 * np.exp(quiet(seed, 160))
        values[100:] *= np.exp(sigmas * 0.02)
        late += first_seen(values, 100, screened=True) > first_seen(values, 100, screened=False)
    assert late <= 1


def drifting_share(slope: float, *, known: bool) -> float:
    """Return which share of drifting tails the screen takes for stepped."""
    tails = np.random.default_rng(6).normal(0.0, 0.02, (2000, WIDTH)) + slope * np.arange(WIDTH)
    column = np.full(2000, 1000)
    noise = np.full(2000, 0.02), np.zeros(2000)
    slopes = np.full(2000, slope) if known else None
    return float(screen(tails, column, column, column, *noise, slopes).mean())


def test_a_known_slope_triggers_no_more_than_none() -> None:
    assert drifting_share(0.001, known=True) <= 0.01
    assert drifting_share(0.001, known=False) >= 0.03
    assert drifting_share(0.0, known=True) == drifting_share(0.0, known=False)


def test_a_level_on_a_known_slope_is_noticed() -> None:
    tail = quiet() + 0.002 * np.arange(WIDTH)
    tail[-6:] += 0.1
    column = np.array([1000])
    noise = np.array([0.02]), np.array([0.0])
    assert screen(tail[None], column, column, column, *noise, np.array([0.002]))[0]


def test_a_stricter_analysis_needs_a_stronger_trigger() -> None:
    tails = np.random.default_rng(7).normal(0.0, 0.02, (500, WIDTH))
    tails[:, -8:] += 0.04
    column = np.full(500, 1000)
    noise = np.full(500, 0.02), np.zeros(500)
    due = [
        screen(tails, column, column, column, *noise, None, Options(z0=z0)).mean()
        for z0 in (3.0, 3.5, 4.5)
    ]
    assert due[0] > due[1] > due[2]


def test_growth_bounds_the_wait() -> None:
    assert one(2000, 1500, int(2000 / GROWTH), quiet())


def strongest_of_all(newest: np.ndarray, sigma: float, rho: float) -> float:
    """Test every split in full, without the bound that passes over most of them."""
    n = newest.size
    pulled = clip(newest, CLIP * sigma)
    sums = running_sums(pulled - pulled[0])
    own = np.array([sigma * sigma, NOISE_WEIGHT])
    places = [(0, split, n) for split in range(FEWEST, n - FEWEST + 1)]
    places += [
        (split - SHORT_LEVEL, split, n)
        for _, split, _ in places
        if split > SHORT_LEVEL and n - split <= MOST_NEWEST
    ]
    return max(stronger(0.0, sums, place, own, inflation(rho)) for place in places)


@pytest.mark.parametrize("rho", [0.0, 0.5])
def test_no_split_that_counts_is_passed_over(rho: float) -> None:
    generator = np.random.default_rng(11)
    for number in range(1_200):
        n = int(generator.integers(6, WIDTH + 1))
        newest = generator.normal(0.0, 0.02, n)
        if number % 2:
            newest[generator.integers(FEWEST, n) :] += generator.normal(0.0, 0.1)
        if number % 3:
            newest += generator.normal(0.0, 0.004) * np.arange(n)
        if number % 5 == 0:
            newest = np.round(newest, 2)
        assert strongest_split(newest, 0.02, rho) == strongest_of_all(newest, 0.02, rho)
