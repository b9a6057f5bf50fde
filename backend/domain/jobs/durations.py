"""How long jobs take, told from how long jobs like them took."""

from collections.abc import Sequence
from dataclasses import dataclass

FEWEST = 3
"""Measured jobs below which their spread says nothing yet."""
UNKNOWN_SPREAD = 2.0
LOW, HIGH = 0.1, 0.9


@dataclass(frozen=True, slots=True)
class DurationEstimate:
    """Seconds, with the range that eight of ten jobs like it stayed in."""

    seconds: float
    """Median of measured jobs like it; half of the budget where there are none."""
    low: float
    """Seconds that one in ten jobs like it stays below."""
    high: float
    """Seconds that one in ten jobs like it exceeds."""
    jobs: int
    """Measured jobs it rests on; 0: nothing was measured yet, and the budget stands for it."""


def estimate_duration(measured: Sequence[float], budget_s: float) -> DurationEstimate:
    """Estimate from the seconds of jobs of the same kind, suite and testbed."""
    if not measured:
        return DurationEstimate(budget_s / 2.0, 0.0, budget_s, 0)
    ordered = sorted(measured)
    middle = _quantile(ordered, 0.5)
    if len(ordered) < FEWEST:
        return DurationEstimate(
            middle, middle / UNKNOWN_SPREAD, middle * UNKNOWN_SPREAD, len(ordered)
        )
    return DurationEstimate(middle, _quantile(ordered, LOW), _quantile(ordered, HIGH), len(ordered))


def after_one_another(parts: Sequence[DurationEstimate]) -> DurationEstimate:
    """Add durations up; spreads of jobs that do not hang on each other add as squares do."""
    total = sum(one.seconds for one in parts)
    below = sum((one.seconds - one.low) ** 2 for one in parts) ** 0.5
    above = sum((one.high - one.seconds) ** 2 for one in parts) ** 0.5
    return DurationEstimate(
        total, max(total - below, 0.0), total + above, min((one.jobs for one in parts), default=0)
    )


def from_then(whole: DurationEstimate, wait_s: float) -> DurationEstimate:
    """Return when something begins that does not begin before a time."""
    return DurationEstimate(
        max(whole.seconds, wait_s), max(whole.low, wait_s), max(whole.high, wait_s), whole.jobs
    )


def left_of(whole: DurationEstimate, spent_s: float) -> DurationEstimate:
    """Return what is left of a job that has been measured for a while."""
    return DurationEstimate(
        max(whole.seconds - spent_s, 0.0),
        max(whole.low - spent_s, 0.0),
        max(whole.high - spent_s, 0.0),
        whole.jobs,
    )


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
