"""The detector's steps in order, for one stretch of finite numbers."""

from functools import lru_cache

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.changes import Options
from backend.stats.clip import clip
from backend.stats.compiled import compiled
from backend.stats.drift import remove_drift, settle_rho
from backend.stats.levels import mean_of, pooled_variance, unequal_variance
from backend.stats.noise import inflation, long_run_variance, scatter, sigma_at
from backend.stats.segmentation import running_sums, segment
from backend.stats.verification import (
    INFLATION,
    NEED,
    NOISE_WEIGHT,
    VARIANCE,
    WINDOW,
    near,
    verify,
)

LONG_ENOUGH_TO_DRIFT = 30
CREDIBLE_RHO = 0.1
WIDTH_OF_INTERVAL = 2.6  # standard errors: 99 % of a normal

# Columns of what `find_changes` says about each change, after its place.
Z, BEFORE, AFTER, MARGIN, FIRST, LAST = range(6)
# What it says about the stretch.
SIGMA, RHO, SLOPE = range(3)
# Settings beyond the rules of verification.
_RULES = 10
_PENALTY, _CLIP, _RHO_MAX, _SLOPE_T, _CULPRIT_COST, _Z0, _Z_PER_LOG_N = range(_RULES, _RULES + 7)


@lru_cache(maxsize=64)
def settings_of(options: Options) -> Floats:
    """Lay out the options as one array; the first three rules depend on the stretch."""
    rules = [0.0, 0.0, options.noise_weight, 0.0, options.min_effect, options.rank_z]
    rules += [options.min_runs, options.window, options.rank_window, options.refine]
    rest = [options.penalty, options.clip, options.rho_max, options.slope_t]
    rest += [options.culprit_cost, options.z0, options.z_per_log_n]
    return np.array(rules + rest, dtype=np.float64)


@compiled
def culprits(sums: Floats, place: tuple[int, int, int], allowed: float) -> tuple[int, int]:
    """Return the first and last place of the boundary that costs at most `allowed` more."""
    a, b, c = place
    explained = np.empty(c - a - 1)
    for t in range(a + 1, c):
        before = sums[0, t] - sums[0, a]
        after = sums[0, c] - sums[0, t]
        explained[t - a - 1] = before * before / (t - a) + after * after / (c - t)
    least = explained.max() - allowed
    first, last = b, b
    for t in range(a + 1, c):
        if explained[t - a - 1] >= least:
            first = min(first, t)
            last = max(last, t)
    return first, last


@compiled
def describe(sums: Floats, edges: Ints, i: int, rules: Floats) -> Floats:
    """Return the row that says what changed at the i-th edge; z is filled in later."""
    place = near(edges, i, rules[WINDOW])
    noise = rules[VARIANCE : NOISE_WEIGHT + 1]
    row = np.zeros(6)
    row[BEFORE] = mean_of(sums, place[0], place[1])
    row[AFTER] = mean_of(sums, place[1], place[2])
    error = np.sqrt(rules[INFLATION] * unequal_variance(sums, place, noise))
    row[MARGIN] = WIDTH_OF_INTERVAL * error
    variance = rules[INFLATION] * pooled_variance(sums, place, noise)
    row[FIRST], row[LAST] = culprits(sums, place, rules[_CULPRIT_COST] * variance)
    return row


@compiled
def find_changes(x: Floats, settings: Floats) -> tuple[Ints, Floats, Floats]:
    """Return places (k), what changed there (k, 6) and the noise (sigma, rho, slope).

    `x` has at least six finite numbers. Levels are those at the boundary, drift included.
    """
    n = x.size
    rules = settings.copy()
    rules[NEED] = settings[_Z0] + settings[_Z_PER_LOG_N] * np.log(n)
    price = settings[_PENALTY] * np.log(n)
    variance, rho, floor = scatter(x, settings[_RHO_MAX])
    y = clip(x, settings[_CLIP] * sigma_at(variance, rho, floor))
    origin = y[0]
    y -= origin
    noise = (variance, rho, floor)
    if rho > CREDIBLE_RHO:
        rho, cost, cuts = settle_rho(y, noise, price)
    else:
        cost, cuts = segment(y, price * long_run_variance(noise, rho), np.inf)
    sigma = sigma_at(variance, rho, floor)
    rules[VARIANCE] = sigma * sigma
    rules[INFLATION] = inflation(rho)
    price *= rules[VARIANCE] * rules[INFLATION]
    slope = 0.0
    if n >= LONG_ENOUGH_TO_DRIFT:
        slope, cuts = remove_drift(y, (cost, cuts), price, (rules[INFLATION], settings[_SLOPE_T]))
    sums = running_sums(y)
    edges, z = verify(x - slope * np.arange(n), sums, cuts, rules)
    rows = np.empty((edges.size - 2, 6))
    for i in range(1, edges.size - 1):
        rows[i - 1] = describe(sums, edges, i, rules)
        rows[i - 1, Z] = z[i]
        rows[i - 1, BEFORE : AFTER + 1] += origin + slope * edges[i]
    return edges[1:-1].copy(), rows, np.array([sigma, rho, slope])
