"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import AlarmRate, RepeatableSuite, SeriesLabel


class EffectCost(Struct):
    """
    The pairs that an effect takes: None where the scatter is unknown or there are too many.
    """

    effect: float
    is_hopeless: bool
    pairs: int | None
    sentence: str


class RunAdvice(Struct):
    """
    The best samples per run where starting one costs as much as `set_up` samples.
    """

    buys_more: Literal["samples", "runs", "neither"]
    samples_per_run: int
    saving: float
    sentence: str
    set_up: float


class Scatter(Struct):
    """
    Quartiles of run-to-run scatter over series, and the changes that show within five runs.

    All are shares: 0.03 is 3 %. `series` are those whose noise is known.
    """

    lower_quartile: float | None
    median: float | None
    median_change: float | None
    series: int
    unknown: int
    upper_quartile: float | None
    worst_change: float | None


class ScatterSource(Struct):
    """
    One source of scatter: relative, with 95 % bounds, and its share of the variance.
    """

    high: float | None
    low: float | None
    name: str
    scatter: float | None
    share: float | None


class SeriesNoise(Struct):
    """
    Scatter by source, what a run is known to, and what that takes or hides.

    `of_a_run` is the scatter of the centre of a run with `samples` samples, `at_best` what any
    number of samples leaves. Shares: 0.03 is 3 %. `smallest_change` shows within five runs.
    """

    advice: RunAdvice | None
    at_best: float | None
    effects: list[EffectCost]
    of_a_run: float | None
    runs: int
    samples: float | None
    sentence: str
    series: SeriesLabel
    smallest_change: float | None
    sources: list[ScatterSource]
    warnings: list[str]


class GroupNoise(Struct):
    metric: str
    scatter: Scatter
    suite: str


class NoisySeries(Struct):
    """
    One series: its scatter from run to run, and the change that shows within five runs.
    """

    points: int
    scatter: float
    series: SeriesLabel
    smallest_change: float


class TestbedNoise(Struct):
    """
    What one testbed can show.
    """

    alarms: AlarmRate
    groups: list[GroupNoise]
    id: int
    name: str
    noisiest: list[NoisySeries]
    repeatable: RepeatableSuite | None
    scatter: Scatter
    sentence: str


class TestbedNoiseList(Struct):
    rows: list[TestbedNoise]
