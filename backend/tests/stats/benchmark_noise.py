"""Noise as benchmarks have it: multiplicative, (comparisons, samples), about 1."""

import math

import numpy as np

from backend.stats.arrays import Floats

KINDS = ("normal", "lognormal", "skewed", "bimodal", "spikes", "correlated", "ticks")


def noise(kind: str, generator: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Return factors with a standard deviation of about 3 %; columns are in order of time."""
    z = generator.standard_normal(shape)
    if kind == "lognormal":
        z = (np.exp(0.6 * z) - math.exp(0.18)) / math.sqrt((math.exp(0.36) - 1) * math.exp(0.36))
    elif kind == "skewed":
        z = 0.3 * (np.exp(1.2 * z) - math.exp(0.72))
    elif kind == "bimodal":
        z = (z + 4.0 * (generator.random(shape) < 0.3) - 1.2) / math.sqrt(4.36)
    elif kind == "correlated":
        for column in range(1, shape[1]):
            z[:, column] = 0.8 * z[:, column - 1] + 0.6 * z[:, column]
    elif kind == "ticks":
        z = np.round(z + generator.uniform(0.0, 1.0, (shape[0], 1)))
    factors = 1.0 + 0.03 * z
    if kind == "spikes":
        factors += (generator.random(shape) < 0.05) * generator.uniform(0.1, 1.0, shape)
    return np.maximum(factors, 0.05)
