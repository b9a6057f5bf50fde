"""Made measurements of programs side by side: noise of six kinds, in the order of measuring."""

import math

import numpy as np

from backend.stats.arrays import Floats

KINDS = ("gauss", "lognormal", "heavy", "bimodal", "spikes", "ar")
CV = 0.03
_RHO = 0.8
_LEAST = 0.05  # a duration stays positive


def deviations(
    generator: np.random.Generator, kind: str, shape: tuple[int, int], cv: float = CV
) -> Floats:
    """Return factors about 1, (histories, measurements in order), scattering by about `cv`.

    Spikes come on top: one measurement in twenty takes 10 to 100 % longer.
    """
    noise = cv * _noise(generator, kind, shape)
    if kind == "spikes":
        is_hit = generator.random(shape) < 0.05  # noqa: PLR2004
        noise += is_hit * generator.uniform(0.1, 1.0, shape)
    return np.maximum(1.0 + noise, _LEAST)


def pairs(
    generator: np.random.Generator, kind: str, shape: tuple[int, int], cv: float = CV
) -> tuple[Floats, Floats]:
    """Return baseline and contender measured in turns, (histories, pairs), without a difference."""
    histories, count = shape
    both = deviations(generator, kind, (histories, 2 * count), cv)
    return both[:, 0::2], both[:, 1::2]


def _noise(generator: np.random.Generator, kind: str, shape: tuple[int, int]) -> Floats:
    if kind == "heavy":
        return generator.standard_t(3, shape) / math.sqrt(3)
    drawn = generator.standard_normal(shape)
    if kind == "lognormal":
        spread = math.sqrt((math.exp(0.36) - 1) * math.exp(0.36))
        return np.asarray((np.exp(0.6 * drawn) - math.exp(0.18)) / spread)
    if kind == "bimodal":
        drawn += 4 * (generator.random(shape) < 0.3) - 1.2  # noqa: PLR2004
        return np.asarray(drawn / math.sqrt(1 + 16 * 0.21))
    if kind == "ar":
        for place in range(1, shape[1]):
            drawn[:, place] = _RHO * drawn[:, place - 1] + math.sqrt(1 - _RHO**2) * drawn[:, place]
    return drawn
