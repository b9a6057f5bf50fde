"""Change points as pages show them."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import CommitRef, PageOf, SeriesLabel


class ChangePoint(BaseModel):
    """The first commit of a new level in a series, with what the detector knows about it."""

    id: int
    series: SeriesLabel
    state: Literal["suspected", "confirmed", "refuted", "fixed", "withdrawn"]
    kind: Literal["step", "environment"]
    verdict: Literal["regression", "improvement", "change"]
    """`change` where the direction of the metric is unknown."""
    ratio: float | None
    """Level after over level before; null where a level is not above zero."""
    low: float | None
    high: float | None
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


class ChangePage(PageOf):
    rows: list[ChangePoint]
