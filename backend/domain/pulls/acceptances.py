"""Regressions that somebody accepted, and for how long that holds: until the numbers change.

An acceptance names what it accepts: each gating regression and how bad it may be. It holds, for
this head and for later ones, as long as nothing else fails the gate and nothing got worse than the
far end of the interval that was accepted.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class FailingRegression:
    """A regression that fails the gate: its key, how bad it is, and how bad it may be.

    `worst` is the end of the interval on the bad side; both as |ln ratio|.
    """

    key: str
    size: float
    worst: float


@dataclass(frozen=True, slots=True)
class GateAcceptance:
    """Who accepted what and why; `by` is a login of the forge or a name here."""

    id: int
    head: str
    by: str
    via: str
    """How it was said: comment, or page."""
    reason: str
    accepted: Mapping[str, float]
    """By key: the size up to which it is accepted."""
    at: datetime


def limits_of(failing: Iterable[FailingRegression]) -> dict[str, float]:
    """Return what accepting these regressions accepts."""
    return {one.key: one.worst if math.isfinite(one.worst) else one.size for one in failing}


def not_covered(
    failing: Sequence[FailingRegression], acceptance: GateAcceptance
) -> list[FailingRegression]:
    """Return what an acceptance does not cover: new ones, and those that got worse."""
    return [
        one
        for one in failing
        if one.key not in acceptance.accepted or one.size > acceptance.accepted[one.key]
    ]


def holding(
    failing: Sequence[FailingRegression], given: Sequence[GateAcceptance]
) -> GateAcceptance | None:
    """Return the newest acceptance that covers all that fails; None where none does."""
    if not failing:
        return None
    newest_first = sorted(given, key=lambda one: (one.at, one.id), reverse=True)
    return next((one for one in newest_first if not not_covered(failing, one)), None)
