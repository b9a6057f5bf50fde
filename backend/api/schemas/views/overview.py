"""The first page of a project."""

from datetime import datetime

from pydantic import AwareDatetime, BaseModel

from backend.api.schemas.inputs import Sent
from backend.api.schemas.notifications import Outage
from backend.api.schemas.people.projects import Project
from backend.api.schemas.pulls import PullStateName
from backend.domain.machines.pages import Agent
from backend.domain.reports.run_pages import ListedRun
from backend.domain.views.overviews import MachineHealth, OpenChanges, ShownNews, SuiteCard, Totals


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
    """At most 5, the newest first."""
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
    """Confirmed steps that the code may have made and nobody acknowledged."""
    acknowledged_total: int
    """Acknowledged groups of changes."""
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
    news: ShownNews


class SeenMark(Sent):
    """Up to when a person has seen what happened; null: nothing is marked."""

    at: AwareDatetime | None
