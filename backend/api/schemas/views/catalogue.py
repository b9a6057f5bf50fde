"""Suites and benchmarks, each with what its page shows."""

from datetime import datetime

from pydantic import BaseModel

from backend.api.schemas.changes.points import ChangePoint
from backend.api.schemas.labels import CommitRef, DirectionName, NoiseName, Scalar, SeriesLabel
from backend.api.schemas.reports.conditions import Goal
from backend.api.schemas.reports.profiles import Profile
from backend.api.schemas.reports.runs import FailedResult, RunRow
from backend.api.schemas.series.lists import LatestPoint


class SuiteMetric(BaseModel):
    name: str
    unit: str
    direction: DirectionName
    noise: NoiseName
    summary: str
    series: int


class SuiteBenchmark(BaseModel):
    id: int
    name: str
    summary: str
    tags: dict[str, str]
    sweep_axes: list[str]
    variants: int
    series: int
    parameters: list[str]
    regressions: int
    improvements: int
    shown: SeriesLabel | None
    """Whose values are drawn: of the first metric, the series with the most points."""
    values: list[float]
    latest: LatestPoint | None


class SuiteDetail(BaseModel):
    id: int
    name: str
    summary: str
    version: str
    """As its newest run printed it."""
    runs: int
    series: int
    last_run_at: datetime | None
    regressions: int
    improvements: int
    metrics: list[SuiteMetric]
    benchmarks: list[SuiteBenchmark]
    """Those with open changes first; at most 300."""
    benchmark_total: int
    recent_runs: list[RunRow]
    failed: list[FailedResult]
    """Of the newest run."""
    goals_run: int | None
    goals: list[Goal]
    """Of the newest run that has any."""
    profiles: list[Profile]
    """Of the newest run that has any."""


class Definition(BaseModel):
    """One version of a benchmark's definition, and where it was measured."""

    hash: str
    points: int
    first: CommitRef | None
    last: CommitRef | None
    first_at: datetime
    last_at: datetime


class BenchmarkSeries(BaseModel):
    series: SeriesLabel
    points: int
    latest: LatestPoint | None
    open_changes: int
    sparkline: list[float]
    smallest_change: float | None
    """Shows within five runs; null where the noise is not known."""


class BenchmarkFailure(BaseModel):
    run: int
    parameters: dict[str, Scalar]
    metric: str | None
    kind: str
    message: str
    commit: CommitRef | None


class BenchmarkDetail(BaseModel):
    id: int
    name: str
    summary: str
    suite: str
    suite_id: int
    tags: dict[str, str]
    sweep_axes: list[str]
    version_hash: str | None
    metrics: list[str]
    """The one that matters most first."""
    variants: int
    definitions: list[Definition]
    """Oldest first, among the newest 2,000 points of one series."""
    series: list[BenchmarkSeries]
    """Those with open changes first; at most 200."""
    series_total: int
    changes: list[ChangePoint]
    change_total: int
    failures: list[BenchmarkFailure]
    failure_total: int
    profiles: list[Profile]
