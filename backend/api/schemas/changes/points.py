"""Change points as pages show them."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.inputs import Sent
from backend.api.schemas.labels import CommitRef, PageOf, SeriesLabel
from backend.api.schemas.reports.runs import AttributeChange


class ChangePoint(BaseModel):
    """The first commit of a new level in a series, with what the detector knows about it."""

    id: int
    series: SeriesLabel
    state: Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"]
    cause: Literal["detection", "reruns", "person"]
    """Who or what brought it into its state."""
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
    same_code: bool
    """Every run around the boundary measured one binary or one commit: it is not the code."""
    offsets: list[float]
    """Where machines take turns: each other one over the newest, taken out before detection."""
    run_id: int | None
    """First run at the new level."""
    differences: list[AttributeChange]
    """What differs in environment and machine between the runs surely before and surely after."""
    acknowledged_at: datetime | None
    """Since when somebody takes care of it."""
    acknowledged_by: str | None


class ChangePage(PageOf):
    rows: list[ChangePoint]


class ChangeJudgement(Sent):
    """What a person says of a change point."""

    is_change: bool
    """False: it is none, whatever later results show. True: take that back."""
