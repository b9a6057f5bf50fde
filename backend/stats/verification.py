"""Keep the cuts that a local two-sample test confirms; drop the weakest first."""

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.compiled import compiled
from backend.stats.levels import (
    line_fits_better,
    mean_of,
    normal_from_t,
    pooled_variance,
    rank_evidence,
    unequal_variance,
)

# Fields of the rules, an array so that compiled code takes one argument for all of them.
(
    NEED,  # z that a boundary must reach
    VARIANCE,  # of one run, and next to it
    NOISE_WEIGHT,  # how many runs it counts for in local variances
    INFLATION,  # of variances, by correlation
    MIN_EFFECT,
    RANK_Z,
    MIN_RUNS,
    WINDOW,
    RANK_WINDOW,
    REFINE,
) = range(10)
ENDS = 2


@compiled
def near(edges: Ints, i: int, reach: float) -> tuple[int, int, int]:
    """Return (start, boundary, end) around the i-th edge, at most `reach` runs each side."""
    boundary = edges[i]
    start = max(edges[i - 1], boundary - int(reach))
    end = min(edges[i + 1], boundary + int(reach))
    return start, boundary, end


@compiled
def step_evidence(sums: Floats, place: tuple[int, int, int], rules: Floats) -> float:
    """Return the z of a boundary from means and variances; 0 if it is no step at all."""
    a, b, c = place
    if min(b - a, c - b) < rules[MIN_RUNS]:
        return 0.0
    difference = abs(mean_of(sums, b, c) - mean_of(sums, a, b))
    if difference < rules[MIN_EFFECT] or line_fits_better(sums, place):
        return 0.0
    noise = rules[VARIANCE : NOISE_WEIGHT + 1]
    pooled = pooled_variance(sums, place, noise) * (1.0 / (b - a) + 1.0 / (c - b))
    variance = max(pooled, unequal_variance(sums, place, noise))
    t = difference / np.sqrt(rules[INFLATION] * variance)
    z: float = normal_from_t(float(t), c - a - 2.0 + float(rules[NOISE_WEIGHT]))
    return z


@compiled
def evidence(x: Floats, sums: Floats, edges: Ints, i: int, rules: Floats) -> float:
    """Return the z of the i-th edge; ranks of the unclipped x must agree with it."""
    z = step_evidence(sums, near(edges, i, rules[WINDOW]), rules)
    if z < rules[NEED]:
        return z
    ranks, most = rank_evidence(x, near(edges, i, rules[RANK_WINDOW]))
    if ranks < min(rules[RANK_Z], 0.9 * most):
        return min(z, 0.5 * float(rules[NEED]))
    return z


@compiled
def best_place(sums: Floats, edges: Ints, i: int, rules: Floats) -> int:
    """Return where the i-th edge fits best, a few runs either way.

    Free movement would let one removal move edges all along the series.
    """
    a, b, c = int(edges[i - 1]), int(edges[i]), int(edges[i + 1])
    reach, shortest = int(rules[REFINE]), int(rules[MIN_RUNS])
    best = -np.inf
    place = int(b)
    for t in range(max(a + shortest, b - reach), min(c - shortest, b + reach) + 1):
        before = sums[0, t] - sums[0, a]
        after = sums[0, c] - sums[0, t]
        explained = before * before / (t - a) + after * after / (c - t)
        if explained > best:
            best = explained
            place = t
    return place


@compiled
def verify(x: Floats, sums: Floats, cuts: Ints, rules: Floats) -> tuple[Ints, Floats]:
    """Return the edges that hold, with 0 and n around them, and the z of each (0 at the ends).

    While the weakest falls short it is dropped, its neighbours settle anew and are judged
    again: evidence of the rest only becomes clearer.
    """
    edges = np.zeros(cuts.size + 2, np.int64)
    edges[1:-1] = cuts
    edges[-1] = x.size
    z = np.zeros(edges.size)
    for i in range(1, edges.size - 1):
        z[i] = evidence(x, sums, edges, i, rules)
    while z.size > ENDS:
        weakest = 1 + int(np.argmin(z[1:-1]))
        if z[weakest] >= rules[NEED]:
            break
        edges = np.concatenate((edges[:weakest], edges[weakest + 1 :]))
        z = np.concatenate((z[:weakest], z[weakest + 1 :]))
        for i in range(max(1, weakest - 1), min(weakest, edges.size - 2) + 1):
            edges[i] = best_place(sums, edges, i, rules)
            z[i] = evidence(x, sums, edges, i, rules)
    return edges, z
