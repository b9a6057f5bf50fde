"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import (
    Agent,
    AlertGroup,
    ChangePoint,
    Fitness,
    ListedRun,
    Outage,
    Project,
    SeriesLabel,
)


class MachineHealth(Struct):
    """
    A machine as its runs among the newest 300 of the project found it.
    """

    fitness: Fitness
    id: int
    imported_at: str | None
    is_resting: bool
    last_run_at: str | None
    moved: int
    name: str
    runs: int
    score: float | None
    testbed: str
    vetoed: int


class OpenHistory(Struct):
    """
    Open groups that were found in results imported long after they were measured.
    """

    groups: int
    improvements: int
    others: int
    regressions: int


class OpenPull(Struct):
    """
    A pull request or a merge group (without a number) and what it came to so far.
    """

    author: str
    head: str
    headline: str
    id: int
    judged_at: str | None
    number: int | None
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"]
    title: str


class OpenPulls(Struct):
    """
    Not merged yet.
    """

    rows: list[OpenPull]
    total: int


class SeenMark(Struct):
    """
    Up to when a person has seen what happened; null: nothing is marked.
    """

    at: str | None


class Sparkline(Struct):
    """
    The newest values of a series in commit order, and where confirmed changes start.
    """

    change_at: list[int]
    series: SeriesLabel
    values: list[float]
    worst_verdict: str | None


class SuiteCard(Struct):
    absent: str
    benchmarks: int
    history: int
    id: int
    improvements: int
    last_run_at: str | None
    longest: int
    name: str
    regressions: int
    runs: int
    runs_missing: int
    series: int
    sparklines: list[Sparkline]
    summary: str
    typical: int


class Totals(Struct):
    commits: int
    machines: int
    results: int
    runs: int
    series: int


class Mover(Struct):
    """
    An open alert group and values of its worst series: the newest, or those around its step.
    """

    change_at: list[int]
    group: AlertGroup
    values: list[float]


class OpenChanges(Struct):
    """
    Confirmed, and nobody has acted on it yet.
    """

    aside_total: int
    asides: list[AlertGroup]
    history: OpenHistory
    improved_this_week: int
    improvements: int
    in_pulls: int
    movers: list[Mover]
    others: int
    regressions: int
    total: int
    worst: ChangePoint | None


class ShownNews(Struct):
    """
    What happened since a person looked last; None for `since`: they never said that they did.
    """

    appeared: list[AlertGroup]
    ended: list[AlertGroup]
    since: str | None
    appeared_total: int = 0
    ended_total: int = 0
    machines: int = 0
    runs: int = 0


class Overview(Struct):
    acknowledged_total: int
    agents: list[Agent]
    as_of: str
    failed_reports: int
    machines: list[MachineHealth]
    news: ShownNews
    open: OpenChanges
    open_change_total: int
    outages: list[Outage]
    pending_reports: int
    project: Project
    pulls: OpenPulls
    recent_runs: list[ListedRun]
    suites: list[SuiteCard]
    suspected_total: int
    totals: Totals
