"""How a series and a commit are named wherever they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from backend.domain.parameters import Scalar


@dataclass(frozen=True, slots=True)
class SeriesLabel:
    """Everything that tells one series from another, with the unit and direction of its numbers."""

    id: int
    suite: str
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str
    unit: str
    direction: str
    noise: str
    testbed: str
    branch: str
    suite_id: int = 0
    benchmark_id: int = 0


@dataclass(frozen=True, slots=True)
class CommitRef:
    """A commit as people recognise it; `name` is the stable id as uploaded."""

    id: int
    name: str
    subject: str
    time: datetime | None
    author: str
    url: str | None
