"""Seeded series with known change points, of twelve families.

Everything is relative: a run is level x exp(steps) x exp(drift) x (1 + noise). A step is
*required* if somebody who knew its place and the noise would see it: z of at least 5 with
at most 50 runs either side. Weaker ones are real but neither rewarded nor punished.
The specification is that of the project's evaluation guide; the same seed draws the same
series as its reference tool, number for number, so that figures can be compared.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from backend.evaluate.generator.families import FAMILIES, kind_of, log_uniform, traits_of
from backend.evaluate.generator.noise import NoiseShape, long_run_factor, noise
from backend.evaluate.generator.steps import Steps, draw_steps
from backend.stats.arrays import Floats

REQUIRED_Z = 5.0
_SIDE = 50  # runs either side that count towards z
_ORDINARY, _COUNTER = (0.01, 0.50), (0.001, 0.10)  # sizes of steps
_WITHIN = NoiseShape(skew=0.5)  # the noise within a run


@dataclass(frozen=True, slots=True)
class Step:
    """A true change: first run of the new level, ln ratio, z of one who knows its place."""

    index: int
    size: float
    z: float

    @property
    def is_required(self) -> bool:
        return self.z >= REQUIRED_Z


@dataclass(frozen=True, slots=True)
class Series:
    """One made series; `sigma` is its long-run noise relative to the level."""

    values: Floats
    steps: tuple[Step, ...]
    family: str
    sigma: float

    @property
    def required(self) -> list[int]:
        return [step.index for step in self.steps if step.is_required]

    @property
    def ignored(self) -> list[int]:
        return [step.index for step in self.steps if not step.is_required]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is drawn before the noise."""

    n: int
    cv: float
    traits: frozenset[str]
    shape: NoiseShape
    log_level: Floats

    @property
    def kind(self) -> str:
        return kind_of(self.traits)


def make(
    seed: Iterable[int],
    family: str,
    *,
    with_changes: bool = True,
    n: int | None = None,
    cv: float | None = None,
) -> Series:
    """Draw one series; n runs (50 to 2,000 if not given) with noise `cv` (0.3 to 10 %)."""
    generator = np.random.default_rng([*seed, FAMILIES.index(family), int(with_changes)])
    n = n or round(log_uniform(generator, 50, 2000))
    cv = cv or log_uniform(generator, 0.003, 0.10)
    traits = traits_of(family, generator)
    shape = NoiseShape.drawn(generator)
    sizes = _COUNTER if family == "quant" else _ORDINARY
    steps = draw_steps(generator, n, traits, sizes) if with_changes else []
    plan = _Plan(n, cv, traits, shape, _log_level(n, steps))
    if family == "quant":
        values, sigma = _counter(generator, plan)
        scale = None
    else:
        values, sigma, scale = _noisy(generator, plan)
    return Series(values, tuple(_judged(steps, n, sigma, scale)), family, sigma)


def suite(
    seed: int,
    per_family: int,
    *,
    with_changes: bool = True,
    families: Iterable[str] = FAMILIES,
) -> list[Series]:
    """Draw as many series of every family."""
    return [
        make((seed, number), family, with_changes=with_changes)
        for family in families
        for number in range(per_family)
    ]


def _log_level(n: int, steps: Steps) -> Floats:
    level = np.zeros(n)
    for place, size in steps:
        level[place:] += size
    return level


def _counter(generator: np.random.Generator, plan: _Plan) -> tuple[Floats, float]:
    """Return whole numbers that hardly vary: instructions, bytes."""
    base = float(generator.integers(2000, 200000))
    ticks = np.round(base * np.exp(plan.log_level))
    is_off = generator.random(plan.n) < 0.03  # noqa: PLR2004  the specification's
    return ticks + is_off * generator.choice([-1.0, 1.0], plan.n), 0.3 / base


def _noisy(generator: np.random.Generator, plan: _Plan) -> tuple[Floats, float, Floats]:
    """Return the medians of all runs, their long-run noise, and its scale at every run."""
    scale = _scale(generator, plan)
    drift: Floats | float = 0.0
    if "drift" in plan.traits:
        total = generator.uniform(0.03, 0.20) * generator.choice([-1, 1])
        drift = total * np.arange(plan.n) / plan.n
    samples, widening = _samples(generator, plan, scale)
    samples = np.maximum(samples, 0.05) * (100 * np.exp(plan.log_level + drift))[:, None]
    if "spikes" in plan.traits:
        _add_spikes(generator, samples)
    return np.median(samples, axis=1), plan.cv * widening, scale


def _scale(generator: np.random.Generator, plan: _Plan) -> Floats:
    scale = np.ones(plan.n)
    if "hetero" not in plan.traits:
        return scale
    count = int(generator.integers(1, 5))
    for place in sorted(generator.integers(5, plan.n - 5, count)):
        scale[place:] = math.exp(generator.uniform(math.log(0.25), math.log(4)))
    return np.clip(scale * plan.cv, 0.002, 0.2) / plan.cv


def _samples(generator: np.random.Generator, plan: _Plan, scale: Floats) -> tuple[Floats, float]:
    """Return samples (runs, samples) about 1, and the noise of their median beside the cv."""
    factor = long_run_factor(plan.kind, plan.shape)
    if "multi" not in plan.traits:
        between = noise(generator, plan.n, plan.kind, plan.cv, plan.shape)
        return (1 + between * scale)[:, None], factor
    count = int(generator.integers(3, 21))
    half = plan.cv * math.sqrt(0.5)
    between = noise(generator, plan.n, plan.kind, half, plan.shape)
    within = noise(generator, plan.n * count, "lognormal", half, _WITHIN)
    samples = 1 + (between[:, None] + within.reshape(plan.n, count)) * scale[:, None]
    return samples, math.sqrt(0.5 * factor * factor + 0.5 / count)


def _add_spikes(generator: np.random.Generator, samples: Floats) -> None:
    n = len(samples)
    is_hit = generator.random(n) < generator.uniform(0.01, 0.05)
    size = np.exp(generator.uniform(math.log(0.05), 0, n))
    size *= np.where(generator.random(n) < 0.85, 1, -0.4)  # noqa: PLR2004  the specification's
    samples[is_hit] *= (1 + size[is_hit])[:, None]


def _judged(steps: Steps, n: int, sigma: float, scale: Floats | None) -> Iterable[Step]:
    """Say of every step how plain it is to one who knows where it is."""
    edges = [0, *(place for place, _ in steps), n]
    spans = zip(pairwise(edges), pairwise(edges[1:]), strict=False)
    for (place, size), ((start, _), (_, end)) in zip(steps, spans, strict=False):
        before, after = min(_SIDE, place - start), min(_SIDE, end - place)
        local = sigma
        if scale is not None:
            sides = scale[max(0, place - before) : place], scale[place : place + after]
            local = sigma * max(float(side.mean()) for side in sides)
        z = abs(size) / local * math.sqrt(before * after / (before + after))
        yield Step(place, size, z)
