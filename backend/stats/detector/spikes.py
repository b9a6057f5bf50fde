"""Tell a level of a few runs from a few spikes in a row."""

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.detector.compiled import compiled
from backend.stats.detector.levels import mean_of

LONG_ENOUGH = 9  # runs: so many spikes in a row are not worth counting
NEARBY = 500  # runs each side in which spikes are counted
FEWEST_SPIKES = 2
HALF_A_STEP = 0.5  # from there on a run is nearer to the new level than to the old one,
SPIKE = 2.5  # and from so many sigmas on it is a spike


@compiled
def log_tail(z: float) -> float:
    """Return the logarithm of the probability that a normal deviate exceeds z (z > 3)."""
    return -0.5 * z * z - float(np.log(z * np.sqrt(2.0 * np.pi)))


@compiled
def share_of_spikes(departures: Floats, short: tuple[int, int], jump: float) -> tuple[float, int]:
    """Return which share of the runs near a stretch jump so far from their neighbours.

    And how many that are. Only jumps in the direction of `jump` count.
    """
    start, end = max(0, short[0] - NEARBY), min(departures.size, short[1] + NEARBY)
    least, side = abs(jump), np.sign(jump)
    count = 0
    for i in range(start, end):
        count += int(side * departures[i] >= least)
    for i in range(short[0], short[1]):
        count -= int(side * departures[i] >= least)
    return count / max(1, end - start - (short[1] - short[0])), count


@compiled
def spikes_explain(
    departures: Floats, sums: Floats, place: tuple[int, int, int], limits: tuple[float, float]
) -> bool:
    """Say whether the shorter side of a boundary may be nothing but spikes in a row.

    It may if runs elsewhere jump as far, so often that as many of them in a row are no
    rarer than noise that reaches the needed z. `limits` are that z and sigma. Assumes
    that spikes come independently.
    """
    a, b, c = place
    runs = min(b - a, c - b)
    if runs >= LONG_ENOUGH:
        return False
    step = mean_of(sums, b, c) - mean_of(sums, a, b)
    short = (b, c)
    if b - a < c - b:
        short, step = (a, b), -step
    jump = np.sign(step) * max(HALF_A_STEP * abs(step), SPIKE * limits[1])
    share, count = share_of_spikes(departures, short, jump)
    return bool(count >= FEWEST_SPIKES and runs * np.log(share) > log_tail(limits[0]))
