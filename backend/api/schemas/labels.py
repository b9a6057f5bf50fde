"""How series, commits and numbers are named in every answer."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

Scalar = str | int | float | bool
DirectionName = Literal["lower", "higher", "unknown"]
NoiseName = Literal["sampled", "exact"]


class SeriesLabel(BaseModel):
    """Everything that tells one series from another, with the unit and direction of its numbers."""

    id: int
    suite: str
    benchmark: str
    parameters: dict[str, Scalar]
    metric: str
    unit: str
    """Base unit of every number of the series (`s`, `B`, `op/s`, `1`, …)."""
    direction: DirectionName
    noise: NoiseName
    testbed: str
    branch: str
    suite_id: int
    benchmark_id: int


class CommitRef(BaseModel):
    """A commit as people recognise it."""

    id: int
    name: str
    """The stable id as uploaded: a hash or a release."""
    subject: str
    time: datetime | None
    author: str
    url: str | None


class PageOf(BaseModel):
    """How many rows there are in all, and the cursor that fetches the next ones."""

    total: int
    next: str | None = None
