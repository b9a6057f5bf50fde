"""The two levels either side of a boundary: their means, scatter and ranks."""

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.detector.compiled import compiled

RUNS_TO_SEE_A_LINE = 8


@compiled
def squares_about_mean(sums: Floats, start: int, end: int) -> float:
    """Return the sum of squares of a stretch about its own mean."""
    total = sums[0, end] - sums[0, start]
    return max(0.0, float(sums[1, end] - sums[1, start] - total * total / (end - start)))


@compiled
def mean_of(sums: Floats, start: int, end: int) -> float:
    return float(sums[0, end] - sums[0, start]) / (end - start)


@compiled
def pooled_variance(sums: Floats, place: tuple[int, int, int], noise: Floats) -> float:
    """Return the common variance of both sides, of which the series' own noise is a part.

    `place` is (start, boundary, end); `noise` is (variance of the series, its weight in runs).
    """
    a, b, c = place
    squares = squares_about_mean(sums, a, b) + squares_about_mean(sums, b, c)
    return (squares + float(noise[1] * noise[0])) / (c - a - 2.0 + float(noise[1]))


@compiled
def unequal_variance(sums: Floats, place: tuple[int, int, int], noise: Floats) -> float:
    """Return the variance of the difference of means if the sides scatter differently (Welch)."""
    a, b, c = place
    extra = noise[1] * noise[0]
    before = (squares_about_mean(sums, a, b) + extra) / (b - a - 1.0 + noise[1])
    after = (squares_about_mean(sums, b, c) + extra) / (c - b - 1.0 + noise[1])
    return float(before) / (b - a) + float(after) / (c - b)


@compiled
def moments(sums: Floats, start: int, end: int) -> tuple[float, float, float]:
    """Return the sums of squares of a stretch: of its index, of both, of its runs, centred."""
    runs = float(end - start)
    total = float(sums[0, end] - sums[0, start])
    mixed = float(sums[2, end] - sums[2, start]) - (start + end - 1) / 2.0 * total
    return runs * (runs * runs - 1.0) / 12.0, mixed, squares_about_mean(sums, start, end)


@compiled
def line_fits_better(sums: Floats, place: tuple[int, int, int]) -> bool:
    """Say whether a straight line over both sides leaves smaller squares than the step."""
    a, b, c = place
    if c - a < RUNS_TO_SEE_A_LINE:
        return False
    spread, mixed, squares = moments(sums, a, c)
    line = squares - mixed * mixed / spread
    return bool(line < squares_about_mean(sums, a, b) + squares_about_mean(sums, b, c))


@compiled
def rank_evidence(x: Floats, place: tuple[int, int, int]) -> tuple[float, float]:
    """Return |z| of the Wilcoxon rank sum test and the largest it can be for these lengths."""
    a, b, c = place
    wins = 0.0
    for i in range(a, b):
        for j in range(b, c):
            wins += 0.5 * (int(x[j] > x[i]) + int(x[j] >= x[i]))
    pairs = float((b - a) * (c - b))
    spread = np.sqrt(pairs * (c - a + 1.0) / 12.0)
    return abs(wins - pairs / 2.0) / spread, pairs / 2.0 / spread


@compiled
def normal_from_t(t: float, degrees: float) -> float:
    """Return the normal deviate with the tail probability of t (Wallace's approximation)."""
    shrunk = float(np.sqrt(degrees * np.log1p(t * t / degrees)))
    return shrunk * (8.0 * degrees + 1.0) / (8.0 * degrees + 3.0)
