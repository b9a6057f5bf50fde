"""Modes and tails: found where they are, and rarely where they are not."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from backend.stats.arrays import Floats
from backend.stats.comparison.dip import QUANTILES, SHARES, SIZES, dip, dip_p
from backend.stats.comparison.shapes import compare_tails, modes_of

Draw = Callable[[np.random.Generator, int], Floats]
ONE_MODE: dict[str, Draw] = {
    "normal": lambda g, n: g.normal(100.0, 3.0, n),
    "lognormal": lambda g, n: 100.0 * np.exp(0.6 * g.standard_normal(n)),
    "heavy tails": lambda g, n: 100.0 + g.standard_t(3, n),
    "one-sided": lambda g, n: 100.0 + g.exponential(5.0, n),
    "spikes": lambda g, n: g.normal(100, 3, n) + (g.random(n) < 0.05) * g.uniform(10, 99, n),
    "ticks": lambda g, n: np.round(g.normal(100.0, 3.0, n) / 3.0) * 3.0,
    "two ticks": lambda g, n: np.where(g.random(n) < 0.5, 10.0, 11.0),
    "waits of a tick": lambda g, n: np.round(1.0 + g.exponential(1.0, n)),
    "waits of five ticks": lambda g, n: np.round(1.0 + g.exponential(5.0, n)),
    "small counts": lambda g, n: g.poisson(3.0, n).astype(np.float64) + 1.0,
    "counts from zero": lambda g, n: g.poisson(3.0, n).astype(np.float64),
}


def far_modes(g: np.random.Generator, n: int, share: float, gap: float) -> Floats:
    """Return noise of 1 %, a share of it slower by a gap of many times that."""
    return np.asarray(
        100.0 * np.exp(0.01 * g.standard_normal(n)) * (1 + gap * (g.random(n) < share))
    )


@pytest.mark.parametrize("name", ONE_MODE)
def test_one_mode_is_called_one(name: str) -> None:
    generator = np.random.default_rng(5)
    for n in (20, 30, 80):
        several = [modes_of(ONE_MODE[name](generator, n)).count > 1 for _ in range(120)]
        assert np.mean(several) <= 0.025, n


def test_flat_noise_is_the_worst_case() -> None:
    generator = np.random.default_rng(6)
    several = [modes_of(generator.uniform(90, 110, 40)).count > 1 for _ in range(400)]
    assert np.mean(several) == pytest.approx(0.05, abs=0.03)


@pytest.mark.parametrize(
    ("distance", "share", "n", "power"),
    [(6.0, 0.5, 30, 0.7), (6.0, 0.5, 60, 0.95), (4.0, 0.5, 200, 0.9), (6.0, 0.3, 200, 0.9)],
)
def test_two_modes_are_found(distance: float, share: float, n: int, power: float) -> None:
    generator = np.random.default_rng(7)
    found = 0
    for _ in range(80):
        z = generator.standard_normal(n) + distance * (generator.random(n) < share)
        found += modes_of(np.exp(0.02 * z)).count == 2
    assert found / 80 >= power


@pytest.mark.parametrize("n", [30, 100, 400])
def test_two_modes_of_whole_numbers_are_found(n: int) -> None:
    generator = np.random.default_rng(14)
    found = 0
    for _ in range(60):
        centres = np.where(generator.random(n) < 0.4, 10.0, 30.0)
        found += modes_of(np.round(centres + 1.5 * generator.standard_normal(n))).count == 2
    assert found / 60 >= 0.9


def test_two_readings_of_a_clock_are_no_modes_and_said_to_be_few() -> None:
    found = modes_of([10.0] * 40 + [20.0] * 60)
    assert found.count == 1
    assert math.isnan(found.p)
    assert "2 different readings" in found.warnings[0]


def test_modes_have_places_and_shares() -> None:
    generator = np.random.default_rng(8)
    heaps = np.concatenate([generator.normal(c, 1.0, n) for c, n in ((10, 90), (30, 60), (50, 50))])
    found = modes_of(heaps)
    assert [round(mode.centre, -1) for mode in found.modes] == [10.0, 30.0, 50.0]
    assert [mode.share for mode in found.modes] == pytest.approx([0.45, 0.30, 0.25], abs=0.01)
    assert found.p <= 0.01


def test_few_samples_are_not_asked() -> None:
    found = modes_of([1.0] * 6 + [9.0] * 6)
    assert found.count == 1
    assert math.isnan(found.p)
    assert "12 samples" in found.warnings[0]


def dip_by_programming(x: Floats) -> float:
    """Return the dip by its definition: the nearest curve, for every mode, by linear programming.

    Unknowns are the curve at each sample (twice at the mode, where it may jump) and the distance.
    """
    return min(_distance_with_mode(x, mode) for mode in range(x.size))


def _distance_with_mode(x: Floats, mode: int) -> float:
    n = x.size
    before = list(range(mode + 1))
    behind = [n if place == mode else place for place in range(mode, n)]
    rows: list[tuple[tuple[tuple[int, float], ...], float]] = []
    rows.append((((mode, 1.0), (n, -1.0)), 0.0))  # it jumps upwards
    for places, at, sign in ((before, x[: mode + 1], 1.0), (behind, x[mode:], -1.0)):
        rows += [(((a, 1.0), (b, -1.0)), 0.0) for a, b in itertools.pairwise(places)]
        steps = np.diff(at)
        for i in range(len(places) - 2):
            first, second = sign / steps[i], sign / steps[i + 1]
            bend = ((places[i], -first), (places[i + 1], first + second), (places[i + 2], -second))
            rows.append((bend, 0.0))
        for place in places:
            step = (place if place < n else mode) / n
            ends = (
                [step] if place == mode else [step + 1 / n] if place == n else [step, step + 1 / n]
            )
            rows += [(((place, s), (n + 1, -1.0)), s * end) for end in ends for s in (1.0, -1.0)]
    table, limits = np.zeros((len(rows), n + 2)), np.array([limit for _, limit in rows])
    for row, (parts, _) in enumerate(rows):
        for column, factor in parts:
            table[row, column] += factor
    cost = np.eye(n + 2)[n + 1]
    solved = linprog(cost, A_ub=table, b_ub=limits, bounds=(None, None))
    return float(solved.fun or 0.0)


@pytest.mark.parametrize("n", [4, 7, 10, 13])
@pytest.mark.parametrize("heaps", [1, 2])
def test_the_dip_is_what_its_definition_says(n: int, heaps: int) -> None:
    generator = np.random.default_rng(n)
    x = np.sort(generator.standard_normal(n) + 5.0 * (np.arange(n) % heaps))
    assert dip(x) == pytest.approx(dip_by_programming(x), abs=1e-7)


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([0.0, 1.0], 0.25),
        ([0.0, 1.0, 2.0, 3.0], 0.125),
        ([0.0, 1e-9, 1.0, 1.0 + 1e-9], 0.25),
        ([0.0, 1e-9, 2e-9, 1.0, 1.0 + 1e-9, 1.0 + 2e-9], 0.25),
    ],
)
def test_the_dip_of_few_points_is_known(samples: list[float], expected: float) -> None:
    assert dip(np.array(samples)) == pytest.approx(expected, abs=1e-6)


def test_the_table_of_dips_can_be_drawn_again() -> None:
    generator = np.random.default_rng(10)
    for row in (0, 2):
        n = int(SIZES[row])
        drawn = [math.sqrt(n) * dip(np.sort(generator.random(n))) for _ in range(4_000)]
        np.testing.assert_allclose(np.quantile(drawn, SHARES[:4]), QUANTILES[row, :4], rtol=0.03)
    assert np.mean([dip_p(np.sort(generator.random(40))) <= 0.05 for _ in range(800)]) <= 0.07


@pytest.mark.parametrize("gap", [0.05, 0.3])
@pytest.mark.parametrize("share", [0.5, 0.45, 0.3])
def test_equal_tails_of_two_modes_are_called_equal(share: float, gap: float) -> None:
    generator = np.random.default_rng(15)
    for sizes in ((20, 20), (60, 60), (60, 200)):
        p = [
            compare_tails(*(far_modes(generator, n, share, gap) for n in sizes)).p
            for _ in range(120)
        ]
        assert np.mean(np.array(p) <= 0.01) <= 0.025, sizes


@pytest.mark.parametrize("name", ONE_MODE)
def test_equal_tails_are_called_equal(name: str) -> None:
    generator = np.random.default_rng(11)
    for sizes in ((20, 20), (30, 100), (200, 200)):
        p = [compare_tails(*(ONE_MODE[name](generator, n) for n in sizes)).p for _ in range(300)]
        assert np.mean(np.array(p) <= 0.01) <= 0.025, sizes


def test_a_heavier_tail_about_the_same_centre_is_seen() -> None:
    generator = np.random.default_rng(12)
    calm = generator.normal(100.0, 3.0, 200)
    spiky = generator.normal(100.0, 3.0, 200) + (generator.random(200) < 0.1) * 40.0
    found = compare_tails(calm, spiky)
    assert found.p <= 0.01
    assert found.contender.share > 2.0 * found.baseline.share
    assert found.contender.reach > 1.3
    assert found.baseline.reach < 1.1


def test_a_shift_alone_is_no_heavier_tail() -> None:
    generator = np.random.default_rng(13)
    calm, slower = generator.normal(100.0, 3.0, 200), generator.normal(150.0, 4.5, 200)
    assert compare_tails(calm, slower).p > 0.05


@settings(deadline=None, max_examples=80)
@given(
    st.lists(
        st.one_of(st.floats(-1e300, 1e300), st.sampled_from([0.0, 1.0, 1.0, 2.0, 1e-300])),
        min_size=1,
        max_size=40,
    )
)
def test_no_finite_numbers_break_it(samples: list[float]) -> None:
    found = modes_of(samples)
    assert 1 <= found.count <= 8
    assert sum(mode.share for mode in found.modes) <= 1.0 + 1e-9
    tails = compare_tails(samples, samples)
    assert math.isnan(tails.p) or 0.0 <= tails.p <= 1.0


@pytest.mark.parametrize("wrong", [[], [math.nan], [math.inf]])
def test_unusable_sets_are_refused(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="samples"):
        modes_of(wrong)
    with pytest.raises(ValueError, match="contender"):
        compare_tails([1.0], wrong)
