"""The detector's steps in order, for one stretch of finite numbers."""

from functools import lru_cache

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.changes import Options
from backend.stats.detector.clip import clip, departures
from backend.stats.detector.compiled import compiled
from backend.stats.detector.drift import remove_drift, settle_rho
from backend.stats.detector.holding import WHICH, hold
from backend.stats.detector.levels import mean_of, pooled_variance, unequal_variance
from backend.stats.detector.noise import inflation, long_run_variance, scatter, sigma_at
from backend.stats.detector.segmentation import running_sums, segment
from backend.stats.detector.step_or_slope import retain_steps
from backend.stats.detector.verification import (
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
Z, BEFORE, AFTER, MARGIN, FIRST, LAST, NAME = range(7)
FOUND = -1.0
"""The name of what was found; what was told before has the name it was told with."""
# What it says about the stretch.
SIGMA, RHO, SLOPE = range(3)
# Settings beyond the rules of verification.
_RULES = 10
(
    _PENALTY,
    _CLIP,
    _RHO_MAX,
    _SLOPE_T,
    _CULPRIT_COST,
    _Z0,
    _Z_PER_LOG_N,
    _BESIDE_SLOPE,
) = range(_RULES, _RULES + 8)


@lru_cache(maxsize=64)
def settings_of(options: Options) -> Floats:
    """Lay out the options as one array; the first three rules depend on the stretch."""
    rules = [0.0, 0.0, options.noise_weight, 0.0, options.min_effect, options.rank_z]
    rules += [options.min_runs, options.window, options.rank_window, options.refine]
    rest = [options.penalty, options.clip, options.rho_max, options.slope_t]
    rest += [options.culprit_cost, options.z0, options.z_per_log_n, options.beside_slope]
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
    row = np.zeros(7)
    row[NAME] = FOUND
    row[BEFORE] = mean_of(sums, place[0], place[1])
    row[AFTER] = mean_of(sums, place[1], place[2])
    error = np.sqrt(rules[INFLATION] * unequal_variance(sums, place, noise))
    row[MARGIN] = WIDTH_OF_INTERVAL * error
    variance = rules[INFLATION] * pooled_variance(sums, place, noise)
    row[FIRST], row[LAST] = culprits(sums, place, rules[_CULPRIT_COST] * variance)
    return row


@compiled
def fit(
    y: Floats, noise: tuple[float, float, float], settings: Floats
) -> tuple[float, float, Ints]:
    """Take the drift out of y, in place; return rho, the slope per run and the cuts."""
    price = settings[_PENALTY] * np.log(y.size)
    rho = noise[1]
    if rho > CREDIBLE_RHO:
        rho, cost, cuts = settle_rho(y, noise, price)
    else:
        cost, cuts = segment(y, price * long_run_variance(noise, rho), np.inf)
    if y.size < LONG_ENOUGH_TO_DRIFT:
        return rho, 0.0, cuts
    price *= long_run_variance(noise, rho)
    limits = (inflation(rho), settings[_SLOPE_T])
    slope, cuts = remove_drift(y, (cost, cuts), price, limits)
    return rho, slope, cuts


@compiled
def confirm(
    x: Floats, sums: Floats, fitted: tuple[float, Ints], rules: Floats
) -> tuple[Ints, Floats]:
    """Return the edges that hold against noise and against a slope, and the z of each.

    `fitted` is the slope that was taken out and the cuts that remained.
    """
    slope, cuts = fitted
    runs = (x - slope * np.arange(x.size), departures(x))
    judged = verify(runs, sums, cuts, rules)
    if x.size < LONG_ENOUGH_TO_DRIFT:
        return judged
    enough = rules[_BESIDE_SLOPE] if slope == 0.0 else max(rules[NEED], rules[_BESIDE_SLOPE])
    return retain_steps(runs, sums, judged, rules, enough)


@compiled
def describe_all(
    sums: Floats, edges: Ints, z: Floats, rules: Floats, line: tuple[float, float]
) -> Floats:
    """Return the row of every edge; `line` is the origin and the slope that were taken out."""
    rows = np.empty((edges.size - 2, 7))
    for i in range(1, edges.size - 1):
        rows[i - 1] = describe(sums, edges, i, rules)
        rows[i - 1, Z] = z[i]
        rows[i - 1, BEFORE : AFTER + 1] += line[0] + line[1] * edges[i]
    return rows


@compiled
def hold_reported(
    x: Floats, found: tuple[Ints, Floats, Floats], told: Floats, rules: Floats
) -> tuple[Ints, Floats, Ints]:
    """Return `hold` of what was found: the edges, the z of each and the rows that describe them."""
    edges, z, rows = found
    steps = np.empty((rows.shape[0], 3))
    steps[:, 0] = rows[:, AFTER] - rows[:, BEFORE]
    steps[:, 1:] = rows[:, FIRST : LAST + 1]
    return hold(x, (edges, z), steps, told, rules)


@compiled
def find_changes(x: Floats, settings: Floats, told: Floats) -> tuple[Ints, Floats, Floats]:
    """Return places (k), what changed there (k, 7) and the noise (sigma, rho, slope).

    `x` has at least six finite numbers; `told` has a row for each boundary that people know, as
    `holding` lays it out. Levels are those at the boundary, drift included.
    """
    n = x.size
    noise = scatter(x, settings[_RHO_MAX])
    y = clip(x, settings[_CLIP] * sigma_at(noise[0], noise[1], noise[2]))
    origin = y[0]
    y -= origin
    clipped = y.copy() if told.shape[0] else y
    rho, slope, cuts = fit(y, noise, settings)
    sigma = sigma_at(noise[0], rho, noise[2])
    rules = settings.copy()
    rules[NEED] = settings[_Z0] + settings[_Z_PER_LOG_N] * np.log(n)
    rules[VARIANCE] = sigma * sigma
    rules[INFLATION] = inflation(rho)
    sums = running_sums(y)
    edges, z = confirm(x, sums, (slope, cuts), rules)
    rows = describe_all(sums, edges, z, rules, (origin, slope))
    if told.shape[0]:
        edges, z, names = hold_reported(clipped, (edges, z, rows), told, rules)
        if (names >= 0).any():
            rows = describe_all(sums, edges, z, rules, (origin, slope))
            for i in range(names.size):
                if names[i] >= 0:
                    rows[i - 1, NAME] = told[names[i], WHICH]
    return edges[1:-1].copy(), rows, np.array([sigma, rho, slope])
