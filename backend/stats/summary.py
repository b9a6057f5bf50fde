"""Centre, spread and interval of samples.

The centre is the median. From six samples on its interval is distribution-free (order
statistics; only independence is assumed) and its coverage is exact. Two to five samples
cannot give that, so their interval assumes normal samples, or log-normal ones if all are
positive, and takes the mean as centre. One sample says nothing about spread.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats, Ints
from backend.stats.student import two_sided_t

NOMINAL_COVERAGE = 0.95
FEWEST_FOR_RANKS = 6


@dataclass(frozen=True, slots=True)
class Summary:
    """What `n` samples say: median, interval with its coverage, standard deviation.

    `low`, `high`, `coverage` and `sd` are nan for one sample.
    """

    value: float
    low: float
    high: float
    sd: float
    n: int
    coverage: float
    warnings: tuple[str, ...]

    @property
    def relative_spread(self) -> float:
        """Return sd over |median|; nan if the median is zero or there is no sd."""
        return self.sd / abs(self.value) if self.value else math.nan


@dataclass(frozen=True, slots=True)
class Summaries:
    """Summaries of many sets of samples, one place per set in every array."""

    value: Floats
    low: Floats
    high: Floats
    sd: Floats
    n: Ints
    coverage: Floats

    @property
    def relative_spread(self) -> Floats:
        """Return sd over |median|; nan where the median is zero or there is no sd."""
        level = np.abs(self.value)
        spread: Floats = self.sd / np.where(level > 0.0, level, np.nan)
        return spread


def summarise(samples: ArrayLike) -> Summary:
    """Summarise one set of samples. Raises ValueError if it is empty or not finite."""
    row = np.asarray(samples, dtype=np.float64).reshape(1, -1)
    many = summarise_many(row)
    n = row.shape[1]
    return Summary(
        value=float(many.value[0]),
        low=float(many.low[0]),
        high=float(many.high[0]),
        sd=float(many.sd[0]),
        n=n,
        coverage=float(many.coverage[0]),
        warnings=_warnings(n),
    )


def summarise_many(matrix: Floats) -> Summaries:
    """Summarise every row of a matrix (sets, samples per set).

    Raises ValueError if it has no columns or holds a number that is not finite.
    """
    matrix = np.asarray(matrix, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[1] == 0:  # noqa: PLR2004 - a matrix
        raise ValueError("samples must be a matrix with at least one column")
    if not np.isfinite(matrix).all():
        raise ValueError("samples must be finite numbers")
    sets, n = matrix.shape
    ordered = np.sort(matrix, axis=1)
    low, high, coverage = _intervals(ordered)
    return Summaries(
        value=(ordered[:, (n - 1) // 2] + ordered[:, n // 2]) / 2.0,
        low=low,
        high=high,
        sd=_spread(ordered),
        n=np.full(sets, n, np.int64),
        coverage=np.full(sets, coverage),
    )


def summarise_ragged(samples: Sequence[Sequence[float] | Floats]) -> Summaries:
    """Summarise sets of different sizes, in the order given; equal sizes are done at once."""
    n = np.array([len(row) for row in samples], dtype=np.int64)
    value, low, high, sd, coverage = (np.full(n.size, np.nan) for _ in range(5))
    for size in np.unique(n):
        places = np.flatnonzero(n == size)
        part = summarise_many(
            np.array([samples[place] for place in places.tolist()], dtype=np.float64)
        )
        value[places], sd[places], coverage[places] = part.value, part.sd, part.coverage
        low[places], high[places] = part.low, part.high
    return Summaries(value=value, low=low, high=high, sd=sd, n=n, coverage=coverage)


def _spread(rows: Floats) -> Floats:
    """Return the standard deviation of every row; nan for rows of one."""
    n = rows.shape[1]
    if n == 1:
        return np.full(rows.shape[0], np.nan)
    off = rows - rows.sum(axis=1, keepdims=True) / n
    spread: Floats = np.sqrt(np.einsum("ij,ij->i", off, off) / (n - 1))
    return spread


def _intervals(ordered: Floats) -> tuple[Floats, Floats, float]:
    sets, n = ordered.shape
    if n == 1:
        return np.full(sets, np.nan), np.full(sets, np.nan), math.nan
    if n < FEWEST_FOR_RANKS:
        return *_normal_interval(ordered), NOMINAL_COVERAGE
    rank, coverage = median_ranks(n)
    return ordered[:, rank].copy(), ordered[:, n - 1 - rank].copy(), coverage


def _normal_interval(ordered: Floats) -> tuple[Floats, Floats]:
    """Return the t interval of every row, on logarithms where all samples are positive."""
    n = ordered.shape[1]
    positive = ordered[:, 0] > 0.0
    scaled = ordered.copy()
    scaled[positive] = np.log(ordered[positive])
    middle = scaled.mean(axis=1)
    reach = two_sided_t(NOMINAL_COVERAGE, n - 1) * _spread(scaled) / math.sqrt(n)
    low, high = middle - reach, middle + reach
    with np.errstate(over="ignore"):
        low[positive], high[positive] = np.exp(low[positive]), np.exp(high[positive])
    return low, high


@lru_cache(maxsize=4096)
def median_ranks(n: int) -> tuple[int, float]:
    """Return how many samples to leave out at each end, and the exact coverage that gives.

    The interval between the (r + 1)-th smallest and the (r + 1)-th largest of n independent
    samples misses the median only if at most r of n fall on one side: a binomial tail.
    """
    rank = max(0, int(n / 2 - 1.1 * math.sqrt(n)) - 2)
    missed = _tail(n, rank)
    while True:
        more = _tail(n, rank + 1)
        if 1.0 - 2.0 * more < NOMINAL_COVERAGE:
            return rank, 1.0 - 2.0 * missed
        rank, missed = rank + 1, more


def _tail(n: int, most: int) -> float:
    """Return P(at most `most` of `n` fair coins show heads)."""
    log_ways = math.lgamma(n + 1) - math.lgamma(most + 1) - math.lgamma(n - most + 1)
    term = math.exp(log_ways - n * math.log(2.0))
    total = 0.0
    for heads in range(most, -1, -1):
        total += term
        term *= heads / (n - heads + 1)
        if term < total * 1e-17:
            break
    return total


def _warnings(n: int) -> tuple[str, ...]:
    if n == 1:
        return ("One sample: its scatter is unknown.",)
    if n < FEWEST_FOR_RANKS:
        return (f"{n} samples: the interval assumes a normal distribution; take 6 or more.",)
    return ()
