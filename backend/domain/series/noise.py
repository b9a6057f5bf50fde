"""The noise of one series: where its scatter comes from, and what an answer costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.domain.catalogue.labels import SeriesLabel
from backend.stats.arrays import Floats

EFFECTS = (0.01, 0.03, 0.05, 0.10)
RUNS = 60
"""Newest runs that are looked at."""
SET_UP = 5.0
"""What starting a run costs, in samples, where nobody says."""


@dataclass(frozen=True, slots=True)
class NewestLevel:
    """Samples of each run and the machine it ran on, oldest first."""

    runs: Sequence[Floats]
    machines: Sequence[str]


@dataclass(frozen=True, slots=True)
class ScatterSource:
    """One source of scatter: relative, with 95 % bounds, and its share of the variance."""

    name: str
    scatter: float | None
    low: float | None
    high: float | None
    share: float | None


@dataclass(frozen=True, slots=True)
class EffectCost:
    """The pairs that an effect takes: None where the scatter is unknown or there are too many."""

    effect: float
    pairs: int | None
    is_hopeless: bool
    """More than 1,000 pairs."""
    sentence: str


@dataclass(frozen=True, slots=True)
class RunAdvice:
    """The best samples per run where starting one costs as much as `set_up` samples."""

    set_up: float
    samples_per_run: int
    buys_more: Literal["samples", "runs", "neither"]
    saving: float
    sentence: str


@dataclass(frozen=True, slots=True)
class SeriesNoise:
    """Scatter by source, what a run is known to, and what that takes or hides.

    `of_a_run` is the scatter of the centre of a run with `samples` samples, `at_best` what any
    number of samples leaves. Shares: 0.03 is 3 %. `smallest_change` shows within five runs.
    """

    series: SeriesLabel
    runs: int
    samples: float | None
    """Of a typical run."""
    sentence: str
    sources: Sequence[ScatterSource]
    of_a_run: float | None
    """Scatter of the centre of a run."""
    at_best: float | None
    """The same with any number of samples."""
    smallest_change: float | None
    """Shows within five runs."""
    effects: Sequence[EffectCost]
    advice: RunAdvice | None
    warnings: Sequence[str]
