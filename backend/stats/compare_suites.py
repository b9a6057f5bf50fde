"""All comparisons of a suite at once, with false discoveries held down over all of them."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.comparison.comparison_groups import (
    histograms_group,
    pairs_group,
    runs_group,
    samples_group,
    summaries_group,
)
from backend.stats.comparison.comparisons import Comparisons
from backend.stats.comparison.conclusions import Claims, Group, Sense, conclude, conclude_exact
from backend.stats.comparison.from_summaries import ReportedMany
from backend.stats.comparison.geometric_mean import GeometricMean, geometric_mean
from backend.stats.comparison.run_scatter import RunScatter
from backend.stats.comparison.verdicts import STANDARD, WORSE_IF_LARGER, Rules
from backend.stats.multiplicity import adjust
from backend.stats.suite_entries import (
    Entry,
    Shape,
    Side,
    centre_of,
    faults_of,
    lost_partners,
    reported_of,
    shape_of,
)

FALSE_DISCOVERIES = 0.05
SAME_BINARY = "same binary"
"""What differs although both sides are one binary: counted apart, since the code is no cause."""


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
    entries: Sequence[Entry],
    rules: Rules = STANDARD,
    false_discoveries: float = FALSE_DISCOVERIES,
) -> SuiteComparison:
    """Compare both sides of every entry and judge them together.

    Method: each by its shape (`compare.py`), p-values adjusted by Benjamini and Hochberg over
    all that have one; intervals of discoveries by Benjamini and Yekutieli (2005). Exact metrics
    have no p-value and stay outside. Raises ValueError for keys that come twice.
    """
    _refuse_duplicates(entries)
    faults = faults_of(entries)
    chosen = [
        entry
        for entry, fault in zip(entries, faults, strict=True)
        if not fault and entry.baseline is not None and entry.contender is not None
    ]
    comparisons, adjusted = _compared(chosen, rules, false_discoveries)
    return SuiteComparison(
        keys=tuple(entry.key for entry in chosen),
        comparisons=comparisons,
        adjusted=adjusted,
        false_discoveries=false_discoveries,
        counts=_counted(comparisons),
        means=_means(chosen, comparisons, rules),
        noise=_noise(comparisons),
        only_baseline=tuple(one.key for one in entries if one.contender is None),
        only_contender=tuple(one.key for one in entries if one.baseline is None),
        failed=tuple((one.key, fault) for one, fault in zip(entries, faults, strict=True) if fault),
    )


def _counted(comparisons: Comparisons) -> Counter[str]:
    found = comparisons.verdict
    apart = comparisons.same_binary & (found != "same") & (found != "unknown")
    return Counter(np.where(apart, SAME_BINARY, found).tolist())


def _refuse_duplicates(entries: Sequence[Entry]) -> None:
    key, times = next(iter(Counter(entry.key for entry in entries).most_common(1)), (None, 0))
    if times > 1:
        raise ValueError(f"{key!r} comes {times} times: give all its runs in one entry")


def _compared(
    entries: Sequence[Entry], rules: Rules, false_discoveries: float
) -> tuple[Comparisons, Floats]:
    places: dict[tuple[Shape, int], list[int]] = {}
    for place, entry in enumerate(entries):
        shape = shape_of(entry)
        alone = place if shape[0] == "histograms" else -1  # they are compared one by one
        places.setdefault((shape, alone), []).append(place)
    groups = {
        case: _group(case[0], [entries[place] for place in of])
        for case, of in places.items()
        if case[0][0] != "exact"
    }
    p = np.full(len(entries), np.nan)
    for case, group in groups.items():
        p[places[case]] = group.p()
    adjusted, claims = _claims(p, rules, false_discoveries)
    done: list[Comparisons] = []
    for case, of in places.items():
        sense = _sense([entries[place] for place in of])
        if case in groups:
            own = Claims(claims.p[of], claims.found[of], claims.coverage[of])
            done.append(conclude(groups[case], sense, rules, own))
        else:
            done.append(conclude_exact(*_exact([entries[place] for place in of]), sense))
    order = np.array([place for of in places.values() for place in of], dtype=np.int64)
    return Comparisons.joined(done or [_none()], order), adjusted


def _claims(p: Floats, rules: Rules, false_discoveries: float) -> tuple[Floats, Claims]:
    adjusted = adjust(p)
    found = adjusted <= false_discoveries
    pool = max(int((~np.isnan(p)).sum()), 1)
    level = false_discoveries * int(found.sum()) / pool
    return adjusted, Claims(p, found, np.where(found, 1.0 - level, 1.0 - rules.alpha))


def _group(shape: Shape, part: Sequence[Entry]) -> Group:
    kind, _, baseline, contender = shape
    first, second = [[_side(one.baseline) for one in part], [_side(one.contender) for one in part]]
    if kind == "pairs":
        return pairs_group(_table(first, 0), _table(second, 0))
    scatter = _scatter(part)
    if kind == "samples":
        return samples_group(_table(first, 0), _table(second, 0), scatter)
    if kind == "runs":
        return runs_group(
            [_table(first, run) for run in range(len(baseline))],
            [_table(second, run) for run in range(len(contender))],
            scatter,
        )
    if kind == "histograms":
        return histograms_group(first[0].histograms, second[0].histograms, scatter)
    sides = [ReportedMany.of([reported_of(one) for one in side]) for side in (first, second)]
    return summaries_group(sides[0], sides[1], scatter)


def _side(side: Side | None) -> Side:
    return side or Side()


def _table(sides: Sequence[Side], run: int) -> Floats:
    return np.array([side.runs[run] for side in sides], dtype=np.float64)


def _scatter(part: Sequence[Entry]) -> RunScatter:
    together = [one.is_interleaved for one in part]
    between = np.array([one.question.between for one in part])
    return RunScatter(
        np.where(together, 0.0, between),
        np.array([one.question.between_degrees for one in part]),
    )


def _sense(part: Sequence[Entry]) -> Sense:
    worse: Ints = np.array([WORSE_IF_LARGER[one.question.direction] for one in part], np.int64)
    same_binary = np.array([one.question.same_binary for one in part], np.bool_)
    return Sense(worse, same_binary, np.array([lost_partners(one) for one in part], np.bool_))


def _exact(part: Sequence[Entry]) -> tuple[Floats, Floats]:
    return (
        np.array([centre_of(_side(one.baseline)) for one in part]),
        np.array([centre_of(_side(one.contender)) for one in part]),
    )


def _none() -> Comparisons:
    nothing, nobody = np.zeros(0), np.zeros(0, np.bool_)
    return conclude_exact(nothing, nothing, Sense(np.zeros(0, np.int64), nobody, nobody))


def _means(
    entries: Sequence[Entry], comparisons: Comparisons, rules: Rules
) -> dict[str, GeometricMean]:
    """Return the geometric mean of each metric, over the entries that have a ratio."""
    with np.errstate(invalid="ignore"):
        usable = np.isfinite(comparisons.ratio) & (comparisons.ratio > 0.0)
    error = np.where(comparisons.covers_runs, comparisons.error, np.nan)
    metrics = np.array([entry.metric for entry in entries], dtype=np.str_)
    return {
        str(metric): geometric_mean(
            comparisons.ratio[usable & (metrics == metric)],
            error[usable & (metrics == metric)],
            coverage=1.0 - rules.alpha,
        )
        for metric in np.unique(metrics)
    }


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
