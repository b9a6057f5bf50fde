"""What testbeds and series can show: scatter, smallest changes, false alarms, noise budgets."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import SeriesLabel


class Scatter(BaseModel):
    """Quartiles of run-to-run scatter over series; all numbers are shares: 0.03 is 3 %."""

    series: int
    """With known noise: 13 points or more, all positive."""
    unknown: int
    lower_quartile: float | None
    median: float | None
    upper_quartile: float | None
    median_change: float | None
    """Half of the series show a change of this size within five runs."""
    worst_change: float | None


class GroupNoise(BaseModel):
    suite: str
    metric: str
    scatter: Scatter


class NoisySeries(BaseModel):
    series: SeriesLabel
    scatter: float
    smallest_change: float
    """Shows within five runs."""
    points: int
    """Of the newest level."""


class AlarmedPair(BaseModel):
    """Two runs of the same code between which a difference was claimed."""

    run_id: int
    baseline_run_id: int
    compared: int
    alarms: int
    measured_at: datetime


class AlarmRate(BaseModel):
    """How often an alarm was raised between two runs of the same code; a suite counts as one."""

    comparisons: int
    alarms: int
    rate: float | None
    low: float
    high: float
    """With `low`: holds the true rate at all looks together, 95 %."""
    claimed: float
    too_many: bool
    """The whole interval lies above the claimed rate."""
    sentence: str
    unjudged: int
    """Comparisons of which no series had known noise yet; they are not counted."""
    results: int
    """Results compared within all comparisons."""
    alarmed_results: int
    newest_at: datetime | None
    newest_alarms: list[AlarmedPair]


class RepeatableSuite(BaseModel):
    """The suite that a testbed measured most often, those first that an agent measured."""

    name: str
    runs: int
    by_agent: bool


class TestbedNoise(BaseModel):
    id: int
    name: str
    repeatable: RepeatableSuite | None
    sentence: str
    scatter: Scatter
    groups: list[GroupNoise]
    noisiest: list[NoisySeries]
    """At most 20, the noisiest first."""
    alarms: AlarmRate


class TestbedNoiseList(BaseModel):
    rows: list[TestbedNoise]


class ScatterSource(BaseModel):
    """Relative scatter with 95 % bounds, None: without bound, and its share of the variance."""

    name: str
    scatter: float | None
    low: float | None
    high: float | None
    share: float | None


class EffectCost(BaseModel):
    effect: float
    pairs: int | None
    is_hopeless: bool
    """More than 1,000 pairs."""
    sentence: str


class RunAdvice(BaseModel):
    """The best samples per run where starting one costs as much as `set_up` samples."""

    set_up: float
    samples_per_run: int
    buys_more: Literal["samples", "runs", "neither"]
    saving: float
    sentence: str


class SeriesNoise(BaseModel):
    """Where the scatter of the newest level of a series comes from, and what an answer takes."""

    series: SeriesLabel
    runs: int
    samples: float | None
    """Of a typical run."""
    sentence: str
    sources: list[ScatterSource]
    of_a_run: float | None
    """Scatter of the centre of a run."""
    at_best: float | None
    """The same with any number of samples."""
    smallest_change: float | None
    """Shows within five runs."""
    effects: list[EffectCost]
    advice: RunAdvice | None
    warnings: list[str]
