"""Keep the cuts that a local two-sample test confirms; drop the weakest first."""

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.detector.compiled import compiled
from backend.stats.detector.levels import (
    line_fits_better,
    mean_of,
    normal_from_t,
    pooled_variance,
    rank_evidence,
    unequal_variance,
)
from backend.stats.detector.spikes import spikes_explain

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
def evidence(
    runs: tuple[Floats, Floats], sums: Floats, edges: Ints, i: int, rules: Floats
) -> float:
    """Return the z of the i-th edge; ranks of the unclipped runs must agree with it.

    `runs` holds the unclipped runs and how far each departs from those around it. What
    a few spikes in a row may be counts half of the need at most, as does what ranks deny.
    """
    place = near(edges, i, rules[WINDOW])
    need = float(rules[NEED])
    z = step_evidence(sums, place, rules)
    if z < need:
        return z
    ranks, most = rank_evidence(runs[0], near(edges, i, rules[RANK_WINDOW]))
    limits = (need, float(np.sqrt(rules[VARIANCE])))
    if ranks < min(rules[RANK_Z], 0.9 * most) or spikes_explain(runs[1], sums, place, limits):
        return min(z, 0.5 * need)
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
def drop(
    runs: tuple[Floats, Floats],
    sums: Floats,
    judged: tuple[Ints, Floats],
    i: int,
    rules: Floats,
) -> tuple[Ints, Floats]:
    """Drop the i-th edge; its neighbours settle and are judged again."""
    edges = np.concatenate((judged[0][:i], judged[0][i + 1 :]))
    z = np.concatenate((judged[1][:i], judged[1][i + 1 :]))
    for j in range(max(1, i - 1), min(i, edges.size - 2) + 1):
        edges[j] = best_place(sums, edges, j, rules)
        z[j] = evidence(runs, sums, edges, j, rules)
    return edges, z


@compiled
def weed(
    runs: tuple[Floats, Floats], sums: Floats, judged: tuple[Ints, Floats], rules: Floats
) -> tuple[Ints, Floats]:
    """Drop the weakest edge while it falls short: evidence of the rest only becomes clearer."""
    edges, z = judged
    while z.size > ENDS:
        weakest = 1 + int(np.argmin(z[1:-1]))
        if z[weakest] >= rules[NEED]:
            break
        edges, z = drop(runs, sums, (edges, z), weakest, rules)
    return edges, z


@compiled
def verify(
    runs: tuple[Floats, Floats], sums: Floats, cuts: Ints, rules: Floats
) -> tuple[Ints, Floats]:
    """Return the edges that hold, with 0 and n around them, and the z of each (0 at the ends)."""
    edges = np.zeros(cuts.size + 2, np.int64)
    edges[1:-1] = cuts
    edges[-1] = runs[0].size
    z = np.zeros(edges.size)
    for i in range(1, edges.size - 1):
        z[i] = evidence(runs, sums, edges, i, rules)
    return weed(runs, sums, (edges, z), rules)
