"""Points of series as rows, for boards and sheets that read one row after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.catalogue.parameters import Scalar

MOST_POINTS = 20_000


@dataclass(frozen=True, slots=True)
class SeriesPoint:
    """One result that counts, with the names of its series."""

    time: datetime
    """Of the commit where that is known, else when it was measured."""
    series: int
    suite: str
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str
    unit: str
    direction: str
    testbed: str
    branch: str
    commit: str
    run: int
    measured_at: datetime
    value: float
    """In base units, as its interval."""
    low: float | None
    high: float | None
    sample_count: int
    """Samples behind the value."""


@dataclass(frozen=True, slots=True)
class PointList:
    """Points in the order of time; the newest 20,000 where there are more."""

    rows: Sequence[SeriesPoint]
