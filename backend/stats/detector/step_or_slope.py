"""Keep the cuts that a slope of the whole series does not explain as well.

Method: F test of every cut in a regression on all levels and one common slope; the slope
is fitted again without the cut. Squared residuals of pooled segments, O(cuts) a round.
"""

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.detector.compiled import compiled
from backend.stats.detector.levels import moments
from backend.stats.detector.verification import ENDS, INFLATION, NOISE_WEIGHT, VARIANCE, drop, weed


@compiled
def weakest_edge(sums: Floats, edges: Ints, rules: Floats) -> tuple[float, int]:
    """Return the least |t| of any edge in a model with a common slope, and which edge has it."""
    pieces = edges.size - 1
    parts = np.empty((pieces, 3))
    for i in range(pieces):
        parts[i] = moments(sums, edges[i], edges[i + 1])
    spread, mixed, squares = parts[:, 0].sum(), parts[:, 1].sum(), parts[:, 2].sum()
    residual = squares - mixed * mixed / spread
    extra = rules[NOISE_WEIGHT]
    degrees = max(1.0, edges[-1] - pieces - 1.0) + extra
    variance = max((residual + extra * rules[VARIANCE]) / degrees, rules[VARIANCE])
    least, weakest = np.inf, 0
    for i in range(1, pieces):
        joined = np.array(moments(sums, edges[i - 1], edges[i + 1])) - parts[i - 1] - parts[i]
        slanted = (mixed + joined[1]) ** 2 / (spread + joined[0])
        gain = squares + joined[2] - slanted - residual
        if gain < least:
            least, weakest = gain, i
    return float(np.sqrt(max(least, 0.0) / (rules[INFLATION] * variance))), weakest


@compiled
def retain_steps(
    runs: tuple[Floats, Floats],
    sums: Floats,
    judged: tuple[Ints, Floats],
    rules: Floats,
    enough: float,
) -> tuple[Ints, Floats]:
    """Drop edges, the weakest first, until each has |t| of `enough` beside a common slope.

    `judged` is what `verify` returned, and so is the answer; `runs` is as there.
    """
    edges, z = judged
    while z.size > ENDS:
        least, weakest = weakest_edge(sums, edges, rules)
        if least >= enough:
            break
        edges, z = drop(runs, sums, (edges, z), weakest, rules)
        edges, z = weed(runs, sums, (edges, z), rules)
    return edges, z
