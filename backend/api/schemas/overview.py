"""The first page of a project."""

from datetime import datetime

from pydantic import BaseModel

from backend.api.schemas.changes import ChangePoint
from backend.api.schemas.labels import SeriesLabel
from backend.api.schemas.machines import Agent
from backend.api.schemas.projects import Project
from backend.api.schemas.runs import RunRow


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
    sparklines: list[Sparkline]
    """At most 6: series with open changes first."""


class Totals(BaseModel):
    runs: int
    results: int
    series: int
    commits: int
    machines: int


class Overview(BaseModel):
    project: Project
    totals: Totals
    suites: list[SuiteCard]
    open_changes: list[ChangePoint]
    """Confirmed, newest commits first, at most 50; environment events among them."""
    open_change_total: int
    """Confirmed steps that the code may have made."""
    suspected_total: int
    """Steps that the newest runs hint at and nothing confirms yet; no part of any other count."""
    recent_runs: list[RunRow]
    """At most 20."""
    agents: list[Agent]
    pending_reports: int
    """Accepted and not yet ingested."""
    failed_reports: int
