"""Tails and spread of both sides of a suite, judged beside the centres that a suite compares.

An aspect that moved as the centre did says nothing new. Of several that moved in one comparison the
worst is told, the surest of such. It stands first where its verdict is no better than that of the
centre, since it moved further.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.aspects import AS_THE_CENTRE, ASPECTS, LEAST
from backend.stats.comparison.comparisons import Comparisons
from backend.stats.comparison.far_runs import SMALLEST
from backend.stats.comparison.tail_tests import COMPARED, LEAST_OF_P95
from backend.stats.comparison.verdicts import Words
from backend.stats.histograms.quantiles import COVERAGE
from backend.stats.multiplicity import adjust
from backend.stats.suites.compare import SuiteComparison, count_verdicts

SHARE = 0.2
"""Of the false discoveries of a suite, those that aspects may add."""
SERIOUS = {"regression": 0, "change": 1, "improvement": 2, "unknown": 3, "same": 4}
SIZES = np.log1p([*(LEAST[name] for name in ASPECTS), LEAST_OF_P95])


class AspectEstimates(Protocol):
    """What is known of some aspects: differences of logarithms, contender less baseline."""

    @property
    def shift(self) -> Floats: ...

    def p(self) -> Floats: ...

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]: ...


@dataclass(frozen=True, slots=True)
class MeasuredAspects:
    """Aspects of both sides, one place each: of which row of the suite, and which of `COMPARED`."""

    rows: Ints
    aspect: Ints
    baseline: Floats
    contender: Floats
    estimates: AspectEstimates
    samples: Ints | None = None
    """Of the smaller side, where both are of one session; None where runs are counted."""


@dataclass(frozen=True, slots=True)
class _Found:
    """One aspect that differs."""

    row: int
    aspect: int
    baseline: float
    contender: float
    ends: tuple[float, float, float]
    coverage: float
    p: float
    adjusted: float
    samples: int
    verdict: str


def moved_apart(shift: Floats, centre: Floats, aspect: Ints) -> Bools:
    """Say which aspects moved by as much as is told of each, and not as their centre did."""
    is_large = np.abs(shift) >= SIZES[aspect]
    is_with = (np.sign(shift) == np.sign(centre)) & (
        np.abs(shift) <= AS_THE_CENTRE * np.abs(centre)
    )
    apart: Bools = is_large & ~is_with
    return apart


def centre_shifts(comparisons: Comparisons) -> Floats:
    """Return the logarithms of the ratios of centres, 0 where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shifts: Floats = np.nan_to_num(np.log(comparisons.ratio), posinf=0.0, neginf=0.0)
    return shifts


def with_aspects(
    suite: SuiteComparison,
    measured: Sequence[MeasuredAspects],
    tested: int,
    worse: Ints,
    threshold: float,
) -> SuiteComparison:
    """Return the suite with the worst aspect of each comparison first; means stay of the centres.

    `tested` aspects were looked at, of which `measured` holds those that may differ. `worse` is +1
    where a larger centre is worse, -1 where better, for each comparison. P-values are adjusted by
    Benjamini and Hochberg over all aspects, at a fifth of the false discoveries of the suite.
    """
    level = SHARE * suite.false_discoveries
    worst: dict[int, _Found] = {}
    for one in _found(suite, measured, tested, level, (worse, threshold)):
        known = worst.get(one.row)
        if known is None or _rank(one) < _rank(known):
            worst[one.row] = one
    verdicts = suite.comparisons.verdict
    first = [
        one for one in worst.values() if SERIOUS[one.verdict] <= SERIOUS[str(verdicts[one.row])]
    ]
    return _overlaid(suite, first) if first else suite


def _rank(one: _Found) -> tuple[int, float]:
    """Put the worst first: no improvement, however sure, hides a regression."""
    return SERIOUS[one.verdict], one.p


