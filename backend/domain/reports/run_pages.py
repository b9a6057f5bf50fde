"""Runs as pages show them: a row of a list, and the whole of one run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import numpy as np

from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.pages import Page
from backend.domain.reports.conditions import Conditions
from backend.domain.reports.corrections import Exclusion

CONTROL_SUITE = "machine-control"
"""The suite as which an agent sends the times of its control benchmark."""
RunKind = Literal["suites", "controls", "all"]
"""Runs of suites, of the control benchmark beside them, or both."""
BasisName = Literal["samples", "summary", "histogram"]
PERCENTILES = (0.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0)


@dataclass(frozen=True, slots=True)
class ListedRun:
    """One execution of a suite; regressions and improvements start at its commit."""

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
    tags: Mapping[str, str]
    regressions: int
    improvements: int
    """Change points whose first commit is this run's commit."""
    suite_id: int
    machine_id: int | None
    is_vetoed: bool
    """The control benchmark vetoed it: its failures are the machine's, and it has no results."""
    excluded: Exclusion | None
    """Why none of its results counts; null: they count, but for those excluded one by one."""


@dataclass(frozen=True, slots=True)
class RunPage(Page[ListedRun]):
    """A page of runs; `apart` counts those that the kind leaves out and the filters let pass."""

    rows: Sequence[ListedRun]
    apart: int
    """Runs that pass the filters and are left out by their kind."""
    """Runs that pass the filters and are left out by their kind."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """A result beside what its series showed before; `basis` says what the result is made from."""

    series: SeriesLabel
    basis: BasisName
    value: float
    low: float | None
    high: float | None
    sd: float | None
    spread: str | None
    """What its two ends below are, where the tool gave no interval of 95 %: a range, say."""
    spread_low: float | None
    spread_high: float | None
    n: int
    previous: float | None
    """Result of the point before it in the series."""
    median_of_history: float | None
    """Median of up to 30 points before it."""
    excluded: Exclusion | None
    """Why it is left out of the baselines; null: it counts."""


MOST_RESULTS = 2_000
"""Results of a run in one answer, with as many failures: about a megabyte."""


@dataclass(frozen=True, slots=True)
class RunResultPage(Page[RunResult]):
    """Results of a run in the order of its page; the cursor counts those before."""

    rows: Sequence[RunResult]


@dataclass(frozen=True, slots=True)
class FailedResult:
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str | None
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class AttributeChange:
    """One attribute that differs from the run before; None: not given there."""

    name: str
    before: Scalar | None
    after: Scalar | None


@dataclass(frozen=True, slots=True)
class RunSurroundings:
    """What a run was measured in."""

    environment: Mapping[str, Scalar]
    fingerprint: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class RunOrigin:
    """Where a run came from."""

    report: str
    agent: str | None
    seed: int | None
    base_branch: str | None
    conditions: Conditions | None
    agent_key_id: int | None


@dataclass(frozen=True, slots=True)
class Percentile:
    percentile: float
    value: float


@dataclass(frozen=True, slots=True)
class ResultSamples:
    """Samples in measuring order; `foreign_cpu` is the share that others used meanwhile."""

    series: SeriesLabel
    samples: Sequence[float]
    percentiles: Sequence[Percentile]
    foreign_cpu: Sequence[float] | None
    """Share of the machine that others used during each sample, where the agent measured it."""


MOMENTARY = frozenset({"foreign_cpu_median", "load_average_1m", "memory_available_bytes", "rounds"})
"""What differs in every run: how it was measured, not what it was measured in."""


def lasting(attributes: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Leave out what differs in every run."""
    return {name: value for name, value in attributes.items() if name not in MOMENTARY}


def changed_attributes(
    before: RunSurroundings | None, after: RunSurroundings
) -> list[AttributeChange]:
    """List what differs in environment and fingerprint; nothing where there is no run before."""
    if before is None:
        return []
    pairs = ((before.environment, after.environment), (before.fingerprint, after.fingerprint))
    return [
        AttributeChange(name, old.get(name), new.get(name))
        for old, new in pairs
        for name in sorted({*old, *new} - MOMENTARY)
        if not _same(old.get(name), new.get(name))
    ]


def _same(before: Scalar | None, after: Scalar | None) -> bool:
    """Compare as JSON does: true is not 1."""
    return before == after and isinstance(before, bool) == isinstance(after, bool)


def percentiles_of(samples: Sequence[float]) -> list[Percentile]:
    """Return those percentiles beyond which at least one sample lies, and the extremes."""
    told = [q for q in PERCENTILES if reaches_tail(q, len(samples))]
    if not told:
        return []
    values = np.percentile(np.asarray(samples), told).tolist()
    return [Percentile(q, value) for q, value in zip(told, values, strict=True)]


def reaches_tail(percentile: float, n: int) -> bool:
    """Say whether n samples reach so far into the tail."""
    extremes = (PERCENTILES[0], PERCENTILES[-1])
    return n > 0 and (percentile in extremes or n * (100.0 - percentile) >= 100.0)  # noqa: PLR2004
