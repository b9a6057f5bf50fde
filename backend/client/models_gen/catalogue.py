"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import (
    ChangePoint,
    CommitRef,
    FailedResult,
    LatestPoint,
    ListedProfile,
    ListedRun,
    SeriesLabel,
    SuiteGoal,
)


class Definition(Struct):
    """
    One version of a benchmark's definition, and where it was first and last measured.
    """

    first: CommitRef | None
    first_at: str
    hash: str
    last: CommitRef | None
    last_at: str
    points: int


class SuiteBenchmark(Struct):
    """
    A benchmark of a suite with one of its series to look at.
    """

    history: int
    id: int
    improvements: int
    latest: LatestPoint | None
    name: str
    parameters: list[str]
    regressions: int
    series: int
    shown: SeriesLabel | None
    summary: str
    sweep_axes: list[str]
    tags: dict[str, str]
    values: list[float]
    variants: int


class SuiteMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    noise: Literal["sampled", "exact"]
    series: int
    summary: str
    unit: str


class BenchmarkFailure(Struct):
    """
    A variant that gave no number in some run.
    """

    commit: CommitRef | None
    kind: str
    message: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]
    run: int


class BenchmarkSeries(Struct):
    """
    A series of a benchmark: its newest point, its newest values, what it would show.
    """

    is_of_pull: bool
    latest: LatestPoint | None
    open_changes: int
    points: int
    series: SeriesLabel
    smallest_change: float | None
    sparkline: list[float]


class SuiteDetail(Struct):
    """
    A suite: what it measures, and what came of it lately.
    """

    benchmark_total: int
    benchmarks: list[SuiteBenchmark]
    failed: list[FailedResult]
    goals: list[SuiteGoal]
    goals_run: int | None
    history: int
    id: int
    improvements: int
    last_run_at: str | None
    metrics: list[SuiteMetric]
    name: str
    profiles: list[ListedProfile]
    recent_runs: list[ListedRun]
    regressions: int
    runs: int
    series: int
    summary: str
    version: str


class BenchmarkDetail(Struct):
    """
    A benchmark: what it is, its series, and what was found in them.
    """

    change_total: int
    changes: list[ChangePoint]
    definitions: list[Definition]
    failure_total: int
    failures: list[BenchmarkFailure]
    id: int
    metrics: list[str]
    name: str
    profiles: list[ListedProfile]
    series: list[BenchmarkSeries]
    series_total: int
    suite: str
    suite_id: int
    summary: str
    sweep_axes: list[str]
    tags: dict[str, str]
    variants: int
    version_hash: str | None
