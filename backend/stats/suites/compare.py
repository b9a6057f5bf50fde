"""All comparisons of a suite at once, with false discoveries held down over all of them."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.comparison.comparisons import Comparisons
from backend.stats.comparison.conclusions import Claims, Sense, conclude_exact
from backend.stats.comparison.geometric_mean import GeometricMean, geometric_mean
from backend.stats.comparison.verdicts import STANDARD, VerdictRules
from backend.stats.multiplicity import adjust
from backend.stats.suites.entries import SuiteEntry, faults_of
from backend.stats.suites.parts import SampleTable, SuitePart, part_of_table, parts_of

T = TypeVar("T")
FALSE_DISCOVERIES = 0.05
SAME_BINARY = "same binary"
"""What differs although both sides are one binary: counted apart, since the code is no cause."""

WITHIN_RUNS = "Its interval holds the scatter within runs, not from run to run."


@dataclass(frozen=True, slots=True)
class NoiseFacts:
    """What stands in the way of seeing more: `reach` is the median half width of the intervals.

    `hopeless` comparisons would need more than 1,000 pairs, `without_claim` know too little
    of their scatter, `still` ones showed none at all.
    """

    reach: float
    hopeless: int
    without_claim: int
    still: int


@dataclass(frozen=True, slots=True)
class SuiteComparison:
    """Every entry of a suite: compared, failed, or there on one side only.

    `keys` are those of `comparisons`, in the order given. `adjusted` p-values (nan: no claim was
    possible) at or below `false_discoveries` tell a difference from none; their intervals have
    the coverage that matches, so that they exclude 1 just then, and the expected share of them
    that misses the truth stays below `false_discoveries` too. Other intervals cover 1 - alpha
    each. `means` are the geometric means of ratios by metric.
    """

    keys: tuple[Hashable, ...]
    comparisons: Comparisons
    adjusted: Floats
    false_discoveries: float
    counts: Counter[str]
    means: dict[str, GeometricMean]
    noise: NoiseFacts
    only_baseline: tuple[Hashable, ...]
    only_contender: tuple[Hashable, ...]
    failed: tuple[tuple[Hashable, str], ...]


def compare_suite(
    entries: Sequence[SuiteEntry],
    rules: VerdictRules = STANDARD,
    false_discoveries: float = FALSE_DISCOVERIES,
    tables: Sequence[SampleTable] = (),
) -> SuiteComparison:
    """Compare both sides of every entry, and of every row of `tables`, and judge them together.

    Method: each by its shape (`compare.py`), p-values adjusted by Benjamini and Hochberg over
    all that have one; intervals of discoveries by Benjamini and Yekutieli (2005). Exact metrics
    have no p-value and stay outside. Raises ValueError for keys that come twice.
    """
    _refuse_duplicates(entries, tables)
    faults = faults_of(entries)
    chosen = [
        (entry, place)
        for entry, fault, place in zip(entries, faults, _free_places(entries, tables), strict=True)
        if not fault and entry.baseline is not None and entry.contender is not None
    ]
    parts = parts_of([entry for entry, _ in chosen], [place for _, place in chosen])
    parts += [part_of_table(table) for table in tables]
    order = np.argsort(np.concatenate([part.places for part in parts] or [np.zeros(0, np.int64)]))
    comparisons, adjusted = _compared(parts, order, rules, false_discoveries)
    return SuiteComparison(
        keys=_in_order([part.keys for part in parts], order),
        comparisons=comparisons,
        adjusted=adjusted,
        false_discoveries=false_discoveries,
        counts=count_verdicts(comparisons),
        means=_means(_in_order([part.metrics for part in parts], order), comparisons, rules),
        noise=_noise(comparisons),
        only_baseline=tuple(one.key for one in entries if one.contender is None),
        only_contender=tuple(one.key for one in entries if one.baseline is None),
        failed=tuple((one.key, fault) for one, fault in zip(entries, faults, strict=True) if fault),
    )


def _free_places(entries: Sequence[SuiteEntry], tables: Sequence[SampleTable]) -> list[int]:
    """Return the places of the entries: those in order that no row of a table has."""
    taken = [table.places for table in tables]
    total = len(entries) + sum(map(len, taken))
    free: list[int] = np.setdiff1d(np.arange(total), np.concatenate([np.zeros(0), *taken])).tolist()
    return free


def _in_order(columns: Sequence[Sequence[T]], order: Ints) -> tuple[T, ...]:
    together = list(chain.from_iterable(columns))
    if (order == np.arange(order.size)).all():
        return tuple(together)
    return tuple(map(together.__getitem__, order.tolist()))


def count_verdicts(comparisons: Comparisons) -> Counter[str]:
    """Count the verdicts; what differs although both sides are one binary is counted apart."""
    found = comparisons.verdict
    apart = comparisons.same_binary & (found != "same") & (found != "unknown")
    return Counter(np.where(apart, SAME_BINARY, found).tolist())


def _refuse_duplicates(entries: Sequence[SuiteEntry], tables: Sequence[SampleTable]) -> None:
    keys = [entry.key for entry in entries]
    for table in tables:
        keys += table.keys
    if len(set(keys)) < len(keys):
        ((key, times),) = Counter(keys).most_common(1)
        raise ValueError(f"{key!r} comes {times} times: give all its runs in one entry")


def _compared(
    parts: Sequence[SuitePart], order: Ints, rules: VerdictRules, false_discoveries: float
) -> tuple[Comparisons, Floats]:
    """Return comparisons and adjusted p-values in the order of the suite."""
    p = np.concatenate([part.p() for part in parts] or [np.zeros(0)])
    adjusted, claims = _claims(p, rules, false_discoveries)
    done, first = [], 0
    for part in parts:
        own = slice(first, first + part.places.size)
        first = own.stop
        done.append(
            part.concluded(rules, Claims(claims.p[own], claims.found[own], claims.coverage[own]))
        )
    return Comparisons.joined(done or [_none()], order), adjusted[order]


def _claims(p: Floats, rules: VerdictRules, false_discoveries: float) -> tuple[Floats, Claims]:
    adjusted = adjust(p)
    found = adjusted <= false_discoveries
    pool = max(int((~np.isnan(p)).sum()), 1)
    level = false_discoveries * int(found.sum()) / pool
    return adjusted, Claims(p, found, np.where(found, 1.0 - level, 1.0 - rules.alpha))


def _none() -> Comparisons:
    nothing, nobody = np.zeros(0), np.zeros(0, np.bool_)
    return conclude_exact(nothing, nothing, Sense(np.zeros(0, np.int64), nobody, nobody))


def _means(
    metrics: Sequence[str], comparisons: Comparisons, rules: VerdictRules
) -> dict[str, GeometricMean]:
    """Return the geometric mean of each metric, over the comparisons that have a ratio.

    The mean of one comparison is that comparison, and has its interval.
    """
    with np.errstate(invalid="ignore"):
        usable = np.isfinite(comparisons.ratio) & (comparisons.ratio > 0.0)
    error = np.where(comparisons.covers_runs, comparisons.error, np.nan)
    of = np.array(metrics, dtype=np.str_)
    found = {}
    for metric in sorted(set(metrics)):
        rows = np.flatnonzero(usable & (of == metric))
        mean = geometric_mean(comparisons.ratio[rows], error[rows], coverage=1.0 - rules.alpha)
        found[metric] = _of_one(mean, comparisons, int(rows[0])) if mean.n == 1 else mean
    return found


def _of_one(mean: GeometricMean, comparisons: Comparisons, row: int) -> GeometricMean:
    low, high = float(comparisons.low[row]), float(comparisons.high[row])
    warnings = mean.warnings
    if not comparisons.covers_runs[row] and np.isfinite([low, high]).all():
        warnings = (WITHIN_RUNS, *warnings[1:])
    return replace(mean, low=low, high=high, warnings=warnings)


def _noise(comparisons: Comparisons) -> NoiseFacts:
    sampled = comparisons.basis != "exact"
    claimed = sampled & ~np.isnan(comparisons.p)
    ratios = claimed & comparisons.is_ratio
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = (np.log(comparisons.high[ratios]) - np.log(comparisons.low[ratios])) / 2.0
    reach = reach[~np.isnan(reach)]  # both ends beyond what numbers hold
    with np.errstate(over="ignore"):
        middle = float(np.expm1(np.median(reach))) if reach.size else np.nan
    return NoiseFacts(
        reach=middle,
        hopeless=int(np.isposinf(comparisons.pairs_needed).sum()),
        without_claim=int((sampled & ~claimed).sum()),
        still=int((claimed & (comparisons.error == 0.0)).sum()),
    )
