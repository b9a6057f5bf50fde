"""How much a series scatters from run to run, and how much of that one run hands to the next."""

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.detector.compiled import compiled

# E|N(0,1)| over the smallest nine tenths: turns a trimmed mean into a standard deviation.
TRIMMED_MEAN_OF_NORMAL = 0.6575
RUNS_TO_SEE_CORRELATION = 13
FEWEST_TICKS = 3
FEW = 60  # differences among which single ones weigh much
FAR = 6.0
MOST_FAR = 3
SHARE_OF_TICKS = 0.03
SPIKY = 4.0  # times the mean of nine tenths of all differences: 2.5 where they are normal
FEWEST_SPIKES = 3
MOST_SPIKES = 0.12  # of all runs: more are how the series scatters,
CROWD = 40  # and so are, in so many runs in a row or an eighth of all,
MOST_IN_CROWD = 0.18  # of these


@compiled
def gather(distances: Floats, span: tuple[int, int], limit: float) -> int:
    """Move what is below the limit to the front of a span; return where the rest begins.

    Every element is swapped, wanted or not: a branch that noise decides costs more.
    """
    rest = span[0]
    for i in range(span[0], span[1]):
        distance = distances[i]
        distances[i] = distances[rest]
        distances[rest] = distance
        rest += int(distance < limit)
    return rest


@compiled
def smallest_first(distances: Floats, count: int) -> None:
    """Move the `count` smallest to the front, in place (quickselect, expected O(n)).

    numpy's own partition takes the compiler a third of its time for the whole kernel.
    """
    low, high = 0, distances.size
    while low < count < high:
        pivot = distances[(low + high) // 2]
        rest = gather(distances, (low, high), pivot)
        if rest == low:  # nothing is smaller: all that equal it come first
            low = gather(distances, (low, high), np.nextafter(pivot, np.inf))
        elif rest > count:
            high = rest
        else:
            low = rest


@compiled
def near_ones(distances: Floats, count: int) -> int:
    """Move distances far beyond the middle one behind the rest; return how many are left.

    In a short series a spike and two steps are more than a tenth of all differences. Where more
    than a few are far, they are how the series scatters.
    """
    limit = FAR * float(np.median(distances[:count]))
    if limit <= 0.0:
        return count
    near = gather(distances, (0, count), limit)
    return near if count - near <= MOST_FAR else count


@compiled
def trimmed_scale(distances: Floats) -> float:
    """Return the scale of non-negative distances without their largest tenth.

    Reorders `distances`. Method: mean of the smallest nine tenths over its normal
    expectation, so that a step or a spike among many differences does not count.
    """
    count = distances.size
    kept = (9 * count + 9) // 10
    smallest_first(distances, kept)
    if count < FEW:
        kept = near_ones(distances, kept)
    total = 0.0
    for i in range(kept):
        total += distances[i]
    return total / kept / TRIMMED_MEAN_OF_NORMAL


@compiled
def tick(steps: Floats) -> float:
    """Return 0.3 of the smallest nonzero step if steps are common enough to be ticks, else 0."""
    nonzero = 0
    smallest = np.inf
    for i in range(steps.size):
        if steps[i] > 0.0:
            nonzero += 1
            smallest = min(smallest, steps[i])
    if nonzero >= FEWEST_TICKS and nonzero >= SHARE_OF_TICKS * (steps.size + 1):
        return 0.3 * smallest
    return 0.0


@compiled
def is_spiky(distances: Floats, scale: float) -> bool:
    """Say whether far ones are left among what `trimmed_scale` reordered and kept."""
    kept = (9 * distances.size + 9) // 10
    return bool(distances[:kept].max() > SPIKY * TRIMMED_MEAN_OF_NORMAL * scale)


@compiled
def without_spikes(x: Floats) -> Floats:
    """Leave single runs out that lie far from both neighbours, on one side of them.

    Each makes two differences far. From one run in twenty on, trimming a tenth of them is too
    little: the scale is that of the spikes, and hides every step.
    """
    limit = FAR * float(np.median(np.abs(x[1:] - x[:-1])))
    kept = np.ones(x.size, np.bool_)
    count = near = most_near = 0
    crowd = max(CROWD, x.size // 8)
    for i in range(1, x.size - 1):
        if i > crowd:
            near -= int(not kept[i - crowd])
        before, after = x[i] - x[i - 1], x[i] - x[i + 1]
        if min(abs(before), abs(after)) > limit and before * after > 0.0:
            kept[i] = False
            count += 1
            near += 1
            most_near = max(most_near, near)
    if limit <= 0.0 or count < FEWEST_SPIKES or count > MOST_SPIKES * x.size:
        return x
    if most_near > MOST_IN_CROWD * crowd:
        return x
    return x[kept]


@compiled
def scatter(x: Floats, rho_max: float) -> tuple[float, float, float]:
    """Return the variance of one difference, the largest credible rho, and a floor for sigma.

    Differences of neighbours are blind to slow movement and see a step once. If noise is
    AR(1), differences over two runs are larger by the factor 1 + rho.
    """
    n = x.size
    steps = np.abs(x[1:] - x[:-1])
    floor = tick(steps)
    if floor == 0.0:
        floor = max(1e-12, 1e-5 * (x.max() - x.min()))
    scale = trimmed_scale(steps)
    if is_spiky(steps, scale):
        x = without_spikes(x)
        n = x.size
        scale = trimmed_scale(np.abs(x[1:] - x[:-1]))
    variance = scale**2
    rho = 0.0
    if variance > 0.0 and n >= RUNS_TO_SEE_CORRELATION:
        wider = trimmed_scale(np.abs(x[2:] - x[:-2])) ** 2
        rho = min(max(wider / variance - 1.0, 0.0), rho_max)
    return variance, rho, floor


@compiled
def sigma_at(variance: float, rho: float, floor: float) -> float:
    """Return the standard deviation of one run, given the variance of a difference and rho."""
    return max(float(np.sqrt(variance / (2.0 * (1.0 - rho)))), floor)


@compiled
def inflation(rho: float) -> float:
    """Return by how much AR(1) noise raises the variance of a mean of many runs."""
    return (1.0 + rho) / (1.0 - rho)


@compiled
def long_run_variance(noise: tuple[float, float, float], rho: float) -> float:
    """Return the variance of one run times `inflation`, for what `scatter` returned and rho."""
    return sigma_at(noise[0], rho, noise[2]) ** 2 * inflation(rho)
