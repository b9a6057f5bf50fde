"""Decide cheaply which series need a full analysis after new runs.

A series' screen is its newest values, its counts and the noise its last analysis found.
Skipping is safe, not exact: whatever the screen misses, the next analysis finds, at the
latest when the series has grown by a twentieth.
"""

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.changes import Options
from backend.stats.detector.clip import clip
from backend.stats.detector.compiled import compiled
from backend.stats.detector.levels import (
    RUNS_TO_SEE_A_LINE,
    line_fits_better,
    mean_of,
    moments,
    normal_from_t,
    pooled_variance,
    squares_about_mean,
    unequal_variance,
)
from backend.stats.detector.noise import inflation
from backend.stats.detector.segmentation import running_sums

WIDTH = 64
ALWAYS_BELOW = 40  # runs; short series are cheap and their noise estimate still moves
GROWTH = 1.05
FEWEST = 3  # runs that may form a new level
SHORT_LEVEL = 12  # runs before a split that are also looked at on their own,
MOST_NEWEST = 24  # with up to this many runs after it
SHARE_OF_NEED = 0.8  # the screen sees fewer runs before the step than the detector
FEWEST_TO_SPLIT = 6
CLIP = 3.0
NOISE_WEIGHT = 4.0
FRESH_REGIME = (3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60)
_BALANCED = Options()


def tail_of(values: Floats) -> Floats:
    """Return the newest `WIDTH` values, newest last, nan in front if there are fewer."""
    tail = np.full(WIDTH, np.nan)
    newest = values[-WIDTH:]
    if newest.size:
        tail[-newest.size :] = newest
    return tail


def append(tails: Floats, counts: Ints, new_values: Floats) -> tuple[Floats, Ints]:
    """Return tails (s, WIDTH) and counts (s) with one more value each; nan adds nothing."""
    fresh = ~np.isnan(new_values)
    moved = tails.copy()
    moved[fresh, :-1] = tails[fresh, 1:]
    moved[fresh, -1] = new_values[fresh]
    return moved, counts + fresh


def screen(  # noqa: PLR0913 - one column of the stored states each
    tails: Floats,
    counts: Ints,
    regime_counts: Ints,
    analysed_counts: Ints,
    sigmas: Floats,
    rhos: Floats,
    slopes: Floats | None = None,
    options: Options = _BALANCED,
) -> Bools:
    """Return, for every series, whether it needs a full analysis now.

    One place per series: `tails` (s, WIDTH) as `append` keeps them, how many runs the
    series has, how many since its last boundary, how many it had at its last analysis,
    and the noise and the slope per run found then (nan sigma: not analysed yet; no
    slopes: none drifts). `options` are those of the analysis.
    """
    due = (counts < ALWAYS_BELOW) | (counts >= GROWTH * analysed_counts) | np.isnan(sigmas)
    due |= np.isin(regime_counts, FRESH_REGIME)
    rest = np.flatnonzero(~due)
    visible = np.minimum(np.minimum(regime_counts, counts), WIDTH)
    need = SHARE_OF_NEED * (options.z0 + options.z_per_log_n * np.log(np.maximum(counts, 1)))
    drift = np.zeros(counts.size) if slopes is None else np.nan_to_num(slopes)
    noise = np.stack((sigmas, rhos, need, drift), axis=1)
    due[rest] = stepped(tails[rest], visible[rest], noise[rest])
    return due


@compiled
def stepped(tails: Floats, visible: Ints, noise: Floats) -> Bools:
    """Return for every tail whether its newest runs look like a new level.

    `noise` (s, 4) holds sigma, rho, the z that is enough and the slope to take out.
    """
    ramp = np.arange(WIDTH)
    answer = np.zeros(tails.shape[0], np.bool_)
    for i in range(tails.shape[0]):
        newest = (tails[i] - noise[i, 3] * ramp)[WIDTH - visible[i] :]
        if newest.size >= FEWEST_TO_SPLIT:
            answer[i] = strongest_split(newest, noise[i, 0], noise[i, 1]) >= noise[i, 2]
    return answer


