"""Where the level of a made series steps, and by how much."""

import math

import numpy as np

from backend.evaluate.generator.families import log_uniform

APART = 8  # runs between two steps, and between a step and the ends
_TRIES = 40
_TRIES_OF_A_PAIR = 20
_UPWARDS = 0.6
_SHORTEST, _LONGEST = 3, 15  # runs of a temporary change

Steps = list[tuple[int, float]]
"""First run of the new level, and the difference in ln units."""


def draw_steps(
    generator: np.random.Generator, n: int, traits: frozenset[str], sizes: tuple[float, float]
) -> Steps:
    """Return the steps of a series of n runs, ascending."""
    steps: Steps = []
    wanted = max(1, int(generator.poisson(n / 120)))
    for _ in range(_TRIES * wanted):
        if len(steps) >= wanted:
            break
        place = int(generator.integers(APART, n - APART + 1))
        if _is_free(place, steps):
            size = math.log1p(log_uniform(generator, *sizes))
            steps.append((place, size if generator.random() < _UPWARDS else -size))
    if "temp" in traits:
        for _ in range(max(1, int(generator.poisson(n / 200)))):
            _add_temporary(generator, n, steps)
    return sorted(steps)


def _is_free(place: int, steps: Steps) -> bool:
    return all(abs(place - other) >= APART for other, _ in steps)


def _add_temporary(generator: np.random.Generator, n: int, steps: Steps) -> None:
    """Add a change that is taken back after a few runs, where there is room for one."""
    for _ in range(_TRIES_OF_A_PAIR):
        runs = int(generator.integers(_SHORTEST, _LONGEST + 1))
        place = int(generator.integers(APART, max(APART + 1, n - runs - APART + 1)))
        within = any(place < other < place + runs for other, _ in steps)
        if _is_free(place, steps) and _is_free(place + runs, steps) and not within:
            size = math.log1p(log_uniform(generator, 0.02, 0.5))
            steps += [(place, size), (place + runs, -size)]
            return
