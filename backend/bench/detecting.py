"""What the detector takes for a series of 1,000 points, and the screen for one new point."""

import numpy as np

from backend.bench.fastest import fastest_s
from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.screening import WIDTH, append, screen, tail_of

POINTS = 1_000
REPEATS = 60
SERIES = 200


def measure_detecting() -> dict[str, float]:
    """Return microseconds by family of series, and for appending to and screening one."""
    generator = np.random.default_rng(11)
    found = {
        name: 1e6 * fastest_s(lambda series=series: analyse(series), REPEATS)  # type: ignore[misc]
        for name, series in _families(generator).items()
    }
    tails = np.stack([tail_of(np.log(_noise(generator))) for _ in range(SERIES)])
    counts = np.full(SERIES, POINTS, dtype=np.int64)
    sigmas, rhos = np.full(SERIES, 0.01), np.zeros(SERIES)
    new = tails[:, WIDTH - 1]
    found["append"] = 1e6 * fastest_s(lambda: append(tails, counts, new), REPEATS) / SERIES
    found["screen"] = (
        1e6
        * fastest_s(lambda: screen(tails, counts, counts - 100, counts - 1, sigmas, rhos), REPEATS)
        / SERIES
    )
    return found


def _noise(generator: np.random.Generator) -> Floats:
    return np.exp(0.01 * generator.standard_normal(POINTS))


def _families(generator: np.random.Generator) -> dict[str, Floats]:
    index = np.arange(POINTS)
    correlated = np.zeros(POINTS)
    for place in range(1, POINTS):
        correlated[place] = 0.6 * correlated[place - 1] + 0.01 * generator.standard_normal()
    return {
        "noise only": _noise(generator),
        "10 steps": _noise(generator) * (1.0 + 0.05 * (index // 100 % 2)),
        "drift": _noise(generator) * np.exp(0.0003 * index),
        "random walk": np.exp(np.cumsum(0.005 * generator.standard_normal(POINTS))),
        "correlated": np.exp(correlated),
        "spikes": _noise(generator) * (1.0 + 0.5 * (generator.random(POINTS) < 0.02)),  # noqa: PLR2004
    }
