"""The first page of a project: what it holds, what changed, and what goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.changes.group_views import AlertGroup
from backend.domain.changes.views import ChangePoint
from backend.domain.machines.fitness import Fitness
from backend.domain.machines.pages import Agent
from backend.domain.notifications.outages import Outage
from backend.domain.pulls.requests import StoredPullRequest
from backend.domain.reports.run_pages import ListedRun

SEVERITY = ("regression", "change", "improvement")
"""Verdicts, the most urgent first."""


@dataclass(frozen=True, slots=True)
class ProjectCounts:
    """A project as lists of projects show it."""

    slug: str
    name: str
    visibility: str
    created_at: datetime
    runs: int
    series: int


@dataclass(frozen=True, slots=True)
class Sparkline:
    """The newest values of a series in commit order, and where confirmed changes start."""

    series: SeriesLabel
    values: Sequence[float]
    """At most 60 values in commit order."""
    change_at: Sequence[int]
    """Indices of `values` at which a confirmed change starts, open or history."""
    worst_verdict: str | None
    """Of its open changes; null where none is open."""


@dataclass(frozen=True, slots=True)
class SuiteCounts:
    """What is in a suite, and which changes of it are open."""

    id: int
    name: str
    summary: str
    benchmarks: int
    series: int
    runs: int
    longest: int
    """Results of the series that has the most."""
    typical: int
    """Results of the middle one of its series."""
    last_run_at: datetime | None
    regressions: int
    improvements: int
    history: int
    """Changes that were old when their results were imported: no open ones."""


@dataclass(frozen=True, slots=True)
class SuiteCard(SuiteCounts):
    runs_missing: int
    """So many more runs it takes before a change could be seen in half of its series."""
    absent: str
    """Why nothing of it was measured, and what to install; empty where something was."""
    sparklines: Sequence[Sparkline]
    """At most 6: series that changed first."""


@dataclass(frozen=True, slots=True)
class Totals:
    runs: int
    results: int
    series: int
    commits: int
    machines: int


@dataclass(frozen=True, slots=True)
class ReportCounts:
    """Reports that are accepted and not yet ingested, and those that could not be."""

    pending: int
    failed: int


@dataclass(frozen=True, slots=True)
class MachineRuns:
    """A machine as its newest runs found it; vetoed ones are kept and not believed."""

    id: int
    name: str
    testbed: str
    runs: int
    last_run_at: datetime | None
    score: float | None
    """How quiet it was when it was looked at last, 0 to 100."""
    vetoed: int
    """Runs that are kept and not believed: the machine was not steady."""
    moved: int
    """Runs around which its fixed work took longer or shorter, within what is allowed."""
    is_resting: bool
    """It has runs, but none among the newest of the project."""
    imported_at: datetime | None
    """When results of other tools came in last; they are not among its runs."""


@dataclass(frozen=True, slots=True)
class MachineHealth(MachineRuns):
    """A machine as its runs among the newest 300 of the project found it."""

    fitness: Fitness


@dataclass(frozen=True, slots=True)
class ShownNews:
    """What happened since a person looked last; None for `since`: they never said that they did."""

    since: datetime | None
    """Null: they never said that they did."""
    appeared: Sequence[AlertGroup] = ()
    """Confirmed since then, at most 12."""
    appeared_total: int = 0
    ended: Sequence[AlertGroup] = ()
    """Fixed, refuted or taken back since then, at most 12."""
    ended_total: int = 0
    machines: int = 0
    """Changes of a machine, or of one binary against itself."""
    runs: int = 0


@dataclass(frozen=True, slots=True)
class Mover:
    """An open alert group and values of its worst series: the newest, or those around its step."""

    group: AlertGroup
    values: Sequence[float]
    """At most 60 values in commit order; around the step where the newest do not show it."""
    change_at: Sequence[int]
    """Indices of `values` at which an open change point of that series starts."""


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """Open groups that were found in results imported long after they were measured."""

    groups: int
    regressions: int
    improvements: int
    others: int
    """Changes in them of metrics without a direction."""


@dataclass(frozen=True, slots=True)
class OpenChanges:
    """Confirmed, and nobody has acted on it yet."""

    movers: Sequence[Mover]
    """By cause, at most 16: regressions first, the largest first, then what is history."""
    history: OpenHistory
    """The part of the counts below that is history."""
    total: int
    """Groups that the code may have made."""
    regressions: int
    improvements: int
    others: int
    """Changes in them, those of a metric without a direction counted last."""
    in_pulls: int
    """Further groups, on branches of pull requests: they are judged there."""
    worst: ChangePoint | None
    """The largest regression that is no history; without one the largest change."""
    asides: Sequence[AlertGroup]
    """Machines that changed, and steps of one binary, at most 4: nobody is asked for anything."""
    aside_total: int
    improved_this_week: int
    """Open improvements of the code that were found in the last 7 days, history apart."""


@dataclass(frozen=True, slots=True)
class OpenPulls:
    """Pull requests that are not merged yet, the newest first, and how many there are in all."""

    rows: Sequence[StoredPullRequest]
    total: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What everybody who may read a project is told on its first page."""

    as_of: datetime
    """When it was read: what came later is not in it."""
    project: ProjectCounts
    totals: Totals
    suites: Sequence[SuiteCard]
    open: OpenChanges
    open_change_total: int
    acknowledged_total: int
    suspected_total: int
    pulls: OpenPulls
    recent_runs: Sequence[ListedRun]
    machines: Sequence[MachineHealth]
    agents: Sequence[Agent]
    outages: Sequence[Outage]
    """What should report and does not."""
    pending_reports: int
    failed_reports: int


def worst(verdicts: Sequence[str]) -> str | None:
    """Return the verdict to look at first, or None where there is none."""
    return min(verdicts, key=SEVERITY.index, default=None)


def starts_of(points_from_change: Sequence[int], shown: int) -> list[int]:
    """Turn "points from the change to the newest" into indices of the newest `shown` values.

    Changes before the first shown value are left out.
    """
    return sorted({shown - count for count in points_from_change if 0 < count <= shown})
