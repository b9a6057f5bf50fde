"""Report v1: the document that describes a run, as uploaded.

These types are the format: decoding checks them, and the published JSON Schema is made from them.
Sizes are limited by settings and checked in `report_checks`.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from backend.domain.metrics import Direction, NoiseKind
from backend.domain.parameters import Scalar

Name = Annotated[str, Meta(min_length=1)]
Positive = Annotated[float, Meta(gt=0)]
Trigger = Literal["manual", "push", "schedule", "pull_request", "import", "demo", "job"]
FailureKind = Literal["wrong_answer", "crash", "timeout", "build", "needs", "unavailable"]
Flat = dict[str, Scalar]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every part: names that the format does not know are refused, so typos are found."""


class Suite(Document, frozen=True):
    name: Name
    summary: str = ""
    version: str = ""
    """What the suite's version command printed."""


class Author(Document, frozen=True):
    name: str = ""
    email: str = ""


class Commit(Document, frozen=True):
    id: Name
    """Any stable id: a hash or a release."""
    time: datetime | None = None
    subject: str = ""
    author: Author = Author()
    parents: list[Name] = []
    """First parent first."""
    ancestry: list[Name] = []
    """First-parent chain, nearest first, as far as it is known."""
    url: str | None = None


class Base(Document, frozen=True):
    """What a branch or pull request forked from."""

    branch: Name
    commit: Name | None = None


class PullRequest(Document, frozen=True):
    number: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    url: str | None = None


class Machine(Document, frozen=True):
    name: Name
    fingerprint: Flat = {}


class RunFacts(Document, frozen=True):
    started_at: datetime | None = None
    finished_at: datetime | None = None
    trigger: Trigger = "manual"
    mode: str | None = None
    agent: str | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None


class MetricDeclaration(Document, frozen=True):
    unit: str
    direction: Direction
    noise: NoiseKind = NoiseKind.SAMPLED
    summary: str = ""


class BenchmarkFacts(Document, frozen=True):
    summary: str = ""
    tags: dict[str, str] = {}
    version_hash: str | None = None
    """Hash of the benchmark's definition: another one means another workload."""
    sweep: list[Name] = []
    """Parameters that are axes of a sweep."""


class ReportedSummary(Document, frozen=True):
    """A result without samples: what another tool kept of them."""

    value: float
    low: float | None = None
    high: float | None = None
    n: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    sd: Annotated[float, Meta(ge=0)] | None = None


class Histogram(Document, frozen=True):
    encoding: Literal["hdr-v2"]
    data: str
    """Base64 of the compressed HdrHistogram V2 encoding."""
    scale: Positive = 1.0
    """One unit of the recorded integers, in the declared unit of the metric."""


class Failure(Document, frozen=True):
    kind: FailureKind
    message: str = ""


class Result(Document, frozen=True):
    """All samples of one metric and one variant: exactly one of the last four fields is given."""

    benchmark: Name
    parameters: Flat = {}
    metric: Name | None = None
    binary_hash: str | None = None
    samples: list[float] | None = None
    summary: ReportedSummary | None = None
    histogram: Histogram | None = None
    failure: Failure | None = None


class Report(Document, frozen=True, kw_only=True):
    version: Literal[1]
    idempotency_key: Annotated[str, Meta(min_length=8, max_length=200)]
    suite: Suite
    commit: Commit
    branch: Name
    base: Base | None = None
    pull_request: PullRequest | None = None
    testbed: Name
    machine: Machine | None = None
    environment: Flat = {}
    run: RunFacts = RunFacts()
    tags: dict[str, str] = {}
    metrics: dict[str, MetricDeclaration] = {}
    benchmarks: dict[str, BenchmarkFacts] = {}
    results: Annotated[list[Result], Meta(min_length=1)]
