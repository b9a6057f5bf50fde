"""Interleaved pairs: baseline and contender measured in turns, so that what drifts hits both.

The difference of a pair is ln(contender / baseline). Fewer than 6 pairs: mean and Student's t.
6 to 15: one Huber step (clipped at 2.5 robust standard deviations, its error
widened by 0.2 / k for the tails of small numbers). 16 or more: biweight. Where more than a fifth
of the pairs lie beyond 2.5 robust standard deviations, they are no spikes but another mode, and
Student's t over all of them counts.
Sources: Student; Huber and Ronchetti (2009), Robust Statistics, 6.5; Mosteller and Tukey
(1977), Data Analysis and Regression, 10 (biweight, its error and 0.7 (k - 1) degrees).
"""

import math

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.comparison.estimates import StudentEstimates, least_scatter, scaled

FEWEST_FOR_HUBER = 6
FEWEST_FOR_BIWEIGHT = 16
NORMAL_MAD = 1.4826  # standard deviations of a normal per median absolute deviation
CLIP = 2.5  # robust standard deviations; at 2.0 p-values below 1 % came 1.2 to 1.6 times too small
MOST_FAR = 0.2  # of the pairs
WIDENING = 0.2  # over k: what the error still lacks with few pairs, found by simulation
REACH = 9.0  # median absolute deviations at which a pair loses all weight
BIWEIGHT_SHARE = 0.7  # of k - 1: the degrees of freedom of a biweight
ROUNDS_OF_WEIGHTS = 3
LEAST_MAD = 5.0 / 3.0  # of the least scatter: half a step, so that clipping spares its neighbours

Parts = tuple[Floats, Floats, Floats]
"""Location, standard error and degrees of freedom, one place per row."""


def paired_p(baseline: Floats, contender: Floats) -> Floats:
    """Return two-sided p-values of "no difference", one per row of both (comparisons, pairs).

    Level at 1 %: 0.1 to 1.4 % for normal, skewed, bimodal, spiky and correlated noise and any
    k >= 4; three pairs go up to 3.5 % where modes lie far apart. A row of one pair gives nan.
    Raises ValueError as `estimate_pairs` does.
    """
    return estimate_pairs(baseline, contender).p()


def estimate_pairs(baseline: Floats, contender: Floats) -> StudentEstimates:
    """Estimate the shift of every row; column i of both tables was measured as one pair.

    Rows with a number that is not positive are compared by differences instead of logarithms.
    Assumes that pairs are independent of one another. Raises ValueError if the tables differ
    in shape, are empty or hold a number that is not finite.
    """
    baseline, contender = np.asarray(baseline, np.float64), np.asarray(contender, np.float64)
    if baseline.shape != contender.shape:
        raise ValueError("pairs need as many baseline as contender samples: drop the odd ones")
    sides = scaled(baseline, contender)
    floor = least_scatter(sides)
    shift, error, degrees = locate(sides.contender - sides.baseline, floor)
    still = (baseline == contender).all(axis=1)
    error[still & ~np.isnan(error)] = 0.0
    with np.errstate(over="ignore"):
        return StudentEstimates(shift * sides.unit, error * sides.unit, degrees, sides.logarithmic)


def locate(differences: Floats, floor: Floats) -> Parts:
    """Return robust location, error and degrees of every row, no scatter taken below `floor`.

    Weighing a second mode down would hide what it does to the scatter, so rows with many far
    pairs keep their mean and Student's error.
    """
    k = differences.shape[1]
    if k == 1:
        unknown = np.full(len(differences), np.nan)
        return differences[:, 0].copy(), unknown, unknown.copy()
    if k < FEWEST_FOR_HUBER:
        return _mean(differences, floor)
    middle = np.median(differences, axis=1, keepdims=True)
    mad = np.median(np.abs(differences - middle), axis=1, keepdims=True)
    mad = np.maximum(mad, LEAST_MAD * floor[:, None])
    robustly = _huber if k < FEWEST_FOR_BIWEIGHT else _biweight
    robust = robustly(differences, middle, mad, floor)
    far = (np.abs(differences - middle) > CLIP * NORMAL_MAD * mad).sum(axis=1)
    is_mixed = far > MOST_FAR * k
    if not is_mixed.any():
        return robust
    plain = _mean(differences, floor)
    shift, error, degrees = (np.where(is_mixed, *both) for both in zip(plain, robust, strict=True))
    return shift, error, degrees


def _mean(differences: Floats, floor: Floats) -> Parts:
    rows, k = differences.shape
    sd = np.maximum(differences.std(axis=1, ddof=1), floor)
    return differences.mean(axis=1), sd / math.sqrt(k), np.full(rows, k - 1.0)


def _huber(differences: Floats, middle: Floats, mad: Floats, floor: Floats) -> Parts:
    """Clip, then pay for the clipping: the error grows by k over the number left untouched."""
    k = differences.shape[1]
    reach = CLIP * NORMAL_MAD * mad
    clipped = np.clip(differences, middle - reach, middle + reach)
    untouched = np.maximum((clipped == differences).sum(axis=1), 2).astype(np.float64)
    shift: Floats = middle[:, 0] + (clipped - middle).mean(axis=1) * (k / untouched)
    sd = np.maximum(clipped.std(axis=1, ddof=1), floor) * (1.0 + WIDENING / k)
    return shift, sd * (k / untouched) / math.sqrt(k), np.maximum(untouched - 1.0, 1.0)


def _biweight(differences: Floats, middle: Floats, mad: Floats, floor: Floats) -> Parts:
    rows, k = differences.shape
    reach = REACH * mad
    for _ in range(ROUNDS_OF_WEIGHTS):
        far = np.minimum(np.abs(differences - middle) / reach, 1.0)
        weight = (1.0 - far * far) ** 2
        middle = (weight * differences).sum(axis=1, keepdims=True) / weight.sum(
            axis=1, keepdims=True
        )
    off = differences - middle
    square = (off / reach) ** 2
    inside = square < 1.0
    left = np.where(inside, 1.0 - square, 0.0)
    above = (off**2 * left**4).sum(axis=1)
    below = np.abs((left * (1.0 - 5.0 * square)).sum(axis=1))
    error = np.sqrt(above / (below * np.maximum(below - 1.0, 1.0)))
    return (
        middle[:, 0],
        np.maximum(error, floor / math.sqrt(k)),
        np.full(rows, BIWEIGHT_SHARE * (k - 1)),
    )
