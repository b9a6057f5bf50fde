"""The Pareto front over alternatives when every number is noisy, and who resolves a split.

B dominates A when B is shown to be no worse than A on every objective (within a tolerance) and
better on at least one. "No worse everywhere" is an intersection, so it needs no correction over
objectives; "better somewhere" is a union and is Bonferroni-corrected over them. Both are
corrected over the pairs of alternatives: the chance that any alternative is wrongly called
dominated is at most alpha (intersection-union: Berger 1982). An alternative of which nothing is
shown stays on the front.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.splits.as_observed import SUMMARY_ONLY
from backend.stats.splits.contrasts import Alternatives, CostDifferences, against

ALPHA = 0.05
KEEP = 0.5
TOLERANCE = 0.01

ResolutionVerdict = Literal["resolves", "does not resolve", "unknown"]


@dataclass(frozen=True, slots=True)
class Front:
    """Which alternatives nothing beats, in the order given.

    `members`: on the front. `dominated_by`: a row that dominates, -1 for members and for
    alternatives without results. `claimed`: dominated with evidence rather than as observed.
    `shadowed_by`: for a member, a row that is shown better somewhere while nothing shows the
    member better anywhere, -1 if none: it is on the front for want of evidence only.
    `apart` (alternatives, alternatives): told apart on at least one objective.
    """

    members: Bools
    dominated_by: Ints
    claimed: Bools
    shadowed_by: Ints
    apart: Bools
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SplitRows:
    """A split to be resolved: rows of its two sides, and the objectives it gains and loses on."""

    baseline: int
    contender: int
    gains: Bools
    losses: Bools


@dataclass(frozen=True, slots=True)
class Resolution:
    """One alternative held against the baseline of a split.

    `costs`, `low`, `high` are ln cost differences to the baseline on every objective (> 0 is
    worse); `kept` the share of the contender's gain that it keeps, nan where there was none.
    """

    row: int
    verdict: ResolutionVerdict
    claimed: bool
    costs: Floats
    low: Floats
    high: Floats
    kept: Floats


@dataclass(frozen=True, slots=True)
class Terms:
    """What counts as resolved.

    `tolerance`: the relative loss that is none (0.01 is 1 %); `keep`: the share of each gain
    that must be left.
    """

    tolerance: float = TOLERANCE
    keep: float = KEEP
    alpha: float = ALPHA


def front(alternatives: Alternatives, tolerance: float = TOLERANCE, alpha: float = ALPHA) -> Front:
    """Find the alternatives that none dominates.

    `tolerance` is the relative loss that counts as none (0.01 is 1 %); with 0 and noisy
    objectives an alternative must be beaten on all of them. Pairs without scatter on some
    objective are compared as observed, without a claim. Raises ValueError for a negative or
    infinite tolerance.
    """
    margin = _margin(tolerance)
    count, objectives = alternatives.costs.shape
    level = 2.0 * alpha / (count * (count - 1))
    dominators, shadows = (np.full(count, -1, dtype=np.int64) for _ in range(2))
    claimed = np.zeros(count, dtype=np.bool_)
    apart = np.zeros((count, count), dtype=np.bool_)
    missing: Bools = np.logical_or.reduce(np.isnan(alternatives.costs), axis=1)
    for row in np.flatnonzero(~missing):
        rest = against(alternatives, int(row))
        apart[row] = _apart(rest, level / objectives)
        shown = _beats(rest, margin, (level, level / objectives))
        seen = _beats_as_observed(rest)
        shadowing = _shadows(rest, level / objectives)
        if shadowing.any():
            shadows[row] = _strongest(rest, shadowing)
        for rule, evident in ((seen, False), (shown, True)):
            if rule.any():
                dominators[row], claimed[row] = _strongest(rest, rule), evident
    members = (dominators < 0) & ~missing
    unsure = bool(np.isnan(alternatives.errors[~missing]).any())
    shadows[~members] = -1
    return Front(members, dominators, claimed, shadows, apart, (SUMMARY_ONLY,) if unsure else ())


def resolutions(
    alternatives: Alternatives, split: SplitRows, terms: Terms = Terms()
) -> tuple[Resolution, ...]:
    """Judge which other alternatives keep the gains of a split without its losses.

    An alternative resolves it when it is shown to lose no more than the tolerance on any
    member of the split, to gain where the contender gained, and when at least the share
    `keep` of each of these gains is seen to be left. Levels are Bonferroni-corrected over the
    alternatives. Objectives that are neither gain nor loss are reported, not judged. Raises
    ValueError where the split has no gain or no loss, or terms are out of range.
    """
    if not split.gains.any() or not split.losses.any():
        raise ValueError("a split needs at least one gain and one loss to be resolved")
    if not 0.0 <= terms.keep <= 1.0:
        raise ValueError("the share of a gain to keep lies between 0 and 1")
    rest = against(alternatives, split.baseline)
    missing: Bools = np.logical_or.reduce(np.isnan(alternatives.costs), axis=1)
    others = [
        row
        for row in range(len(missing))
        if row not in (split.baseline, split.contender) and not missing[row]
    ]
    level = terms.alpha / max(len(others), 1)
    return tuple(_resolution(rest, split, terms, (row, level)) for row in others)


def _margin(tolerance: float) -> float:
    if not 0.0 <= tolerance < math.inf:
        raise ValueError("the tolerance must be a share of at least 0, such as 0.01 for 1 %")
    return math.log1p(tolerance)


def _apart(rest: CostDifferences, level: float) -> Bools:
    low, high = rest.ends(level)
    return np.asarray(((low > 0.0) | (high < 0.0)).any(axis=1))


def _beats(rest: CostDifferences, margin: float, levels: tuple[float, float]) -> Bools:
    """Say which rows are shown no worse everywhere and better somewhere."""
    no_worse = rest.ends(levels[0])[1] <= margin
    better = rest.ends(levels[1])[1] < 0.0
    return np.asarray(no_worse.all(axis=1) & better.any(axis=1))


def _shadows(rest: CostDifferences, level: float) -> Bools:
    """Say which rows are shown better somewhere, while nothing shows them worse anywhere."""
    low, high = rest.ends(level)
    known = ~np.isnan(rest.errors).any(axis=1)
    return np.asarray((high < 0.0).any(axis=1) & ~(low > 0.0).any(axis=1) & known)


def _beats_as_observed(rest: CostDifferences) -> Bools:
    """Compare the numbers as they are, for the rows where some objective has no scatter."""
    no_worse = (rest.costs <= 0.0).all(axis=1)
    better = (rest.costs < 0.0).any(axis=1)
    return np.asarray(no_worse & better & np.isnan(rest.errors).any(axis=1))


def _strongest(rest: CostDifferences, rows: Bools) -> int:
    totals = np.where(rows, np.nan_to_num(rest.costs).sum(axis=1), np.inf)
    return int(np.argmin(totals))


def _resolution(
    rest: CostDifferences, split: SplitRows, terms: Terms, case: tuple[int, float]
) -> Resolution:
    row, level = case
    low, high = (end[row] for end in rest.ends(level))
    costs, wanted = rest.costs[row], rest.costs[split.contender]
    members = split.gains | split.losses
    known = bool(np.isfinite(rest.errors[row][members]).all())
    below, above = (low, high) if known else (costs, costs)
    margin = _margin(terms.tolerance)
    keeps = (costs <= terms.keep * wanted) & (above < 0.0)
    is_shown = (above <= margin)[members].all() and keeps[split.gains].all()
    loses = (below > margin)[members].any()
    forgoes = (below > terms.keep * wanted)[split.gains].any()
    verdict: ResolutionVerdict = "does not resolve" if loses or forgoes else "unknown"
    with np.errstate(divide="ignore", invalid="ignore"):
        kept = np.where(split.gains, costs / wanted, np.nan)
    return Resolution(
        row=row,
        verdict="resolves" if is_shown else verdict,
        claimed=known and bool(is_shown or verdict != "unknown"),
        costs=costs,
        low=low,
        high=high,
        kept=kept,
    )
