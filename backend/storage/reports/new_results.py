"""A result on its way into the database."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum


class Basis(IntEnum):
    """What a result rests on."""

    SAMPLES = 0
    SUMMARY = 1
    HISTOGRAM = 2


@dataclass(slots=True)
class NewResult:
    """A result on its way into the database; numbers are in base units."""

    series_id: int
    position: int
    run_id: int
    commit_id: int
    fingerprint_id: int | None
    measured_at: datetime
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    basis: Basis
    samples: list[float] | None = None
    histogram: str | None = None
    histogram_scale: float | None = None
    binary_hash: str | None = None
    benchmark_version: str | None = None
    spread: str | None = None
    """What the ends of its spread are, where they are no interval of 95 % confidence."""
    spread_low: float | None = None
    spread_high: float | None = None
    rounds: list[int] | None = None
    """Of each sample; None where they are 1, 2, 3, … or unknown."""
    aspects: list[float] | None = None
    """What `stats.aspects` says of it; None where it says nothing."""
