"""Results of one run held against each other: by rounds, and by their tails."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.domain.catalogue.labels import SeriesLabel

CURVE = (
    10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 75.0, 80.0, 85.0, 90.0, 92.5, 95.0, 96.0, 97.0, 98.0,
    98.5, 99.0, 99.25, 99.5, 99.7, 99.8, 99.9, 99.95, 99.97, 99.98, 99.99, 99.995, 99.999,
)  # fmt: skip
"""Percentiles of a curve, evenly spread on an axis of 1 / (1 - p) as far as recordings reach."""
MOST_TAILS = 8
MOST_PAIRS = 200


PairBasis = Literal["rounds", "samples", "histogram", "exact", "none"]
TailBasis = Literal["samples", "histogram"]


@dataclass(frozen=True, slots=True)
class TailPoint:
    """A percentile with its 95 % interval; None: too few recordings for a bound."""

    percentile: float
    value: float
    low: float | None
    high: float | None
    """Of the 95 % interval; null where too few recordings lie beyond."""


@dataclass(frozen=True, slots=True)
class ResultTail:
    """The percentiles of one result, as far as it has recordings beyond them."""

    series: SeriesLabel
    basis: TailBasis
    n: int
    points: Sequence[TailPoint]
    """As far as recordings reach."""


@dataclass(frozen=True, slots=True)
class TailList:
    rows: Sequence[ResultTail]


@dataclass(frozen=True, slots=True)
class VariantPair:
    """A contender against its baseline within one run; `basis` says by what they were judged."""

    baseline: int
    contender: int
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]
    basis: PairBasis
    n: int
    ratio: float | None
    low: float | None
    high: float | None
    sentence: str


@dataclass(frozen=True, slots=True)
class VariantPairs:
    rows: Sequence[VariantPair]
