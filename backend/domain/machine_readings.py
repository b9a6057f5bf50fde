"""Readings: what single runs say of their machine, and how it went over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

MOST_SHOWN = 300
"""Newest readings of a machine that its page draws."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Noise score with its interval, verdict and works of the control, preflight warnings."""

    score: float | None
    low: float | None
    high: float | None
    verdict: str | None
    works: Sequence[Mapping[str, Any]]
    warnings: int


@dataclass(frozen=True, slots=True)
class MadeReading:
    """A reading in its place: the run that made it and what the machine was."""

    run: int
    measured_at: datetime
    revision: int | None
    """Of the machine's fingerprint."""
    score: float | None
    low: float | None
    high: float | None
    verdict: str | None
    works: Sequence[Mapping[str, Any]]
    warnings: int


def reading_of(conditions: Mapping[str, Any]) -> Reading | None:
    """Take what concerns the machine from the conditions of a run; None where that is nothing."""
    noise, control = conditions.get("noise"), conditions.get("control")
    preflight = conditions.get("preflight")
    if noise is None and control is None and preflight is None:
        return None
    noise, control, preflight = noise or {}, control or {}, preflight or {}
    checks = preflight.get("checks", [])
    return Reading(
        score=noise.get("score"),
        low=noise.get("low"),
        high=noise.get("high"),
        verdict=control.get("verdict"),
        works=control.get("works", []),
        warnings=sum(check["state"] == "warning" for check in checks),
    )
