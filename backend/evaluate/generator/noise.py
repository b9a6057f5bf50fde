"""The noise of made series: relative to the level, with a given standard deviation."""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats

BURN_IN = 50
_T_DEGREES = 3


@dataclass(frozen=True, slots=True)
class NoiseShape:
    """What a kind of noise leaves open: drawn for every series, used by one kind each."""

    skew: float = 0.6
    upper_share: float = 0.3
    gap: float = 4.0
    """Between the two modes, in standard deviations of one of them."""
    rho: float = 0.5

    @classmethod
    def drawn(cls, generator: np.random.Generator) -> "NoiseShape":
        limits = ((0.4, 0.9), (0.15, 0.5), (2.0, 6.0), (0.3, 0.8))
        return cls(*(generator.uniform(low, high) for low, high in limits))


def noise(
    generator: np.random.Generator, n: int, kind: str, cv: float, shape: NoiseShape
) -> Floats:
    """Return n relative deviations with mean 0 and standard deviation `cv`."""
    if kind == "lognormal":
        return _skewed(generator, n, cv, shape.skew)
    if kind == "heavy":
        return cv * generator.standard_t(_T_DEGREES, n) / math.sqrt(_T_DEGREES)
    if kind == "bimodal":
        return _bimodal(generator, n, cv, shape)
    if kind == "ar1":
        return cv * _correlated(generator, n, shape.rho)
    return cv * generator.standard_normal(n)


def long_run_factor(kind: str, shape: NoiseShape) -> float:
    """Return by how much correlation widens the mean of many runs."""
    return math.sqrt((1 + shape.rho) / (1 - shape.rho)) if kind == "ar1" else 1.0


def _skewed(generator: np.random.Generator, n: int, cv: float, skew: float) -> Floats:
    drawn = np.exp(skew * generator.standard_normal(n))
    variance = (math.exp(skew * skew) - 1) * math.exp(skew * skew)
    return cv * (drawn - math.exp(skew * skew / 2)) / math.sqrt(variance)


def _bimodal(generator: np.random.Generator, n: int, cv: float, shape: NoiseShape) -> Floats:
    share, gap = shape.upper_share, shape.gap
    drawn = generator.standard_normal(n) + gap * (generator.random(n) < share)
    drawn -= gap * share
    return cv * drawn / math.sqrt(1 + gap * gap * share * (1 - share))


def _correlated(generator: np.random.Generator, n: int, rho: float) -> Floats:
    fresh = generator.standard_normal(n + BURN_IN).tolist()
    innovation = math.sqrt(1 - rho * rho)
    for place in range(1, n + BURN_IN):
        fresh[place] = rho * fresh[place - 1] + innovation * fresh[place]
    return np.array(fresh[BURN_IN:])
