"""Series as lists show them: the newest point, open changes, and a line of the newest values."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from backend.domain.catalogue.labels import CommitRef, SeriesLabel


@dataclass(frozen=True, slots=True)
class LatestPoint:
    value: float
    low: float | None
    high: float | None
    n: int
    commit: CommitRef
    measured_at: datetime


@dataclass(frozen=True, slots=True)
class SeriesListing:
    series: SeriesLabel
    points: int
    latest: LatestPoint | None
    open_changes: int
    sparkline: Sequence[float]
    """In commit order, the newest last."""


def newest_values(tail: bytes, most: int) -> list[float]:
    """Read the newest `most` values of a remembered tail, which has NaN before its first value."""
    values = np.frombuffer(tail, "<f8")
    values = values[np.isfinite(values)]
    return list(values[max(len(values) - most, 0) :].tolist())
