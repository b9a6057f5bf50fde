"""Latency histograms: percentiles, mean and exact merging of HdrHistogram recordings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.histograms.documents import LARGEST_TOTAL, read


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often values between `lowest` and `highest` (both inclusive) were recorded.

    One place per bucket that is not empty, ascending, in the unit of the recorder.
    """

    lowest: Ints
    highest: Ints
    counts: Ints

    @property
    def total(self) -> int:
        """Return how many values were recorded."""
        return int(self.counts.sum())

    def percentile(self, percent: float) -> float:
        """Return the value that `percent` % of the values do not exceed; nan if empty.

        As everywhere with these histograms, it is the top of the bucket that holds it, so it
        lies above the recorded value by at most the width of that bucket.
        Raises ValueError unless 0 <= percent <= 100.
        """
        if not 0.0 <= percent <= 100.0:  # noqa: PLR2004 - percent
            raise ValueError("a percentile lies between 0 and 100")
        if not self.counts.size:
            return math.nan
        rank = rank_of(percent, self.total)
        return float(self.highest[np.searchsorted(np.cumsum(self.counts), rank)])

    def mean(self) -> float:
        """Return the mean, every value taken as the middle of its bucket; nan if empty."""
        if not self.counts.size:
            return math.nan
        middle: Floats = self.lowest + (self.highest - self.lowest) / 2.0
        return float(middle @ self.counts) / self.total

    def merge(self, other: "Histogram") -> "Histogram":
        """Return the histogram of both. Buckets may differ; none is widened."""
        return merged((self, other))


def rank_of(percent: float, total: int) -> int:
    """Return the rank, from 1, of the value that `percent` % of `total` values do not exceed.

    Shares that are whole numbers but for rounding stay whole: 99.9 % of 1,000 is the 999th.
    """
    return min(total, max(1, math.ceil(round(percent / 100.0 * total, 9))))


def merged(histograms: Sequence[Histogram]) -> Histogram:
    """Return the histogram of all recordings.

    Exact: counts of equal buckets add up, and buckets of different precision stand beside one
    another, ordered by their top, as wide as they were recorded. Percentiles of the merger are
    therefore those of all recordings, to within one bucket of whoever recorded that value.
    Raises ValueError for none, or where the counts add up to more than can be held.
    """
    if not histograms:
        raise ValueError("nothing to merge: give at least one histogram")
    if sum(one.total for one in histograms) > LARGEST_TOTAL:
        raise ValueError("the histograms' counts add up to more than can be held")
    lowest = np.concatenate([one.lowest for one in histograms])
    highest = np.concatenate([one.highest for one in histograms])
    counts = np.concatenate([one.counts for one in histograms])
    order = np.lexsort((lowest, highest))
    lowest, highest, counts = lowest[order], highest[order], counts[order]
    if not counts.size:
        return Histogram(lowest=lowest, highest=highest, counts=counts)
    fresh = np.ones(counts.size, np.bool_)
    fresh[1:] = (np.diff(lowest) != 0) | (np.diff(highest) != 0)
    starts = np.flatnonzero(fresh)
    return Histogram(
        lowest=lowest[starts], highest=highest[starts], counts=np.add.reduceat(counts, starts)
    )


def decode(text: str) -> Histogram:
    """Read a V2 document in base64, packed or plain.

    Raises ValueError with the reason if it is anything else, is damaged, or unpacks to
    more than 4 MiB or to much more than it was packed to.
    """
    lowest, highest, counts = read(text)
    return Histogram(lowest=lowest, highest=highest, counts=counts)
