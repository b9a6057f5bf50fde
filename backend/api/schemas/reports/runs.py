"""Runs and their results."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import CommitRef, DirectionName, PageOf, Scalar, SeriesLabel
from backend.api.schemas.noisy_machines import NoisyMachine
from backend.api.schemas.reports.conditions import Conditions
from backend.api.schemas.reports.profiles import Profile


class RunRow(BaseModel):
    id: int
    suite: str
    testbed: str
    machine: str | None
    branch: str
    commit: CommitRef
    pull_request: int | None
    started_at: datetime
    finished_at: datetime | None
    received_at: datetime
    trigger: str
    mode: str | None
    results: int
    failures: int
    tags: dict[str, str]
    regressions: int
    improvements: int
    """Change points whose first commit is this run's commit."""
    suite_id: int
    machine_id: int | None
    is_vetoed: bool
    """The control benchmark vetoed it: its failures are the machine's, and it has no results."""


class RunPage(PageOf):
    rows: list[RunRow]
    apart: int
    """Runs that pass the filters and are left out by their kind."""


class RunResult(BaseModel):
    series: SeriesLabel
    basis: Literal["samples", "summary", "histogram"]
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    previous: float | None
    """Result of the point before it in the series."""
    median_of_history: float | None
    """Median of up to 30 points before it."""


class FailedResult(BaseModel):
    benchmark: str
    parameters: dict[str, Scalar]
    metric: str | None
    kind: str
    message: str


class AttributeChange(BaseModel):
    """One attribute that differs from the previous run on the same testbed."""

    name: str
    before: Scalar | None
    after: Scalar | None


class ListedCourse(BaseModel):
    """How a quantity went within one process of the run; its points are read by id."""

    id: int
    benchmark: str
    parameters: dict[str, Scalar]
    metric: str
    unit: str
    direction: DirectionName
    round: int | None
    points: int


class Course(BaseModel):
    id: int
    seconds: list[float]
    """Since the process began; at most 800 moments, the extremes among them."""
    values: list[float]
    sentence: str
    """Whether it came to rest, and when."""


class CourseList(BaseModel):
    rows: list[Course]


class TailPoint(BaseModel):
    percentile: float
    value: float
    low: float | None
    high: float | None
    """Of the 95 % interval; null where too few recordings lie beyond."""


class Tail(BaseModel):
    series: SeriesLabel
    basis: Literal["samples", "histogram"]
    n: int
    points: list[TailPoint]
    """As far as recordings reach."""


class TailList(BaseModel):
    rows: list[Tail]


class VariantPair(BaseModel):
    """Two results of one run held against each other; ratio is contender over baseline."""

    baseline: int
    contender: int
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]
    basis: Literal["rounds", "samples", "histogram", "exact", "none"]
    n: int
    ratio: float | None
    low: float | None
    high: float | None
    sentence: str


class VariantPairs(BaseModel):
    rows: list[VariantPair]


class RunDetail(RunRow):
    report: str
    agent: str | None
    seed: int | None
    base_branch: str | None
    environment: dict[str, Scalar]
    fingerprint: dict[str, Scalar]
    """Both without what differs in every run: rounds, load, free memory (see `conditions`)."""
    previous_run: int | None
    """The run of its suite before it on its testbed; null: it is the first."""
    changed_attributes: list[AttributeChange]
    """What differs from that run; nothing where there is none."""
    rows: list[RunResult]
    failed: list[FailedResult]
    conditions: Conditions | None
    """How it was measured, where the agent said it."""
    noisy_machines: list[NoisyMachine]
    """Its machine, where the run itself speaks against it."""
    profiles: list[Profile]
    courses: list[ListedCourse]
    metric_order: dict[str, list[str]]
    """Metrics by benchmark, the one that matters most first."""


class Percentile(BaseModel):
    percentile: float
    value: float


class ResultSamples(BaseModel):
    """The raw samples of one result, in measuring order."""

    series: SeriesLabel
    samples: list[float]
    percentiles: list[Percentile]
    foreign_cpu: list[float] | None
    """Share of the machine that others used during each sample, where the agent measured it."""
