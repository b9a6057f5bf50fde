"""Hartigan's dip: how far samples are from every distribution with a single mode.

Source: Hartigan and Hartigan (1985), The dip test of unimodality, Annals of Statistics 13. The
uniform distribution is the unimodal one with the largest dips, so p-values against it hold for
all others, and are cautious for bell shapes.
"""

import math

import numpy as np

from backend.stats.arrays import Floats, Ints

SHARES = np.array([0.5, 0.9, 0.95, 0.99, 0.995, 0.999])
SIZES = np.array([8, 16, 32, 64, 128, 256, 512])
QUANTILES = np.array(
    (
        (0.3139, 0.4009, 0.4343, 0.4899, 0.5049, 0.5519),
        (0.3245, 0.4288, 0.4623, 0.5277, 0.5532, 0.6051),
        (0.3375, 0.4475, 0.4845, 0.5572, 0.5873, 0.6554),
        (0.3488, 0.4653, 0.5032, 0.5766, 0.6050, 0.6581),
        (0.3581, 0.4753, 0.5152, 0.5989, 0.6290, 0.6953),
        (0.3634, 0.4840, 0.5248, 0.6016, 0.6341, 0.6958),
        (0.3687, 0.4908, 0.5334, 0.6217, 0.6535, 0.7141),
    )
)
"""sqrt(n) * dip of n uniform samples (rows) that SHARES of 20,000 draws stay below (columns)."""


def dip(ascending: Floats) -> float:
    """Return the dip of ascending, distinct samples, between 0.5 / n and 0.25.

    It is the distance between their distribution function and the nearest one that is convex
    up to a mode and concave beyond it.
    """
    n = ascending.size
    low, high, widest = 0, n - 1, 1.0
    while high > low:
        part = ascending[low : high + 1]
        convex, concave = _hull(part, 1.0), _hull(part, -1.0)
        places = np.arange(part.size)
        below = np.interp(part, part[convex], convex)
        above = np.interp(part, part[concave], concave)
        gap, left, right = _widest_gap(above - below + 1.0, convex, concave)
        if gap <= widest:
            break
        outside = np.concatenate(
            ((places - below)[: left + 1] + 1.0, (above - places)[right:] + 1.0)
        )
        widest = max(widest, float(outside.max()))
        if right - left == part.size - 1:
            break
        low, high = low + left, low + right
    return widest / (2.0 * max(n, 1))


def _hull(x: Floats, side: float) -> Ints:
    """Return the knots of the greatest convex minorant of (x, place), or least concave majorant."""
    at = x.tolist()
    knots = [0]
    for place in range(1, len(at)):
        while len(knots) > 1:
            a, b = knots[-2], knots[-1]
            rising = (b - a) * (at[place] - at[b]) - (place - b) * (at[b] - at[a])
            if side * rising < 0.0:
                break
            knots.pop()
        knots.append(place)
    return np.array(knots)


def _widest_gap(gaps: Floats, convex: Ints, concave: Ints) -> tuple[float, int, int]:
    """Return the widest gap between the hulls and the knots around it: where the mode may be."""
    left = int(convex[np.argmax(gaps[convex])])
    right = int(concave[::-1][np.argmax(gaps[concave][::-1])])
    if gaps[right] > gaps[left]:
        return float(gaps[right]), int(convex[convex <= right][-1]), right
    return float(gaps[left]), left, int(concave[concave >= left][0])


def dip_p(ascending: Floats) -> float:
    """Return P(a dip at least as large) for uniform samples, between 0.001 and 1.

    Interpolated in a table of draws; dips below their median are said to be certain.
    """
    n = ascending.size
    size = math.log(min(max(n, int(SIZES[0])), int(SIZES[-1])))
    known = np.array([np.interp(size, np.log(SIZES), column) for column in QUANTILES.T])
    scaled = math.sqrt(n) * dip(ascending)
    return float(np.exp(np.interp(scaled, known, np.log(1.0 - SHARES), left=0.0)))
