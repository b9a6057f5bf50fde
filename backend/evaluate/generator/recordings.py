"""Runs with samples whose tail and spread vary from run to run, and change where it is asked for.

What a run is like (its luck) is drawn apart from what its samples are like.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.aspects import ASPECTS, aspects_of_samples

Generator = np.random.Generator
SWITCHES, NOISY, SLOW, UPPER, RARE = 0.2, 0.2, 0.05, 0.3, 0.01
"""How often modes switch, runs are noisy, samples slow, in the upper mode, far slower."""
COMMIT_RUNS = {"layout x 3": 3, "layout x 5": 5}
"""Runs of a commit that share the luck of one build, where there is more than one."""
_LAYOUT, _FAR = 3.0, 8.0
_DAY, _TOOTH = 24, 40
_STRETCH, _CENTRE = 0.08, 0.01
"""By how much one unit of luck widens the samples of a run; how much centres scatter."""


def _correlated(g: Generator, n: int) -> Floats:
    fresh = g.standard_normal(n)
    for place in range(1, n):
        fresh[place] = 0.6 * fresh[place - 1] + 0.8 * fresh[place]
    return fresh


def _layout(g: Generator, n: int, runs: int) -> Floats:
    return np.asarray(np.repeat(_LAYOUT * g.standard_normal(n), runs)[:n] + g.standard_normal(n))


def _triples(g: Generator, n: int) -> Floats:
    """Three far runs in a row, once in 30 to 90."""
    far, at = np.zeros(n), 0
    while (at := at + int(g.integers(30, 90))) < n:
        far[at : at + 3] = _FAR
    return np.asarray(far + g.standard_normal(n))


LUCK: dict[str, Callable[[Generator, int], Floats]] = {
    "independent": lambda g, n: g.standard_normal(n),
    "heavy": lambda g, n: g.standard_t(3, n),
    "correlated": _correlated,
    "layout x 3": lambda g, n: _layout(g, n, 3),
    "layout x 5": lambda g, n: _layout(g, n, 5),
    "sticky modes": lambda g, n: 5 * (np.cumsum(g.random(n) < SWITCHES) % 2) + g.standard_normal(n),
    "sawtooth": lambda g, n: 4 * (np.arange(n) % _TOOTH) / _TOOTH + g.standard_normal(n),
    "daily 2 sd": lambda g, n: 2 * np.sin(np.arange(n) * np.pi * 2 / _DAY) + g.standard_normal(n),
    "daily 5 sd": lambda g, n: 5 * np.sin(np.arange(n) * np.pi * 2 / _DAY) + g.standard_normal(n),
    "outlier triples": _triples,
    "noisy machine": lambda g, n: 20 * (g.random(n) < NOISY) + g.standard_normal(n),
}


def _tail(g: Generator, n: int) -> Floats:
    return np.where(g.random(n) < SLOW, 0.05 * g.pareto(1.5, n), 0.0) + 0.02 * g.standard_normal(n)


SAMPLES: dict[str, Callable[[Generator, int], Floats]] = {
    "normal": lambda g, n: 0.03 * g.standard_normal(n),
    "skewed": lambda g, n: 0.03 * np.exp(0.8 * g.standard_normal(n)),
    "heavy tail": _tail,
    "two modes": lambda g, n: 0.07 * (g.random(n) < UPPER) + 0.01 * g.standard_normal(n),
    "one in 100 slow": lambda g, n: 1.1 * (g.random(n) < RARE) + 0.02 * g.standard_normal(n),
}
"""Logarithms of the samples of one run."""


@dataclass(frozen=True, slots=True)
class Recordings:
    """One series: the centre of each run, its aspects, and the commit that it measured."""

    centres: Floats
    aspects: Floats
    commits: Ints


def _median(x: Floats) -> float:
    """Return what `np.median` does of finite numbers; that spends most of its time on others."""
    middle = [(x.size - 1) // 2, x.size // 2]
    low, high = np.partition(x, middle)[middle].tolist()
    return float((low + high) / 2.0)


MOST = 20.0
Change = Callable[[Generator, Floats], Floats]


def record(
    g: Generator, luck: str, kind: str, sizes: tuple[int, int], change: tuple[int, Change] | None
) -> Recordings:
    """Draw `sizes[0]` runs of `sizes[1]` samples each; from one run on they are changed."""
    runs, n = sizes
    lucks = LUCK[luck](g, runs)
    centres, aspects = np.empty(runs), np.full((runs, len(ASPECTS)), np.nan)
    for run in range(runs):
        drawn = SAMPLES[kind](g, n)
        middle = _median(drawn)
        wide = middle + (drawn - middle) * np.exp(_STRETCH * lucks[run])
        x = wide + _CENTRE * g.standard_normal()
        if change is not None and run >= change[0]:
            x = change[1](g, x)
        samples = np.exp(np.minimum(x, MOST))
        centres[run] = _median(samples)
        found = aspects_of_samples(samples.tolist())
        if found is not None:
            aspects[run] = found
    return Recordings(centres, aspects, np.arange(runs) // COMMIT_RUNS.get(luck, 1))
