"""One comparison of a contender with its baseline, whatever their results look like.

Pairs measured in turns need nothing else. Results of different runs need the scatter between
runs (`between`: the standard deviation of the logarithm of a run's centre, which the noise of
the series gives): without it nothing is claimed, because samples inside a run do not know the
luck that they share. Give `between=0.0` for two sets of samples from one run.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats
from backend.stats.comparison.comparison_groups import (
    histograms_group,
    pairs_group,
    runs_group,
    samples_group,
    summaries_group,
)
from backend.stats.comparison.comparisons import Comparison
from backend.stats.comparison.conclusions import Claims, Group, Sense, conclude, conclude_exact
from backend.stats.comparison.estimates import refuse_unusable
from backend.stats.comparison.from_summaries import Reported, ReportedMany
from backend.stats.comparison.run_scatter import RunScatter
from backend.stats.comparison.verdicts import STANDARD, WORSE_IF_LARGER, Direction, VerdictRules
from backend.stats.histograms.quantiles import PERCENTS, compare_quantiles
from backend.stats.histograms.recordings import Histogram

BETWEEN_DEGREES = 20.0
"""Degrees of freedom of `between` if nobody says: a series of some 20 runs."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a comparison, and what is known beside the results.

    `direction` says whether lower or higher is better. `between` is the scatter between runs
    (see the module), nan if unknown, known to `between_degrees` degrees of freedom; `rho` is the
    correlation of successive runs, and `far_shares` are those of runs far from the level
    (`comparison/far_runs.py`), none where no history is at hand.
    """

    direction: Direction = "lower"
    between: float = math.nan
    between_degrees: float = BETWEEN_DEGREES
    same_binary: bool = False
    rho: float = 0.0
    far_shares: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.between < 0.0 or math.isinf(self.between) or not self.between_degrees > 0.0:
            raise ValueError("the scatter between runs is a number of 0 or more, or nan")
        if self.direction not in WORSE_IF_LARGER:
            raise ValueError(
                f'a direction is "lower", "higher" or "unknown", not {self.direction!r}'
            )

    @property
    def scatter(self) -> RunScatter:
        return RunScatter(
            np.array([self.between]),
            np.array([self.between_degrees]),
            np.array([self.far_shares]) if self.far_shares else None,
            np.array([self.rho]),
        )

    @property
    def sense(self) -> Sense:
        worse = np.array([WORSE_IF_LARGER[self.direction]], dtype=np.int64)
        return Sense(worse, np.array([self.same_binary]), np.zeros(1, np.bool_))


PLAIN = Question()


def compare_pairs(
    baseline: ArrayLike,
    contender: ArrayLike,
    question: Question = PLAIN,
    rules: VerdictRules = STANDARD,
) -> Comparison:
    """Compare pairs measured in turns: contender[i] was measured beside baseline[i].

    Method: `paired.py`. One pair gives a ratio and no claim. Raises ValueError for sides of
    different length, empty ones or numbers that are not finite.
    """
    sides = _row("baseline", baseline), _row("contender", contender)
    return _concluded(pairs_group(*sides), question, rules)


def compare_samples(
    baseline: ArrayLike,
    contender: ArrayLike,
    question: Question = PLAIN,
    rules: VerdictRules = STANDARD,
) -> Comparison:
    """Compare the samples of one run with those of another, or two sets from one run.

    Method: `unpaired.py` within runs; `run_scatter.py` between them. Raises ValueError for
    empty sides or numbers that are not finite.
    """
    sides = _row("baseline", baseline), _row("contender", contender)
    return _concluded(samples_group(*sides, question.scatter), question, rules)


def compare_runs(
    baseline: Sequence[ArrayLike],
    contender: Sequence[ArrayLike],
    question: Question = PLAIN,
    rules: VerdictRules = STANDARD,
) -> Comparison:
    """Compare several runs per side, each a set of samples: the runs are the units.

    Method: `run_scatter.py` on the medians of the runs. Raises ValueError as `compare_samples`.
    """
    runs = [[_row(name, run) for run in side] for name, side in
            (("baseline", baseline), ("contender", contender))]  # fmt: skip
    if not (runs[0] and runs[1]):
        raise ValueError("give at least one run of each side")
    return _concluded(runs_group(runs[0], runs[1], question.scatter), question, rules)


def compare_summaries(
    baseline: Reported,
    contender: Reported,
    question: Question = PLAIN,
    rules: VerdictRules = STANDARD,
) -> Comparison:
    """Compare results of which only a summary is known.

    Method: `from_summaries.py`. Values alone give a ratio without a claim, unless the scatter
    between runs is known. Raises ValueError for impossible summaries.
    """
    sides = ReportedMany.of([baseline]), ReportedMany.of([contender])
    return _concluded(summaries_group(*sides, question.scatter), question, rules)


def compare_histograms(
    baseline: Histogram | Sequence[Histogram],
    contender: Histogram | Sequence[Histogram],
    question: Question = PLAIN,
    rules: VerdictRules = STANDARD,
    percents: Sequence[float] = PERCENTS,
) -> Comparison:
    """Compare histograms, one or several runs per side, by their medians and other percentiles.

    Method: `quantiles.py`; recordings inside a run share its luck as samples do, so one run a
    side needs `between`. Raises ValueError for histograms without recordings.
    """
    runs = [[one] if isinstance(one, Histogram) else list(one) for one in (baseline, contender)]
    if not (runs[0] and runs[1]):
        raise ValueError("give at least one run of each side")
    found = _concluded(histograms_group(runs[0], runs[1], question.scatter), question, rules)
    return replace(found, percentiles=compare_quantiles(runs[0], runs[1], percents))


def compare_exact(baseline: float, contender: float, question: Question = PLAIN) -> Comparison:
    """Compare results of an exact metric: any difference is one, whatever the threshold."""
    sides = np.array([baseline], np.float64), np.array([contender], np.float64)
    return conclude_exact(*sides, question.sense)[0]


def _row(name: str, samples: ArrayLike) -> Floats:
    row = np.asarray(samples, dtype=np.float64).reshape(1, -1)
    refuse_unusable(name, row)
    return row


def _concluded(group: Group, question: Question, rules: VerdictRules) -> Comparison:
    p = group.p()
    coverage = np.full(p.size, 1.0 - rules.alpha)
    return conclude(group, question.sense, rules, Claims(p, p <= rules.alpha, coverage))[0]
