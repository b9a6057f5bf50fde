"""Readings: what single runs say of their machine, and how it went over time."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from backend.domain.reports.conditions import ControlWork

ControlVerdictName = Literal["steady", "moved", "veto"]
MOST_SHOWN = 300
"""Newest readings of a machine that its page draws."""


MOST_GLANCED = 40
"""Newest readings of a machine that the list of machines draws."""


@dataclass(frozen=True, slots=True)
class GlancedReading:
    """What the list of machines draws of one run."""

    run: int
    measured_at: datetime
    score: float | None
    """Noise score, 0 to 100."""
    is_unfit: bool
    """The run says by itself that its machine was not fit to measure."""


@dataclass(frozen=True, slots=True)
class MachineReading:
    """Noise score with its interval, verdict and works of the control, preflight warnings.

    `foreign_share` is the share of the machine that others used: the median of the run's samples,
    or where that is not known what the preflight saw.
    """

    score: float | None
    low: float | None
    high: float | None
    verdict: ControlVerdictName | None
    works: Sequence[Mapping[str, Any]]
    warnings: int
    foreign_share: float | None


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
    verdict: ControlVerdictName | None
    works: Sequence[ControlWork]
    warnings: int
    foreign_share: float | None = None
    """Of the machine, by others while it measured."""


def reading_of(conditions: Mapping[str, Any]) -> MachineReading | None:
    """Take what concerns the machine from the conditions of a run; None where that is nothing."""
    noise, control = conditions.get("noise"), conditions.get("control")
    preflight = conditions.get("preflight")
    if noise is None and control is None and preflight is None:
        return None
    noise, control, preflight = noise or {}, control or {}, preflight or {}
    checks = preflight.get("checks", [])
    return MachineReading(
        score=noise.get("score"),
        low=noise.get("low"),
        high=noise.get("high"),
        verdict=control.get("verdict"),
        works=control.get("works", []),
        warnings=sum(check["state"] == "warning" for check in checks),
        foreign_share=_foreign_share(conditions.get("foreign") or {}, checks),
    )


_LOAD = re.compile(r"others use (\d{1,3}) % of the machine")
"""How the agent's check `load` begins."""


def _foreign_share(foreign: Mapping[str, Any], checks: Sequence[Mapping[str, Any]]) -> float | None:
    median: float | None = foreign.get("median")
    if median is not None:
        return median
    said = next((check.get("found", "") for check in checks if check.get("name") == "load"), "")
    seen = _LOAD.match(said)
    return int(seen.group(1)) / 100.0 if seen else None
