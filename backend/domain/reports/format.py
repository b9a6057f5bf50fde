"""Report v1: the document that describes a run, as uploaded.

These types are the format: decoding checks them, and the published JSON Schema is made from them.
Sizes are limited by settings and checked in `report_checks`.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from backend.domain.catalogue.metrics import BetterDirection, NoiseKind
from backend.domain.catalogue.parameters import Scalar
from backend.domain.reports.claims import ClaimDocument
from backend.domain.reports.conditions import Conditions
from backend.domain.reports.suite_pages import SuiteLadder, SuiteSplit, SuiteSweep

Name = Annotated[str, Meta(min_length=1)]
Positive = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Trigger = Literal["manual", "push", "schedule", "pull_request", "import", "demo", "job"]
FailureKind = Literal["wrong_answer", "crash", "timeout", "build", "needs", "unavailable", "vetoed"]
Flat = dict[str, Scalar]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every part: names that the format does not know are refused, so typos are found."""


class Suite(Document, frozen=True):
    name: Name
    summary: str = ""
    version: str = ""
    """What the suite's version command printed."""
    claims: Annotated[list[ClaimDocument], Meta(max_length=100)] = []
    """What somebody published and the results of this suite hold: as its manifest says it."""
    ladders: Annotated[list[SuiteLadder], Meta(max_length=20)] = []
    """What was tried, in order: after each run the server makes a ladder of it."""
    splits: Annotated[list[SuiteSplit], Meta(max_length=20)] = []
    """Values of a parameter of which one gains what another pays: each becomes a split."""
    sweeps: Annotated[list[SuiteSweep], Meta(max_length=100)] = []
    """What holds where nobody sets a swept parameter: others are held against it."""


class CommitAuthor(Document, frozen=True):
    name: str = ""
    email: str = ""


class Commit(Document, frozen=True):
    id: Name
    """Any stable id: a hash or a release."""
    time: datetime | None = None
    subject: str = ""
    author: CommitAuthor = CommitAuthor()
    parents: list[Name] = []
    """First parent first."""
    ancestry: list[Name] = []
    """First-parent chain, nearest first, as far as it is known."""
    url: str | None = None


class ForkPoint(Document, frozen=True):
    """What a branch or pull request forked from."""

    branch: Name
    commit: Name | None = None


class ReportPullRequest(Document, frozen=True):
    number: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    url: str | None = None


class Machine(Document, frozen=True):
    name: Name
    fingerprint: Flat = {}


class ReportJob(Document, frozen=True):
    """The job that an agent measured for: under which lease, and which of its commits."""

    id: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    lease: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    arm: Annotated[int, Meta(ge=0, le=100)] = 0


class RunFacts(Document, frozen=True):
    started_at: datetime | None = None
    finished_at: datetime | None = None
    trigger: Trigger = "manual"
    mode: str | None = None
    agent: str | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    conditions: Conditions | None = None
    """How it was measured: preflight, noise, control, stopping and what else the agent knows."""
    job: ReportJob | None = None


class MetricDeclaration(Document, frozen=True):
    unit: str
    direction: BetterDirection
    noise: NoiseKind = NoiseKind.SAMPLED
    summary: str = ""


class BenchmarkFacts(Document, frozen=True):
    summary: str = ""
    tags: dict[str, str] = {}
    version_hash: str | None = None
    """Hash of the benchmark's definition: another one means another workload."""
    sweep: list[Name] = []
    """Parameters that are axes of a sweep."""
    metrics: list[Name] = []
    """In the order of the manifest, the one that matters most first."""


SpreadKind = Literal[
    "range", "quartiles", "standard deviation", "standard error", "99 % interval",
    "99.9 % interval",    "range or standard deviation", "not stated",
]  # fmt: skip


class ReportedSummary(Document, frozen=True):
    """A result without samples: what another tool kept of them.

    `low` and `high` bound an interval of 95 % confidence, unless `spread` says what else they are.
    """

    value: float
    low: float | None = None
    high: float | None = None
    spread: SpreadKind | None = None
    n: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    sd: Annotated[float, Meta(ge=0)] | None = None