@compiled
def strongest_split(newest: Floats, sigma: float, rho: float) -> float:
    """Return the largest z of any split that leaves at least three runs on either side.

    The newest runs are held against all before them and against the last few, which may
    be a short level of their own.
    """
    n = newest.size
    y = clip(newest, CLIP * sigma)
    y -= y[0]
    sums = running_sums(y)
    own = np.array([sigma * sigma, NOISE_WEIGHT])
    inflated = inflation(rho)
    strongest = 0.0
    whole = straight_line(sums, 0, n)
    for split in range(FEWEST, n - FEWEST + 1):
        place = (0, split, n)
        if not explains_too_little(sums, place, whole, own, strongest * strongest * inflated):
            strongest = stronger(strongest, sums, place, own, inflated)
    for split in range(max(SHORT_LEVEL + 1, n - MOST_NEWEST), n - FEWEST + 1):
        place = (split - SHORT_LEVEL, split, n)
        short = straight_line(sums, place[0], n)
        if not explains_too_little(sums, place, short, own, strongest * strongest * inflated):
            strongest = stronger(strongest, sums, place, own, inflated)
    return strongest


@compiled
def stronger(
    z: float, sums: Floats, place: tuple[int, int, int], own: Floats, inflated: float
) -> float:
    """Return the z of a step, or of a step on top of a slope if that explains more, or z if larger.

    t exceeds its z, so most splits are decided without a logarithm.
    """
    a, b, c = place
    if line_fits_better(sums, place):
        t2 = step_on_slope(sums, place, own)
    else:
        difference = mean_of(sums, b, c) - mean_of(sums, a, b)
        pooled = pooled_variance(sums, place, own) * (1.0 / (b - a) + 1.0 / (c - b))
        t2 = difference * difference / max(pooled, unequal_variance(sums, place, own))
    t2 /= inflated
    if t2 <= z * z:
        return z
    return max(z, normal_from_t(np.sqrt(t2), c - a - 2.0 + own[1]))


@compiled
def straight_line(sums: Floats, start: int, end: int) -> tuple[float, float, float, float]:
    """Return 1 / squares of the index, slope, squares that the line explains and all squares."""
    spread, mixed, squares = moments(sums, start, end)
    return 1.0 / spread, mixed / spread, mixed * mixed / spread, squares


@compiled
def explains_too_little(
    sums: Floats,
    place: tuple[int, int, int],
    line: tuple[float, float, float, float],
    own: Floats,
    enough: float,
) -> bool:
    """Say whether t squared of a step cannot exceed `enough`, by the squares that it explains.

    Of all squares S about the mean a step explains e, and its pooled t squared is
    e (degrees of freedom) / (S - e + the noise's part). A step next to a slope likewise, where
    the line alone explains more than the step alone. Takes one division.
    """
    a, b, c = place
    per_spread, slope, by_line, squares = line
    before = (b - a) / (c - a)
    balance = before * (c - b)
    off = sums[0, b] - sums[0, a] - (sums[0, c] - sums[0, a]) * before
    free = c - a - 2.0 + own[1]
    rest = squares + own[1] * own[0]
    if c - a >= RUNS_TO_SEE_A_LINE and off * off < by_line * balance:
        tilt = 0.5 * (b - a) * (c - b)
        off += slope * tilt
        balance -= tilt * tilt * per_spread
        free -= 1.0
        rest -= by_line
    return bool(off * off * (free + enough) <= enough * rest * balance)


@compiled
def step_on_slope(sums: Floats, place: tuple[int, int, int], own: Floats) -> float:
    """Return t squared of a step next to a common slope, by regression on both."""
    a, b, c = place
    runs = float(c - a)
    total = sums[0, c] - sums[0, a]
    sxx = runs * (runs * runs - 1.0) / 12.0
    sxy = sums[2, c] - sums[2, a] - (a + c - 1) / 2.0 * total
    balance = (b - a) * (c - b) / runs
    free = balance - (balance * runs / 2.0) ** 2 / sxx
    step = balance * (mean_of(sums, b, c) - mean_of(sums, a, b)) - sxy / sxx * balance * runs / 2.0
    explained = step * step / free
    squares = squares_about_mean(sums, a, c) - sxy * sxy / sxx - explained
    variance = (max(squares, 0.0) + own[1] * own[0]) / (runs - 3.0 + own[1])
    return float(explained / variance)
