"""Tails of equal runs are not told apart, those that changed are, by what their history shows."""

import numpy as np
import pytest

from backend.evaluate.compared.suite_tails import CHANGED, SuiteOfTails, suite_of_tails
from backend.evaluate.generator.recordings import LUCK
from backend.evaluate.parts.tails import CHANGES
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
