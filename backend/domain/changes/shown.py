"""Change points as people read them: the two levels, the interval, and the commits in question."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.commits.forges import forge_of
from backend.domain.people.projects import Project
from backend.domain.reports.run_pages import AttributeChange

OPEN_STATES = ("confirmed",)
"""States in which a change point asks for attention; a suspicion asks for nothing yet."""


@dataclass(frozen=True, slots=True)
class ShownChange:
    """The first commit of a new level in a series; levels are in the unit of the series."""

    id: int
    series: SeriesLabel
    state: str
    kind: str
    verdict: str
    ratio: float
    """Level after over level before, with its 95 % interval."""
    low: float
    high: float
    z: float
    before: float
    after: float
    before_n: int
    after_n: int
    smallest_detectable: float | None
    commit: CommitRef
    previous_commit: CommitRef | None
    first_suspect: CommitRef | None
    last_suspect: CommitRef | None
    suspects: int
    detected_at: datetime
    detector: str
    cause: str = "detection"
    """Who or what brought it into its state."""
    same_code: bool = False
    offsets: Sequence[float] = ()
    run_id: int | None = None
    differences: Sequence[AttributeChange] = ()
    """What differs in environment and fingerprint between the runs surely before and after."""
    acknowledged_at: datetime | None = None
    acknowledged_by: str | None = None
    """Since when somebody takes care of it, and who."""


def comparison_of(project: Project, change: ShownChange) -> str | None:
    """Return where the code between both levels can be read; one commit has a page of its own."""
    before, last = change.previous_commit, change.last_suspect or change.commit
    forge = forge_of(project.repository_url, change.commit.url)
    if forge is None or before is None:
        return None
    return forge.comparison((before.name, before.url), (last.name, last.url))
