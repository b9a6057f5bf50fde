"""Tails of equal runs do not differ significantly; changed ones do, given their history."""

import math

import numpy as np
import pytest

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.aspects import MOST_UNKNOWN, AspectRows, aspects_of_session
from backend.domain.comparisons.entries import match_results
from backend.domain.comparisons.results import (
    ComparisonSetting,
    NoiseTable,
    ResultColumns,
    SideResults,
)
from backend.domain.comparisons.tables import FEWEST
from backend.evaluate.compared.suite_tails import CHANGED, SuiteOfTails, suite_of_tails
from backend.evaluate.generator.recordings import LUCK
from backend.evaluate.parts.tails import CHANGES
from backend.stats.arrays import Floats
from backend.stats.aspects import ASPECTS

SUITES = 4


@pytest.mark.parametrize("luck", LUCK)
def test_hardly_any_suite_of_equal_runs_tells_of_a_tail(luck: str) -> None:
    """5 % of suites may; two of four are so in one case of seventy."""
    generator = np.random.default_rng([19, list(LUCK).index(luck)])
    told = [suite_of_tails(generator, luck, "normal", 1) for _ in range(SUITES)]
    assert sum(bool((one != "").any()) for one in told) <= 1


@pytest.mark.parametrize("luck", ["outlier triples", "layout x 3", "noisy machine"])
def test_three_far_runs_in_a_row_are_no_three_witnesses_where_far_runs_come_so(luck: str) -> None:
    generator = np.random.default_rng([31, list(LUCK).index(luck)])
    told = [suite_of_tails(generator, luck, "skewed", 3) for _ in range(2 * SUITES)]
    assert sum(bool((one != "").any()) for one in told) <= 2


@pytest.mark.parametrize(
    ("what", "per_side", "aspects"),
    [
        ("3 % of the samples 3 times as slow", 2, {"p99", "max"}),
        ("20 % of the samples 20 % slower", 3, {"p90", "p99", "max", "spread"}),
    ],
)
def test_a_tail_that_changed_is_told_once_runs_agree(
    what: str, per_side: int, aspects: set[str]
) -> None:
    generator = np.random.default_rng([23, per_side])
    told = [suite_of_tails(generator, "heavy", "normal", per_side, CHANGES[what]) for _ in range(3)]
    changed = np.concatenate([one[:CHANGED] for one in told])
    assert set(changed.tolist()) <= aspects
    assert sum(int((one[CHANGED:] != "").sum()) for one in told) == 0


def test_an_aspect_that_was_always_0_before_is_not_judged_and_the_others_are() -> None:
    generator = np.random.default_rng(29)
    centres = np.exp(generator.normal(0.0, 0.01, (6, 42)))
    noise = np.exp(generator.normal(0.0, 0.02, (6, 42, len(ASPECTS))))
    aspects = centres[:, :, None] * noise
    aspects[:, -1, ASPECTS.index("p99")] *= 3.0
    aspects[0, :40, ASPECTS.index("p99")] = 0.0
    told = SuiteOfTails(centres, aspects, 1).compared().comparisons.aspect
    assert told.tolist() == ["", *["p99"] * 5]


def test_of_aspects_without_a_known_scatter_those_that_moved_most_are_asked() -> None:
    rows = 2 * MOST_UNKNOWN
    moved = np.linspace(1.2, 1.4, rows)
    before = np.full((rows, 1, len(ASPECTS)), np.nan)
    after, sigma = before.copy(), np.full((rows, len(ASPECTS)), np.nan)
    before[:, 0, 0], after[:, 0, 0] = 1.0, moved
    sigma[:10, 0] = 0.01
    ramp = np.arange(rows)
    found = AspectRows(ramp, ramp, before, after, sigma, 0 * ramp).candidates(np.zeros(rows))
    asked = [*range(10), *range(rows - MOST_UNKNOWN, rows)]
    assert np.flatnonzero(found.any(axis=1)).tolist() == asked


def of_session(samples: Floats) -> SideResults:
    rows, size = samples.shape
    ids, unknown = np.arange(1, rows + 1), np.full(rows, math.nan)
    ones = np.ones_like(ids)
    columns = ResultColumns(
        series=ids, run=ones, variant=ids, metric=ones, testbed=ones,
        value=np.median(samples, axis=1), low=unknown, high=unknown, sd=unknown, n=size * ones,
        basis=0 * ones, samples=samples.ravel(), ends=size * ids, histograms={},
        binaries=[None] * rows, versions=[None] * rows, rounds={},
    )  # fmt: skip
    return SideResults(columns, (), {})


def told_of_session(before: Floats, after: Floats, rows: int) -> int:
    """Compare as many equal rows of one session, and return how many tails are told."""
    labels = {
        one: SeriesLabel(
            one, "suite", "made", {"n": one}, "time", "s", "lower", "sampled", "lab", "main"
        )
        for one in range(1, rows + 1)
    }
    sides = of_session(np.tile(before, (rows, 1))), of_session(np.tile(after, (rows, 1)))
    setting = ComparisonSetting("in turns", across_testbeds=False)
    lined = match_results(sides, labels, NoiseTable.of({}), setting)
    assert len(lined.tables) == (rows >= FEWEST)
    measured, looked = aspects_of_session(lined.compared(), lined, np.ones(rows, np.int64))
    assert looked == rows
    return sum(one.rows.size for one in measured)


@pytest.mark.parametrize("least", [1.0, 0.0])
def test_a_tail_is_told_or_not_however_many_rows_stand_beside_it(least: float) -> None:
    """By a coarse clock, and by a counter that is 0 at times."""
    before = np.array([15.0 * least] * 25 + [16.0] * 50 + [17.0] * 25)
    after = np.array([15.0 * least] * 19 + [16.0] * 37 + [17.0] * 19 + [31.0] * 25)
    generator = np.random.default_rng(37)
    sides = generator.permutation(before), generator.permutation(after)
    many, few = (told_of_session(*sides, rows) for rows in (FEWEST, FEWEST - 1))
    assert (many, few) == ((FEWEST, FEWEST - 1) if least else (0, 0))
