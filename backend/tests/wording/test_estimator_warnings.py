"""Where the estimated shift and the medians of a comparison tell different things."""

from dataclasses import replace

import numpy as np
import pytest

from backend.domain.quantities import Quantity
from backend.stats.compare import Question, compare_pairs, compare_runs, compare_samples
from backend.stats.comparison.comparisons import Comparison, Estimator
from backend.wording.comparisons import estimator_warnings, sentence_of

TIME = Quantity("wall_time", "s", "lower")
SHIFTED = np.concatenate((np.full(6, 1.0), np.full(5, 2.0))) + np.arange(11) * 1e-3
BACK = np.concatenate((np.full(5, 0.5), np.full(6, 1.02))) + np.arange(11) * 1e-3
"""Most of it far below SHIFTED, its median slightly above."""


def against(ratio: float, medians: float, estimator: Estimator) -> Comparison:
    found = compare_samples([1.0, 1.1], [1.0, 1.1], Question(between=0.0))
    return replace(
        found,
        baseline=1.0,
        contender=medians,
        ratio=ratio,
        difference=ratio - 1.0,
        estimator=estimator,
    )


@pytest.mark.parametrize(
    ("found", "threshold", "said"),
    [
        (
            against(0.98, 1.04, "shift of samples"),
            0.01,
            (
                "The typical shift between samples is "
                "\u22122.0\u202f%, that of the medians +4.0\u202f%: "
                "the sides have different shapes."
            ),
        ),
        (
            against(1.237, 1.646, "mean of runs"),
            0.01,
            (
                "The mean shift of the runs is +23.7\u202f%, that of the medians +64.6\u202f%: "
                "some runs are outliers among their side."
            ),
        ),
        (
            against(3.0, 1.5, "shift of pairs"),
            0.01,
            (
                "The typical shift within pairs is a factor of "
                "3.00, that of the medians +50.0\u202f%: "
                "the sides drifted meanwhile or have different shapes."
            ),
        ),
        (against(1.02, 1.06, "shift of samples"), 0.01, None),
        (against(1.1, 1.2, "shift of samples"), 0.1, None),
        (against(1.02, 1.0, "shift of samples"), 0.01, None),
        (against(1.02, 0.98, "values"), 0.01, None),
    ],
)
def test_a_warning_says_both_where_they_are_apart(
    found: Comparison, threshold: float, said: str | None
) -> None:
    assert estimator_warnings(found, threshold) == (() if said is None else (said,))


def test_no_change_is_claimed_against_the_medians() -> None:
    baseline, contender = np.tile(SHIFTED, 9), np.tile(BACK, 9)
    found = compare_samples(baseline, contender, Question(between=0.0))
    assert found.contender > found.baseline
    assert found.ratio < 1.0
    assert found.difference < 0.0
    assert found.p < 0.01
    assert found.verdict == "unknown"
    assert sentence_of(found, TIME).endswith("; the medians of the sides differ the other way")
    assert len(estimator_warnings(found, 0.01)) == 1


def test_the_difference_follows_the_ratio() -> None:
    found = compare_runs([[1.0], [1.1], [4.0]], [[1.2], [1.3], [1.4]])
    assert found.estimator == "mean of runs"
    assert found.contender > found.baseline
    assert found.difference == pytest.approx(found.baseline * (found.ratio - 1.0))
    assert found.difference < 0.0


def test_each_way_of_comparing_names_its_estimator() -> None:
    sides = [1.0, 1.1, 1.2], [1.3, 1.4, 1.5]
    assert compare_pairs(*sides).estimator == "shift of pairs"
    assert compare_samples(*sides, Question(between=0.1)).estimator == "shift of samples"