def _found(
    suite: SuiteComparison,
    measured: Sequence[MeasuredAspects],
    tested: int,
    level: float,
    rules: tuple[Ints, float],
) -> list[_Found]:
    worse, threshold = rules
    p = np.concatenate([one.estimates.p() for one in measured] or [np.zeros(0)])
    adjusted = adjust(np.concatenate((p, np.ones(max(tested - p.size, 0)))))[: p.size]
    claimed = adjusted <= level
    coverage = 1.0 - level * int(claimed.sum()) / max(tested, p.size, 1)
    centres = centre_shifts(suite.comparisons)
    found, start = [], 0
    for one in measured:
        own = slice(start, start + one.rows.size)
        start = own.stop
        shift = one.estimates.shift
        low, high = one.estimates.interval(np.full(shift.size, coverage))
        counts = claimed[own] & ((low > 0.0) | (high < 0.0))
        counts &= moved_apart(shift, centres[one.rows], one.aspect)
        counts &= np.abs(shift) >= np.log1p(threshold)
        found += [
            _Found(
                row := int(one.rows[at]),
                int(one.aspect[at]),
                float(one.baseline[at]),
                float(one.contender[at]),
                (float(shift[at]), float(low[at]), float(high[at])),
                coverage if one.samples is None else COVERAGE,
                float(p[own][at]),
                float(adjusted[own][at]),
                0 if one.samples is None else int(one.samples[at]),
                _verdict(float(shift[at]), int(one.aspect[at]), int(worse[row])),
            )
            for at in np.flatnonzero(counts).tolist()
        ]
    return found


def _verdict(shift: float, aspect: int, worse: int) -> str:
    """Return what it means; less spread is better wherever any way is."""
    if worse == 0:
        return "change"
    is_worse = shift > 0.0 if COMPARED[aspect] == "spread" else shift * worse > 0.0
    return "regression" if is_worse else "improvement"


def _overlaid(suite: SuiteComparison, found: Sequence[_Found]) -> SuiteComparison:
    rows = np.array([one.row for one in found], np.int64)
    ends = np.array([one.ends for one in found])
    old = suite.comparisons
    before = np.array([one.baseline for one in found])
    after = np.array([one.contender for one in found])
    p = np.array([one.p for one in found])
    samples = np.array([one.samples for one in found], np.int64)

    def put(column: Floats, values: Floats | float) -> Floats:
        changed = column.copy()
        changed[rows] = values
        return changed

    def say(column: Words, words: Sequence[str]) -> Words:
        changed = dict(zip(rows.tolist(), words, strict=True))
        return np.array([changed.get(at, one) for at, one in enumerate(column.tolist())])

    basis = ["samples" if one.samples else str(old.basis[one.row]) for one in found]
    count = old.n.copy()
    count[rows] = np.where(samples > 0, samples, old.n[rows])
    is_ratio = old.is_ratio.copy()
    is_ratio[rows] = True
    with np.errstate(over="ignore"):
        ratios = np.exp(ends)
    comparisons = replace(
        old,
        aspect=say(old.aspect, [COMPARED[one.aspect] for one in found]),
        baseline=put(old.baseline, before),
        contender=put(old.contender, after),
        ratio=put(old.ratio, ratios[:, 0]),
        low=put(old.low, ratios[:, 1]),
        high=put(old.high, ratios[:, 2]),
        difference=put(old.difference, after - before),
        coverage=put(old.coverage, np.array([one.coverage for one in found])),
        p=put(old.p, p),
        z=put(old.z, np.sign(ends[:, 0]) * -special.ndtri(np.maximum(p, SMALLEST) / 2.0)),
        verdict=say(old.verdict, [one.verdict for one in found]),
        basis=say(old.basis, basis),
        estimator=say(old.estimator, ["values"] * len(found)),
        n=count,
        pairs_needed=put(old.pairs_needed, 0.0),
        effect_to_see=put(old.effect_to_see, 0.0),
        is_ratio=is_ratio,
    )
    adjusted = put(suite.adjusted, np.array([one.adjusted for one in found]))
    return replace(
        suite, comparisons=comparisons, adjusted=adjusted, counts=count_verdicts(comparisons)
    )
