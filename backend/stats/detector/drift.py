"""Tell noise that remembers, and a slow slide, from steps."""

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.detector.compiled import compiled
from backend.stats.detector.levels import moments
from backend.stats.detector.noise import long_run_variance
from backend.stats.detector.segmentation import running_sums, segment

RAISE = 0.5  # the residual correlation is raised by this over sqrt(n): estimates scatter
SETTLED = 0.03  # a climb smaller than this is none
CLIMBS = 6
SLIDES = 4


@compiled
def residual_correlation(y: Floats, sums: Floats, cuts: Ints) -> float:
    """Return the lag-1 correlation of the residuals of a segmentation, corrected for bias."""
    n = y.size
    squares = 0.0
    products = 0.0
    start = 0
    for i in range(cuts.size + 1):
        end = cuts[i] if i < cuts.size else n
        mean = (sums[0, end] - sums[0, start]) / (end - start)
        last = 0.0
        for t in range(start, end):
            residual = y[t] - mean
            squares += residual * residual
            products += residual * last
            last = residual
        start = end
    raw = products / squares if squares > 0.0 else 0.0
    return raw + (1.0 + 3.0 * max(raw, 0.0)) * (cuts.size + 1) / n


@compiled
def settle_rho(
    y: Floats, noise: tuple[float, float, float], price: float
) -> tuple[float, float, Ints]:
    """Return the smallest rho that agrees with the residuals of its own segmentation.

    Correlated noise and dense clean steps look alike in differences. From zero upwards,
    clean steps are explained at once and leave no correlation; AR(1) noise makes it climb.
    `noise` is what `scatter` returned; `price` is that of a cut in units of the long-run
    variance. Returned next to rho are the cost and the cuts of that segmentation.
    """
    rho = 0.0
    sums = running_sums(y)
    cost, cuts = segment(y, price * long_run_variance(noise, rho), np.inf)
    for _ in range(CLIMBS):
        seen = residual_correlation(y, sums, cuts) + RAISE / np.sqrt(y.size)
        seen = min(seen, noise[1])
        if seen <= rho + SETTLED:
            break
        rho = seen
        cost, cuts = segment(y, price * long_run_variance(noise, rho), np.inf)
    return rho, cost, cuts


@compiled
def common_slope(sums: Floats, cuts: Ints, inflated: float) -> tuple[float, float]:
    """Return the slope per run that all segments share, and its t.

    Pooled regression within segments; `inflated` is by how much correlation raises the
    variance of the slope.
    """
    n = sums.shape[1] - 1
    spread, mixed, squares = 0.0, 0.0, 0.0
    start = 0
    for i in range(cuts.size + 1):
        end = cuts[i] if i < cuts.size else n
        parts = moments(sums, start, end)
        spread, mixed, squares = spread + parts[0], mixed + parts[1], squares + parts[2]
        start = end
    if spread <= 0.0:
        return 0.0, 0.0
    slope = mixed / spread
    variance = max(squares - slope * mixed, 1e-300) / max(1.0, n - cuts.size - 2.0)
    return slope, slope / np.sqrt(inflated * variance / spread)


@compiled
def remove_drift(
    y: Floats, fit: tuple[float, Ints], price: float, limits: tuple[float, float]
) -> tuple[float, Ints]:
    """Take the drift out of y, in place; return its slope per run and the cuts that remain.

    `fit` is the cost and the cuts of y as it is, `limits` the inflation by correlation and
    the t from which a slope is worth a try. A slide is accepted as an explanation if it
    saves more than one cut, and later corrections if they save anything. Twice the estimate
    is tried first, because the cuts of a slide taken for steps hide a part of it.
    """
    ramp = np.arange(y.size).astype(np.float64)
    cost, cuts = fit
    total = 0.0
    entry = price
    for _ in range(SLIDES):
        slope, t = common_slope(running_sums(y), cuts, limits[0])
        if abs(t) < limits[1]:
            break
        accepted = False
        for factor in (2.0, 1.0):
            if factor > 1.0 and slope * total < 0.0:
                continue  # it went too far before: do not again
            level = y - factor * slope * ramp
            new_cost, new_cuts = segment(level, price, cost - entry)
            if new_cost < cost - entry:
                y[:] = level
                cost, cuts = new_cost, new_cuts
                total += factor * slope
                accepted = True
                break
        if not accepted:
            break
        entry = 0.0
    return total, cuts
