"""Tails and spread of one result: what its samples or its histogram say beside their median.

Each is one number for each result, so that its history can be judged as that of the centres is.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.changes import Analysis
from backend.stats.comparison.shapes import FEWEST_READINGS, modes_of
from backend.stats.histograms.recordings import Histogram, rank_of

ASPECTS = ("p90", "p99", "p99.9", "max", "spread")
"""In the order in which they are stored; the spread is the 95th percentile less the 5th."""
PERCENTS = (90.0, 99.0, 99.9, 100.0)
FEWEST = (20, 100, 1000, 1000, 20)
"""Recordings from which each is judged: fewer hold nothing of so far a tail."""
FEWEST_OF_ALL = min(FEWEST)
SPREAD = (5.0, 95.0)
LEAST = {"p90": 0.05, "p99": 0.1, "p99.9": 0.25, "max": 0.5, "spread": 0.5}
"""Smallest change of each that is reported, as a share."""
AS_THE_CENTRE = 2.0
"""Times the change of the centre up to which an aspect moved with it."""
MORE_EVIDENCE = 2.0
"""Added to the z of the threshold: five more looks at each series."""
FEWEST_RUNS = 5
"""At a new level: three or four in a row may be outliers of one cause."""
FEWEST_POINTS = 12
WIDTH = 2.5
"""Standard deviations from the newest level from which a result is looked at at once."""
OF_RUN = 50
"""Values that stand for one run where modes are named."""


def aspects_of_samples(samples: Sequence[float]) -> list[float] | None:
    """Return the aspects of samples, nan where they are too few; None below 20."""
    if len(samples) < FEWEST_OF_ALL:
        return None
    ordered = sorted(samples)
    enough = len(set(ordered)) >= FEWEST_READINGS
    n = len(ordered)
    return _aspects(lambda percent: ordered[rank_of(percent, n) - 1], n, enough)


def aspects_of_histogram(histogram: Histogram, scale: float) -> list[float] | None:
    """Return the aspects of recordings in units of `scale`, as those of samples."""
    total = histogram.total
    if total < FEWEST_OF_ALL:
        return None
    cumulated = np.cumsum(histogram.counts)

    def at(percent: float) -> float:
        place = np.searchsorted(cumulated, rank_of(percent, total))
        return float(histogram.highest[place]) * scale

    return _aspects(at, total, histogram.counts.size >= FEWEST_READINGS)


def _aspects(at: Callable[[float], float], n: int, has_spread: bool) -> list[float]:  # noqa: FBT001
    ends = [at(percent) for percent in SPREAD]
    spread = ends[1] - ends[0] if has_spread else math.nan
    found = [*(at(percent) for percent in PERCENTS), spread if spread > 0.0 else math.nan]
    return [value if n >= least else math.nan for value, least in zip(found, FEWEST, strict=True)]


def unknown_band(n: int, points: int) -> tuple[float, float]:
    """Return a band that is not known: nan, and at how many results of the series to look again.

    It has `n` results, of which `points` say something of the aspect at its newest level.
    """
    missing = FEWEST_POINTS - points
    return math.nan, float(n + (missing if missing > 0 else n))


def band_of(values: Floats, analysis: Analysis, n: int) -> tuple[float, float]:
    """Return between what a result to come is as its level, of a series of `n` results."""
    newest = values[analysis.regime_start :]
    if newest.size < FEWEST_POINTS or not math.isfinite(analysis.sigma):
        return unknown_band(n, newest.size)
    centre = float(np.median(newest))
    if analysis.logarithmic:
        width = math.exp(min(WIDTH * analysis.sigma, 700.0))
        return centre / width, centre * width
    return centre - WIDTH * analysis.sigma, centre + WIDTH * analysis.sigma


def sigma_of_bands(bands: Floats) -> Floats:
    """Return the scatter of one run that bands (…, low and high) stand for, as logarithms."""
    with np.errstate(divide="ignore", invalid="ignore"):
        sigma: Floats = np.log(bands[..., 1] / bands[..., 0]) / (2.0 * WIDTH)
    is_known = (bands[..., 0] > 0.0) & np.isfinite(sigma) & (sigma > 0.0)
    return np.where(is_known, sigma, np.nan)


def is_outside(aspects: Floats, bands: Floats, n: int) -> bool:
    """Tell whether any aspect of a result lies outside what its level allows.

    Where that is not known it does from the number of results on that its band names.
    """
    low, high = bands[:, 0], bands[:, 1]
    is_inside = (aspects >= low) & (aspects <= high)
    is_early = np.isnan(low) & (n < high)
    return bool((np.isfinite(aspects) & ~is_inside & ~is_early).any())


def representatives(source: Histogram | Sequence[float]) -> Floats:
    """Return at most 50 values that stand for a recording: evenly spread over its ranks."""
    if isinstance(source, Histogram):
        ranks = ((np.arange(OF_RUN) + 0.5) / OF_RUN * source.total).astype(np.int64) + 1
        return source.highest[np.searchsorted(np.cumsum(source.counts), ranks)].astype(np.float64)
    ordered = np.sort(np.asarray(source, np.float64))
    if ordered.size <= OF_RUN:
        return ordered
    chosen: Floats = ordered[((np.arange(OF_RUN) + 0.5) / OF_RUN * ordered.size).astype(np.int64)]
    return chosen


def mode_centres(values: Floats) -> tuple[float, ...]:
    """Return the centres of the modes of values, ascending."""
    return tuple(mode.centre for mode in modes_of(values).modes)
