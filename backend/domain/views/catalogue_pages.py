"""Suites and benchmarks as their pages show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.catalogue.labels import CommitRef, DirectionName, NoiseName, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.changes.views import ChangePoint
from backend.domain.reports.conditions import SuiteGoal
from backend.domain.reports.profiles import ListedProfile
from backend.domain.reports.run_pages import FailedResult, ListedRun
from backend.domain.series.lists import LatestPoint


@dataclass(frozen=True, slots=True)
class SuiteMetric:
    name: str
    unit: str
    direction: DirectionName
    noise: NoiseName
    summary: str
    series: int


@dataclass(frozen=True, slots=True)
class SuiteBenchmark:
    """A benchmark of a suite with one of its series to look at."""

    id: int
    name: str
    summary: str
    tags: Mapping[str, str]
    sweep_axes: Sequence[str]
    variants: int
    series: int
    parameters: Sequence[str]
    regressions: int
    improvements: int
    history: int
    """Changes that were old when their results were imported: no open ones."""
    shown: SeriesLabel | None
    """The series whose values are drawn: of the first metric, the one with the most points."""
    values: Sequence[float]
    latest: LatestPoint | None


@dataclass(frozen=True, slots=True)
class SuiteDetail:
    """A suite: what it measures, and what came of it lately."""

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
    history: int
    """Changes that were old when their results were imported: no open ones."""
    metrics: Sequence[SuiteMetric]
    benchmarks: Sequence[SuiteBenchmark]
    """Those with open changes first, then those with history; at most 300."""
    benchmark_total: int
    recent_runs: Sequence[ListedRun]
    failed: Sequence[FailedResult]
    """Of the newest run."""
    goals_run: int | None
    goals: Sequence[SuiteGoal]
    """Of the newest run that has any."""
    profiles: Sequence[ListedProfile]
    """Of the newest run that has any."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One version of a benchmark's definition, and where it was first and last measured."""

    hash: str
    points: int
    first: CommitRef | None
    last: CommitRef | None
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class BenchmarkSeries:
    """A series of a benchmark: its newest point, its newest values, what it would show."""

    series: SeriesLabel
    points: int
    latest: LatestPoint | None
    open_changes: int
    sparkline: Sequence[float]
    smallest_change: float | None
    """Shows within five runs; None where its noise is not known."""
    is_of_pull: bool
    """Its branch is of a pull request."""


@dataclass(frozen=True, slots=True)
class BenchmarkFailure:
    """A variant that gave no number in some run."""

    run: int
    parameters: Mapping[str, Scalar]
    metric: str | None
    kind: str
    message: str
    commit: CommitRef | None


@dataclass(frozen=True, slots=True)
class BenchmarkHead:
    id: int
    name: str
    summary: str
    suite: str
    suite_id: int
    tags: Mapping[str, str]
    sweep_axes: Sequence[str]
    version_hash: str | None
    metrics: Sequence[str]
    """The one that matters most first."""
    variants: int


@dataclass(frozen=True, slots=True)
class BenchmarkDetail(BenchmarkHead):
    """A benchmark: what it is, its series, and what was found in them."""

    definitions: Sequence[Definition]
    """Oldest first, as the series with the most points tells them."""
    series: Sequence[BenchmarkSeries]
    """Those with open changes first; at most 200."""
    series_total: int
    changes: Sequence[ChangePoint]
    change_total: int
    failures: Sequence[BenchmarkFailure]
    failure_total: int
    profiles: Sequence[ListedProfile]
