"""Sweeps whose truth is known, with every kind of noise that benchmarks show."""

import math

import numpy as np

from backend.stats.arrays import Floats

KINDS = (
    "gauss",
    "lognormal",
    "heavy",
    "bimodal",
    "spikes",
    "two-step spikes",
    "correlated",
    "uneven",
    "ticks",
)
SHARED = 0.03  # of a round's common disturbance
UPPER_MODE = 0.3  # of the measurements


def noisy_rounds(
    truth: Floats,
    rounds: int,
    kind: str,
    generator: np.random.Generator,
    *,
    cv: float = 0.03,
) -> Floats:
    """Return results (values, rounds): the truth, a disturbance per round, and own noise."""
    own = np.maximum(1.0 + cv * _noise(kind, (rounds, truth.size), generator).T, 0.05)
    shared = np.maximum(1.0 + SHARED * generator.standard_normal(rounds), 0.1)
    results: Floats = truth[:, None] * own * shared
    return (
        np.round(results / (cv * truth.min())) * (cv * truth.min()) if kind == "ticks" else results
    )


def _noise(kind: str, shape: tuple[int, int], generator: np.random.Generator) -> Floats:
    """Return noise in units of the standard deviation, in measuring order row by row."""
    normal = generator.standard_normal(shape)
    if kind == "heavy":
        return generator.standard_t(3.0, shape) / math.sqrt(3.0)
    if kind == "bimodal":
        upper = generator.random(shape) < UPPER_MODE
        return (normal + 4.0 * upper - 1.2) / math.sqrt(1.0 + 16.0 * 0.21)
    if kind == "uneven":
        uneven: Floats = normal * generator.permutation(np.geomspace(0.3, 3.0, shape[1]))
        return uneven
    if kind.endswith("spikes"):
        return normal + _spikes(shape, generator, lasting=kind != "spikes")
    shaped: Floats = {"correlated": _correlated, "lognormal": _skewed}.get(kind, np.asarray)(normal)
    return shaped


def _skewed(normal: Floats) -> Floats:
    spread = math.sqrt((math.exp(0.36) - 1.0) * math.exp(0.36))
    skewed: Floats = (np.exp(0.6 * normal) - math.exp(0.18)) / spread
    return skewed


def _correlated(normal: Floats) -> Floats:
    flat = normal.ravel()
    for place in range(1, flat.size):
        flat[place] = 0.8 * flat[place - 1] + 0.6 * flat[place]
    return flat.reshape(normal.shape)


def _spikes(shape: tuple[int, int], generator: np.random.Generator, *, lasting: bool) -> Floats:
    """Disturb one measurement in twenty by 3 to 33 deviations, or two in succession."""
    size = shape[0] * shape[1]
    hit = (generator.random(size) < (0.025 if lasting else 0.05)) * generator.uniform(3, 33, size)
    if lasting:
        hit[1:] = np.maximum(hit[1:], hit[:-1] * (hit[1:] == 0))
    return hit.reshape(shape)
