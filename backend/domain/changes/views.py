"""Change points as people read them: the two levels, the interval, and the commits in question."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.commits.forges import forge_of
from backend.domain.people.projects import Project
from backend.domain.plain_values import NULL_IF_NOT_FINITE
from backend.domain.reports.run_pages import AttributeChange

ChangeStateName = Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
CauseName = Literal["detection", "reruns", "job", "person"]
ChangeKindName = Literal["step", "drift", "environment"]
ChangeVerdictName = Literal["regression", "improvement", "change"]
Ratio = Annotated[float, NULL_IF_NOT_FINITE]
OPEN_STATES = ("confirmed",)
"""States in which a change point asks for attention; a suspicion asks for nothing yet."""


@dataclass(frozen=True, slots=True)
class Culprit:
    """A commit that may have made a change, as a bisection measured it."""

    commit: CommitRef
    share: float
    """Probability that it did."""


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """The first commit of a new level in a series; levels are in the unit of the series."""

    id: int
    series: SeriesLabel
    state: ChangeStateName
    kind: ChangeKindName
    verdict: ChangeVerdictName
    """`change` where the direction of the metric is unknown."""
    ratio: Ratio
    """Level after over level before, with its 95 % interval."""
    low: Ratio
    high: Ratio
    """95 % interval of the ratio; null for an environment event, which judges nothing."""
    z: float
    before: float
    after: float
    """The two levels, in the unit of the series."""
    before_n: int
    after_n: int
    """Points behind each level."""
    smallest_detectable: float | None
    """Smallest relative change this series would show within five runs."""
    commit: CommitRef
    """First commit measured at the new level."""
    previous_commit: CommitRef | None
    """Last commit measured at the old level."""
    first_suspect: CommitRef | None
    last_suspect: CommitRef | None
    """Ends of the commit range that holds the cause (95 %)."""
    suspects: int
    """Commits in that range, including those never measured."""
    detected_at: datetime
    detector: str
    """Name and version of the detector that said so."""
    cause: CauseName = "detection"
    """Who or what brought it into its state."""
    same_code: bool = False
    """Every run around the boundary measured one binary or one commit: it is not the code."""
    culprits: Sequence[Culprit] = ()
    """What a bisection named, the likeliest first: 95 % together; empty where there was none."""
    offsets: Sequence[float] = ()
    """Where machines take turns: each other one over the newest, taken out before detection."""
    run_id: int | None = None
    """First run at the new level."""
    differences: Sequence[AttributeChange] = ()
    """What differs in environment and fingerprint between the runs surely before and after."""
    acknowledged_at: datetime | None = None
    """Since when it is acknowledged."""
    acknowledged_by: str | None = None
    """Since when it is acknowledged, and by whom."""
    aspect: str = ""
    """What moved: p90, p99, p99.9, max or spread; empty: the centre."""
    modes_before: Sequence[float] = ()
    """Centres of the modes before, where their number is another one; else empty."""
    modes_after: Sequence[float] = ()
    """Centres of the modes after, where their number is another one; else empty."""
    is_history: bool = False
    """Its group was found over 90 days after its commit was made, in results that came late."""
    pause_days: int | None = None
    """Days without results before `first_suspect`, where they are 90 or more: what came in them may
    be the cause as well."""


def comparison_of(project: Project, change: ChangePoint) -> str | None:
    """Return where the code between both levels can be read; one commit has a page of its own."""
    before, last = change.previous_commit, change.last_suspect or change.commit
    forge = forge_of(project.repository_url, change.commit.url)
    if forge is None or before is None:
        return None
    return forge.comparison((before.name, before.url), (last.name, last.url))