class ReportHistogram(Document, frozen=True):
    encoding: Literal["hdr-v2"]
    data: str
    """Base64 of the compressed HdrHistogram V2 encoding."""
    scale: Positive = 1.0
    """One unit of the recorded integers, in the declared unit of the metric."""


class Failure(Document, frozen=True):
    kind: FailureKind
    message: str = ""


class Result(Document, frozen=True):
    """All samples of one metric and one variant, or what stands for them.

    Exactly one of samples, summary, histogram and failure is given.
    """

    benchmark: Name
    parameters: Flat = {}
    metric: Name | None = None
    binary_hash: str | None = None
    samples: list[float] | None = None
    rounds: list[Annotated[int, Meta(ge=1, le=2**31 - 1)]] | None = None
    """The round that each sample was taken in; absent: 1, 2, 3, …."""
    summary: ReportedSummary | None = None
    histogram: ReportHistogram | None = None
    failure: Failure | None = None


class Folded(Document, frozen=True):
    """Folded stacks: lines of frames, root first, joined by semicolons, a space and a count."""

    encoding: Literal["gzip"]
    data: str
    """Base64 of the compressed lines."""


class ProfileGroup(Document, frozen=True):
    """What a suite counts together under one name.

    Samples with one of its functions anywhere on the stack, `self_samples` those where it is the
    innermost; `low` and `high` are the ends of the intervals of the shares.
    """

    name: Name
    samples: Count
    functions: list[str] = []
    share: Share | None = None
    low: Share | None = None
    high: Share | None = None
    self_samples: Count = 0
    self_share: Share | None = None
    self_low: Share | None = None
    self_high: Share | None = None


class Trimmed(Document, frozen=True):
    """The smallest stacks, counted together so that the profile fits its limit."""

    stacks: Count = 0
    samples: Count = 0


class Profile(Document, frozen=True):
    """Where one measured variant spent its time, or allocated, in processes that were no samples.

    Of `allocations` each count is of calls, of `allocated_bytes` of the bytes that they asked for.
    """

    benchmark: Name
    kind: Literal["cpu", "allocations", "allocated_bytes"]
    tool: Name
    samples: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    """The sum of the counts."""
    folded: Folded
    parameters: Flat = {}
    unit: Literal["samples", "calls", "bytes"] = "samples"
    frequency: Positive | None = None
    """Samples per second of processor time."""
    lost: Count = 0
    """Samples that the kernel dropped, or allocations for whose stack there was no room."""
    repetitions: Count | None = None
    cpu_s: Annotated[float, Meta(ge=0)] | None = None
    """Processor time of all repetitions."""
    with_symbols: Share | None = None
    """Share of samples whose innermost frame has a name."""
    trimmed: Trimmed = Trimmed()
    groups: list[ProfileGroup] = []


class TimeCourse(Document, frozen=True):
    """How a quantity went within one process, over its time: memory, or latency per second."""

    benchmark: Name
    metric: Name
    seconds: list[float]
    """Since the process began, ascending."""
    values: list[float]
    """In the declared unit of the metric, one per moment."""
    parameters: Flat = {}
    round: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None


class Placed(msgspec.Struct, frozen=True):
    """The part of a report that says where it belongs; the rest is not read."""

    branch: str
    commit: Commit


class Report(Document, frozen=True, kw_only=True):
    version: Literal[1]
    idempotency_key: Annotated[str, Meta(min_length=8, max_length=200)]
    suite: Suite
    commit: Commit
    branch: Name
    base: ForkPoint | None = None
    pull_request: ReportPullRequest | None = None
    testbed: Name
    machine: Machine | None = None
    environment: Flat = {}
    run: RunFacts = RunFacts()
    tags: dict[str, str] = {}
    metrics: dict[str, MetricDeclaration] = {}
    benchmarks: dict[str, BenchmarkFacts] = {}
    results: Annotated[list[Result], Meta(min_length=1)]
    profiles: list[Profile] = []
    courses: list[TimeCourse] = []
