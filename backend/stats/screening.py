"""Decide cheaply which series need a full analysis after new runs.

A series' screen is its newest values, its counts and the noise its last analysis found.
Skipping is safe, not exact: whatever the screen misses, the next analysis finds, at the
latest when the series has grown by a twentieth.
"""

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.changes import Options
from backend.stats.clip import clip
from backend.stats.compiled import compiled
from backend.stats.levels import (
    line_fits_better,
    mean_of,
    normal_from_t,
    pooled_variance,
    unequal_variance,
)
from backend.stats.noise import inflation
from backend.stats.segmentation import running_sums

WIDTH = 64
ALWAYS_BELOW = 40  # runs; short series are cheap and their noise estimate still moves
GROWTH = 1.05
FEWEST, MOST = 3, 30  # newest runs that may form a new level
SHARE_OF_NEED = 0.7  # the screen sees fewer runs before the step than the detector
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


def screen(
    tails: Floats,
    counts: Ints,
    regime_counts: Ints,
    analysed_counts: Ints,
    sigmas: Floats,
    rhos: Floats,
) -> Bools:
    """Return, for every series, whether it needs a full analysis now.

    One place per series: `tails` (s, WIDTH) as `append` keeps them, how many runs the
    series has, how many since its last boundary, how many it had at its last analysis,
    and the noise found then (nan: not analysed yet).
    """
    due = (counts < ALWAYS_BELOW) | (counts >= GROWTH * analysed_counts) | np.isnan(sigmas)
    due |= np.isin(regime_counts, FRESH_REGIME)
    rest = np.flatnonzero(~due)
    visible = np.minimum(np.minimum(regime_counts, counts), WIDTH)
    need = SHARE_OF_NEED * (_BALANCED.z0 + _BALANCED.z_per_log_n * np.log(np.maximum(counts, 1)))
    noise = np.stack((sigmas, rhos, need), axis=1)
    due[rest] = stepped(tails[rest], visible[rest], noise[rest])
    return due


@compiled
def stepped(tails: Floats, visible: Ints, noise: Floats) -> Bools:
    """Return for every tail whether its newest runs look like a new level.

    `noise` (s, 3) holds sigma, rho and the z that is enough.
    """
    answer = np.zeros(tails.shape[0], np.bool_)
    for i in range(tails.shape[0]):
        newest = tails[i, WIDTH - visible[i] :]
        if newest.size >= FEWEST_TO_SPLIT:
            answer[i] = strongest_split(newest, noise[i, 0], noise[i, 1]) >= noise[i, 2]
    return answer


@compiled
def strongest_split(newest: Floats, sigma: float, rho: float) -> float:
    """Return the largest z of any split that leaves 3 to 30 newest runs on their own."""
    n = newest.size
    y = clip(newest, CLIP * sigma)
    y -= y[0]
    sums = running_sums(y)
    own = np.array([sigma * sigma, NOISE_WEIGHT])
    strongest = 0.0
    for runs in range(FEWEST, min(MOST, n - FEWEST) + 1):
        place = (0, n - runs, n)
        if line_fits_better(sums, place):
            continue
        difference = mean_of(sums, n - runs, n) - mean_of(sums, 0, n - runs)
        pooled = pooled_variance(sums, place, own) * (1.0 / runs + 1.0 / (n - runs))
        variance = inflation(rho) * max(pooled, unequal_variance(sums, place, own))
        t = abs(difference) / np.sqrt(variance)
        strongest = max(strongest, normal_from_t(t, n - 2.0 + NOISE_WEIGHT))
    return strongest
