"""The first page of a project."""

from datetime import datetime

from pydantic import AwareDatetime, BaseModel

from backend.api.schemas.inputs import Sent
from backend.api.schemas.notifications import Outage
from backend.api.schemas.people.projects import Project
from backend.api.schemas.pulls import PullStateName
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.changes.group_views import AlertGroup
from backend.domain.changes.views import ChangePoint
from backend.domain.machines.fitness import Fitness
from backend.domain.machines.pages import Agent
from backend.domain.reports.run_pages import ListedRun


class Sparkline(BaseModel):
    series: SeriesLabel
    values: list[float]
    """At most 60 values in commit order."""
    change_at: list[int]
    """Indices of `values` at which an open change point starts."""
    worst_verdict: str | None


class SuiteCard(BaseModel):
    id: int
    name: str
    summary: str
    benchmarks: int
    series: int
    runs: int
    last_run_at: datetime | None
    regressions: int
    improvements: int
    runs_missing: int
    """So many more runs it takes before a change could be seen at all."""
    sparklines: list[Sparkline]
    """At most 6: series with open changes first."""


class Totals(BaseModel):
    runs: int
    results: int
    series: int
    commits: int
    machines: int


class MachineHealth(BaseModel):
    """A machine as its runs among the newest 300 of the project found it."""

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
    fitness: Fitness


class News(BaseModel):
    """What happened since a person looked last."""

    since: datetime | None
    """Null: they never said that they did."""
    appeared: list[AlertGroup]
    """Confirmed since then, at most 12."""
    appeared_total: int
    ended: list[AlertGroup]
    """Fixed, refuted or taken back since then, at most 12."""
    ended_total: int
    machines: int
    """Changes of a machine, or of one binary against itself."""
    runs: int


class OpenChanges(BaseModel):
    """Confirmed, and nobody takes care of it yet."""

    groups: list[AlertGroup]
    """By cause, at most 12: what got worse in front, the largest first."""
    total: int
    regressions: int
    improvements: int
    others: int
    """Changes in all groups; those of a metric without a direction counted last."""
    worst: ChangePoint | None
    asides: list[AlertGroup]
    """Machines that changed, and steps of one binary, at most 4: nobody is asked for anything."""
    aside_total: int


class OpenPull(BaseModel):
    """A pull request or a merge group (without a number) and what it came to so far."""

    id: int
    number: int | None
    title: str
    author: str
    head: str
    state: PullStateName
    headline: str
    judged_at: datetime | None


class OpenPulls(BaseModel):
    """Not merged yet."""

    rows: list[OpenPull]
    """At most 5, the newest in front."""
    total: int


class SharedOverview(BaseModel):
    """What everybody is told alike; it is made once for all who ask."""

    as_of: AwareDatetime
    """When it was read, by the server's clock: mark this as seen, nothing later."""
    project: Project
    totals: Totals
    suites: list[SuiteCard]
    open: OpenChanges
    open_change_total: int
    """Confirmed steps that the code may have made and nobody takes care of."""
    acknowledged_total: int
    """Groups of changes that somebody takes care of."""
    suspected_total: int
    """Steps that the newest runs hint at and nothing confirms yet; no part of any other count."""
    pulls: OpenPulls
    recent_runs: list[ListedRun]
    """At most 20."""
    machines: list[MachineHealth]
    agents: list[Agent]
    outages: list[Outage]
    """What should report and does not."""
    pending_reports: int
    """Accepted and not yet ingested."""
    failed_reports: int


class Overview(SharedOverview):
    news: News


class SeenMark(Sent):
    """Up to when a person has seen what happened; null: nothing is marked."""

    at: AwareDatetime | None
