"""Metric, direction and noise kind; what may be declared of a stored metric."""

from dataclasses import dataclass
from enum import StrEnum

from backend.domain.catalogue.units import Unit, fitted


class BetterDirection(StrEnum):
    LOWER = "lower"
    HIGHER = "higher"
    UNKNOWN = "unknown"


class NoiseKind(StrEnum):
    SAMPLED = "sampled"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity of a suite. `unit` is a base unit: what is stored is in it."""

    id: int
    name: str
    unit: str
    direction: BetterDirection
    noise: NoiseKind


CONTRADICTION_REMEDY = (
    "correct this, or what is stored (tidemark correct metric), or give the metric another name"
)


def contradiction(stored: Metric, declared: Unit, direction: BetterDirection) -> str | None:
    """Say why a declaration does not fit the stored metric, or None when it does."""
    if fitted(declared, stored.unit) is None:
        return f"{stored.name} is stored in {stored.unit}, and this is in {declared.base}"
    if BetterDirection.UNKNOWN in (stored.direction, direction) or stored.direction == direction:
        return None
    return f"{stored.name} is stored as {stored.direction} is better, and this says {direction}"
