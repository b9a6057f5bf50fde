"""All differences between two sets of samples, and what lies at a place among them.

A place between 0 and the number of differences is read as a quantile of the mid-distribution:
a difference that comes once is found at the middle of its own place, one that comes often at
the middle of all of its places, and in between one goes straight from one to the next. So
readings of a coarse clock are no steps, and 0 is left out just when ranks say so.
Source: Ma, Genton and Parzen (2011), Asymptotic properties of sample quantiles of discrete
distributions, Annals of the Institute of Statistical Mathematics 63.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.estimates import ROUNDING, Scaled

MOST_ORDERED = 4_096
"""Differences that are written down in order; larger sets are thinned to quantiles for it."""
COUNTED_FROM = 512
"""Samples on the smaller side from which places are counted out instead of written down."""
MOST_COUNTED = 2**15
"""Samples per side that are counted; of more, as many quantiles, a tenth of the interval apart."""
ENOUGH = 0.005
"""Counting stops at this part of the standard deviation of the rank sum."""
HALVINGS = 80


@dataclass(frozen=True, slots=True)
class AllDifferences:
    """Differences contender minus baseline of every row, `count` of them each.

    `ordered` (rows, width) are all or a thinned set of them, ascending; rows `tied` hold some
    that come more than once, and `middles` their middle places. Where both sides are large,
    `sides` hold their samples in order, and places are counted out.
    """

    ordered: Floats
    tied: Ints
    middles: Floats
    sides: tuple[Floats, Floats] | None
    count: int

    @classmethod
    def of(cls, sides: Scaled) -> "AllDifferences":
        counts = sides.baseline.shape[1], sides.contender.shape[1]
        large = None
        if min(counts) >= COUNTED_FROM:
            large = (
                np.sort(thinned(sides.baseline, MOST_COUNTED), axis=1),
                np.sort(thinned(sides.contender, MOST_COUNTED), axis=1),
            )
        ordered = np.zeros((len(sides.baseline), 0)) if large else _ordered(sides)
        tied = np.flatnonzero((ordered[:, 1:] - ordered[:, :-1] <= ROUNDING).any(axis=1))
        return cls(ordered, tied, middles(ordered[tied])[0], large, counts[0] * counts[1])

    def at(self, places: Floats, beyond: Floats) -> Floats:
        """Return what lies at one place of every row, `beyond` further out past both ends."""
        if self.sides is None:
            return self._written(places * (self.ordered.shape[1] / self.count), beyond)
        first, second = self.sides
        scale = first.shape[1] * second.shape[1] / self.count
        rows = zip(first, second, places * scale, beyond, strict=True)
        return np.array([_counted(*row) for row in rows])

    def _written(self, places: Floats, beyond: Floats) -> Floats:
        width = self.ordered.shape[1]
        low = np.clip(np.floor(places - 0.5), 0, width - 1).astype(np.int64)
        high = np.minimum(low + 1, width - 1)
        rows, part = np.arange(len(self.ordered)), np.clip(places - 0.5 - low, 0.0, 1.0)
        found: Floats = self.ordered[rows, low] * (1.0 - part) + self.ordered[rows, high] * part
        if self.tied.size:
            asked = places[self.tied], beyond[self.tied]
            found[self.tied] = _among_equals(self.ordered[self.tied], self.middles, *asked)
        return found

    def middle(self) -> Floats:
        """Return the median of every row: the Hodges-Lehmann shift."""
        rows = len(self.ordered)
        return self.at(np.full(rows, self.count / 2.0), np.zeros(rows))


def _ordered(sides: Scaled) -> Floats:
    first, second = sides.baseline, sides.contender
    if first.shape[1] * second.shape[1] > MOST_ORDERED:
        most = math.isqrt(MOST_ORDERED)
        keep = min(first.shape[1], most), min(second.shape[1], most)
        first = thinned(first, max(keep[0], MOST_ORDERED // keep[1]))
        second = thinned(second, max(keep[1], MOST_ORDERED // keep[0]))
    pairs = (second[:, :, None] - first[:, None, :]).reshape(len(first), -1)
    pairs.sort(axis=1)
    return pairs


def thinned(samples: Floats, most: int) -> Floats:
    """Return evenly spaced order statistics of every row, `most` at the most."""
    n = samples.shape[1]
    if n <= most:
        return samples
    places = ((np.arange(most) + 0.5) * n / most).astype(np.int64)
    return np.sort(samples, axis=1)[:, places]


def middles(ascending: Floats) -> tuple[Floats, Floats]:
    """Return the middle place of each number and its equals, and how many equals there are."""
    shape = ascending.shape
    # every row starts with a group of its own, so that groups can be looked at without rows
    starts = np.flatnonzero(_starts(ascending))
    sizes = np.diff(starts, append=ascending.size)
    middle = np.tile(np.arange(shape[1]), shape[0])[starts] + sizes / 2.0
    return (
        np.repeat(middle, sizes).reshape(shape),
        np.repeat(sizes.astype(np.float64), sizes).reshape(shape),
    )


def _starts(ascending: Floats) -> Bools:
    starts = np.ones(ascending.shape, dtype=np.bool_)
    starts[:, 1:] = np.diff(ascending, axis=1) > ROUNDING
    return starts


def _among_equals(ordered: Floats, middle: Floats, places: Floats, beyond: Floats) -> Floats:
    width = ordered.shape[1]
    above = (middle <= places[:, None]).sum(axis=1)
    rows = np.arange(len(ordered))
    low, high = np.maximum(above - 1, 0), np.minimum(above, width - 1)
    start, wide = middle[rows, low], middle[rows, high] - middle[rows, low]
    part = np.where(wide > 0.0, (places - start) / np.where(wide > 0.0, wide, 1.0), 0.0)
    lower, upper = (_settled(ordered[rows, at]) for at in (low, high))
    found: Floats = lower * (1.0 - part) + upper * part
    outside = np.where(above == 0, -1.0, np.where((above == width) & (places > start), 1.0, 0.0))
    return found + outside * beyond


def _settled(differences: Floats) -> Floats:
    """Return 0 for what is 0 but for rounding."""
    return np.where(np.abs(differences) <= ROUNDING, 0.0, differences)


def _counted(first: Floats, second: Floats, place: float, beyond: float) -> float:
    """Halve what may lie at a place until few differences, or none, are left inside."""
    low, high = float(second[0] - first[-1]), float(second[-1] - first[0])
    enough = ENOUGH * math.sqrt(first.size * second.size * (first.size + second.size + 1) / 12.0)
    below, upto = 0, first.size * second.size
    low, high = low - ROUNDING - abs(low) * ROUNDING, high + ROUNDING + abs(high) * ROUNDING
    for _ in range(HALVINGS):
        if upto - below <= enough:
            return low + (high - low) * (place - below) / max(upto - below, 1)
        guess = low + (high - low) / 2.0
        if not low < guess < high or high - low <= 2.0 * ROUNDING:
            break
        count = _count(first, second, guess)
        low, below, high, upto = (
            (guess, count, high, upto) if count <= place else (low, below, guess, count)
        )
    return _between(first, second, (low, high), (place, beyond))


def _count(first: Floats, second: Floats, difference: float) -> int:
    """Return how many differences are no larger."""
    return int(np.searchsorted(second, first + difference, side="right").sum())


def _between(
    first: Floats, second: Floats, ends: tuple[float, float], asked: tuple[float, float]
) -> float:
    """Read a place at a difference that comes often: towards the next one on the same side."""
    place, beyond = asked
    tie = ends[0] + (ends[1] - ends[0]) / 2.0
    tie = 0.0 if abs(tie) <= 2.0 * ROUNDING else tie
    middle = _middle(first, second, tie)
    is_lower = place < middle
    reach = tie - 2.0 * ROUNDING if is_lower else tie + 2.0 * ROUNDING
    at = np.searchsorted(second, first + reach, side="right") - int(is_lower)
    inside = (at >= 0) & (at < second.size)
    if not inside.any():
        return tie if place == middle else tie + (-beyond if is_lower else beyond)
    near = second[at[inside]] - first[inside]
    other = float(near.max() if is_lower else near.min())
    wide = _middle(first, second, other) - middle
    return tie + (other - tie) * (place - middle) / wide if wide else tie


def _middle(first: Floats, second: Floats, difference: float) -> float:
    below = _count(first, second, difference - 2.0 * ROUNDING)
    return (below + _count(first, second, difference + 2.0 * ROUNDING)) / 2.0
