"""What can be corrected of the names and metrics of a project."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from backend.domain.catalogue.units import Unit, fitted, parse_unit
from backend.domain.errors import Fault, InvalidError


class NamedKind(StrEnum):
    """What has a name that can be corrected."""

    SUITE = "suite"
    BENCHMARK = "benchmark"
    METRIC = "metric"
    TESTBED = "testbed"
    BRANCH = "branch"
    MACHINE = "machine"


IN_SUITE = frozenset({NamedKind.BENCHMARK, NamedKind.METRIC})
"""Kinds whose names are those of one suite."""
ARCHIVED = frozenset(NamedKind) - {NamedKind.METRIC}
"""Kinds that can be archived, or merged into another of theirs."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Something with a name, and the names that reports may use for it besides."""

    id: int
    name: str
    suite: str
    """Of a benchmark or metric; empty for the others."""
    suite_id: int
    """0 for what is of no suite; of a machine its testbed."""
    aliases: Sequence[str]
    archived_at: datetime | None
    series: int
    """Series that are of it; of a machine those of its testbed."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What is moved where one thing is merged into another, and what stands against it."""

    runs: int
    results: int
    collisions: Sequence[str]
    """Each to be put right first; empty: nothing is."""
    deletion: int | None = None
    """By this id the merge is taken back, as deleted runs are."""
    restorable_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class NamedList:
    rows: Sequence[NamedThing]


@dataclass(frozen=True, slots=True)
class StoredMetric:
    """A metric of a suite as it is stored."""

    id: int
    suite: str
    suite_id: int
    name: str
    unit: str
    """Base unit of everything stored."""
    direction: str
    noise: str
    aliases: Sequence[str]
    series: int


@dataclass(frozen=True, slots=True)
class MetricList:
    rows: Sequence[StoredMetric]


@dataclass(frozen=True, slots=True)
class MetricCorrection:
    """What to correct of a metric; None leaves it as it is."""

    name: str | None = None
    direction: str | None = None
    unit: str | None = None
    """What its numbers are in."""
    was: str | None = None
    """The unit they were sent with by mistake; None: the one that is stored."""


@dataclass(frozen=True, slots=True)
class UnitChange:
    """The new base unit, and what stored numbers are multiplied by."""

    base: str
    factor: float


def unit_change(stored: str, unit: str, was: str | None) -> UnitChange:
    """Say what becomes of stored numbers that were sent in another unit than they are in.

    A number sent as 5 s that was 5 ms is stored as 5 s, and becomes 5 ms.
    """
    new = _read(unit, "unit")
    old = fitted(_read(stored if was is None else was, "was"), stored)
    if old is None:
        reason = f"the metric is stored in {stored or 'no unit'}, and “{was}” is none of that kind"
        raise InvalidError(reason, [Fault("/was", reason, f"name a unit of {stored}")])
    return UnitChange(new.base, new.factor / old.factor)


def _read(text: str, field: str) -> Unit:
    unit = parse_unit(text)
    if unit is None:
        reason = f"“{text}” is no unit"
        raise InvalidError(reason, [Fault(f"/{field}", reason, "write it as ms, B, op/s or 1")])
    return unit
