"""The shape of samples: how many modes they have, and how heavy their upper tail is.

Both look at logarithms where all samples are positive, and at the samples elsewhere.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from backend.stats import special
from backend.stats.arrays import Floats, Ints
from backend.stats.comparison.all_differences import AllDifferences
from backend.stats.comparison.dip import dip_p
from backend.stats.comparison.estimates import Scaled, refuse_unusable, scaled

FEWEST_FOR_MODES = 20
FEWEST_IN_MODE = 5
SHARE_OF_MODE = 0.05
MOST_MODES = 8
MOST_SAMPLES = 512
ALPHA = 0.05
"""Chance of a second mode where there is none if noise is flat; for bells it is below 0.015."""

SMALLEST_SPAN = 1e-150
"""Of samples about 1 or their logarithms: less is one reading, and its square would vanish."""

DIGITS = 9
FEWEST_READINGS = 5
"""Different ones of a clock or counter: fewer tell a coarse clock from two modes by nothing."""

UPPER, FAR_UPPER = 0.9, 0.95
"""The upper tail begins where this share of both sets together lies below."""
FEWEST_FOR_FAR = 200
FEWEST_FOR_TAILS = 20


@dataclass(frozen=True, slots=True)
class Mode:
    """A heap of samples: its median, and the share of all samples in it."""

    centre: float
    share: float


@dataclass(frozen=True, slots=True)
class Modes:
    """The modes of a set, ascending. `p` is that of "there is only one"; nan if not asked."""

    modes: tuple[Mode, ...]
    p: float
    warnings: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.modes)


@dataclass(frozen=True, slots=True)
class UpperTail:
    """How far a set reaches up.

    `share` of its samples lie in the common upper tail; `reach` is the 95th percentile over the
    median (their difference where samples are not all positive).
    """

    share: float
    reach: float


@dataclass(frozen=True, slots=True)
class Tails:
    """The upper tails of two sets moved onto one another, and p of "equally heavy" (nan: few)."""

    baseline: UpperTail
    contender: UpperTail
    p: float
    warnings: tuple[str, ...]


def modes_of(samples: ArrayLike, *, alpha: float = ALPHA) -> Modes:
    """Count the modes of one set of samples.

    Method: Hartigan's dip says whether there is more than one (level at most alpha for every
    unimodal shape); if so the set is cut where that leaves the least scatter in both parts, and
    each part is asked again, at alpha shared among them. Parts of fewer than 5 samples or 5 %
    are stragglers, not modes. Readings that repeat are spread over one step of the clock, and
    not taken as logarithms, on which the steps of small readings are unequal. Needs 20 samples
    and 5 different readings; fewer count as one mode, with a warning. Raises ValueError for an
    empty set or numbers that are not finite.
    """
    row = np.asarray(samples, dtype=np.float64).reshape(1, -1)
    refuse_unusable("samples", row)
    n = row.size
    median = float(np.median(row))
    if n < FEWEST_FOR_MODES:
        few = f"{n} samples: modes are not looked for below {FEWEST_FOR_MODES}."
        return Modes((Mode(median, 1.0),), math.nan, (few,))
    given = np.sort(row[0])
    own = np.sort(scaled(row, row).baseline[0])
    readings = _readings(own)
    if 1 < readings < FEWEST_READINGS:
        few = f"{readings} different readings: modes are not looked for below {FEWEST_READINGS}."
        return Modes((Mode(median, 1.0),), math.nan, (few,))
    p, ends = _parts(own if readings == n else _spread_ties(_in_steps(given)), alpha)
    least = max(FEWEST_IN_MODE, SHARE_OF_MODE * n)
    heaps = [given[a:b] for a, b in ends if b - a >= least] or [given]
    modes = tuple(Mode(float(np.median(heap)), heap.size / n) for heap in heaps)
    return Modes(modes, p, ())


def compare_tails(baseline: ArrayLike, contender: ArrayLike) -> Tails:
    """Compare the upper tails of two sets, whatever lies between their centres.

    Method: one side is moved onto the other by the Hodges-Lehmann shift, the upper tenth of all
    samples together (twentieth, from 200 on) is the tail, and Fisher's exact test asks whether
    one side owns too much of it; its p is doubled, which pays for a shift taken from the same
    samples. Assumes independent samples.
    Says whether the tail changed even if the centre did not. Raises ValueError for empty sets
    or numbers that are not finite.
    """
    rows = [np.asarray(side, dtype=np.float64).reshape(1, -1) for side in (baseline, contender)]
    sides = scaled(rows[0], rows[1])
    spread = [_spread_ties(np.sort(side[0])) for side in (sides.baseline, sides.contender)]
    shift = _shift(spread[0], spread[1], sides)
    about = [spread[0] + shift, spread[1]]
    together = np.concatenate(about)
    edge = float(np.quantile(together, FAR_UPPER if together.size >= FEWEST_FOR_FAR else UPPER))
    inside = [int((side > edge).sum()) for side in about]
    sizes = [side.size for side in about]
    few = min(sizes) < FEWEST_FOR_TAILS
    warning = f"{min(sizes)} samples: tails are not compared below {FEWEST_FOR_TAILS}."
    return Tails(
        baseline=UpperTail(inside[0] / sizes[0], _reach(spread[0], sides)),
        contender=UpperTail(inside[1] / sizes[1], _reach(spread[1], sides)),
        p=math.nan if few else min(1.0, 2.0 * fisher_p(inside[0], sizes[0], inside[1], sizes[1])),
        warnings=(warning,) if few else (),
    )


def _shift(baseline: Floats, contender: Floats, sides: Scaled) -> float:
    """Return the Hodges-Lehmann shift, which does not jump from mode to mode as medians do."""
    table = Scaled(baseline[None, :], contender[None, :], sides.unit, sides.logarithmic)
    return float(AllDifferences.of(table).middle()[0])


def _reach(ascending: Floats, sides: Scaled) -> float:
    """Return the 95th percentile against the median: a ratio, or a difference in the unit."""
    about = ascending - np.median(ascending)
    height = float(np.quantile(about, 0.95)) * float(sides.unit[0])
    if not sides.logarithmic[0]:
        return height
    with np.errstate(over="ignore"):
        return float(np.exp(height))


def _spread_ties(ascending: Floats) -> Floats:
    """Spread equal readings evenly over their own step: half way to the nearer neighbour.

    Equal means to nine digits of the whole range, which leaves steps that can be divided by.
    """
    span = float(ascending[-1] - ascending[0])
    if span < SMALLEST_SPAN:
        return ascending
    within = np.round((ascending - ascending[0]) / span, DIGITS)
    distinct, first, counts = np.unique(within, return_index=True, return_counts=True)
    if distinct.size == ascending.size:
        return ascending
    gaps = np.diff(distinct)
    step = np.minimum(np.append(gaps, np.inf), np.append(np.inf, gaps))
    rank = np.arange(ascending.size) - np.repeat(first, counts)
    place = (rank + 0.5) / np.repeat(counts, counts) - 0.5
    spread: Floats = span * np.sort(within + np.repeat(step, counts) * place)
    spread += ascending[0]
    return spread


def _in_steps(ascending: Floats) -> Floats:
    """Return readings of a clock or counter as shares of the largest: equal steps stay equal."""
    largest = float(np.abs(ascending[[0, -1]]).max())
    return ascending / largest if largest > 0.0 else ascending


def _readings(ascending: Floats) -> int:
    """Return how many different readings there are."""
    span = max(float(ascending[-1] - ascending[0]), SMALLEST_SPAN)
    return int(np.unique(np.round((ascending - ascending[0]) / span, DIGITS)).size)


def _parts(ascending: Floats, alpha: float) -> tuple[float, list[tuple[int, int]]]:
    """Return p of one mode, and the ends of the parts into which the set falls."""
    overall = _p_of_one(ascending)
    waiting = [(0, ascending.size, overall, alpha)]
    done: list[tuple[int, int]] = []
    while waiting:
        start, end, p, level = waiting.pop()
        if p > level or len(done) + len(waiting) >= MOST_MODES:
            done.append((start, end))
            continue
        cut = start + _cut(ascending[start:end])
        halves = ((start, cut), (cut, end))
        waiting += [(a, b, _p_of_one(ascending[a:b]), level / 2.0) for a, b in halves]
    return overall, sorted(done)


def _p_of_one(ascending: Floats) -> float:
    n = ascending.size
    if n < FEWEST_FOR_MODES or ascending[-1] - ascending[0] < SMALLEST_SPAN:
        return 1.0
    if n > MOST_SAMPLES:
        places = ((np.arange(MOST_SAMPLES) + 0.5) * n / MOST_SAMPLES).astype(np.int64)
        ascending = ascending[places]
    return dip_p(ascending)


def _cut(ascending: Floats) -> int:
    """Return how many samples the lower of two parts has if both are to scatter the least."""
    n = ascending.size
    lower = np.cumsum(ascending - ascending.mean())[:-1]
    sizes = np.arange(1.0, n)
    return int(np.argmax(lower**2 / (sizes * (n - sizes)))) + 1


def fisher_p(inside: int, size: int, other_inside: int, other_size: int) -> float:
    """Return Fisher's two-sided p: all tables as likely as this one, or less."""
    tail = inside + other_inside
    counts = np.arange(max(0, tail - other_size), min(tail, size) + 1)
    logs = _log_choose(size, counts) + _log_choose(other_size, tail - counts)
    weights = np.exp(logs - logs.max())
    own = weights[inside - counts[0]]
    return float(min(weights[weights <= own * (1.0 + 1e-9)].sum() / weights.sum(), 1.0))


def _log_choose(n: int, k: Ints) -> Floats:
    logs: Floats = (
        special.gammaln(n + 1.0) - special.gammaln(k + 1.0) - special.gammaln(n - k + 1.0)
    )
    return logs
