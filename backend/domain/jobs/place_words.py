"""Jobs in words: how long they take, when they begin, and why runs of them are missing."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

MINUTE, HOUR = 60.0, 3600.0
SHORT, LONG = 1.5 * MINUTE, 1.5 * HOUR
"""Below the first in seconds, from the second on in hours; each number in its own unit."""


class JobSeconds(Protocol):
    """How many seconds something takes, with its range and the jobs that it rests on."""

    @property
    def seconds(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def jobs(self) -> int: ...


@dataclass(frozen=True, slots=True)
class JobReports:
    """What became of the reports that a finished job named."""

    named: int
    waiting: int
    """They came, and are not read yet."""
    failed: int
    fault: str
    """Why the first of those could not be read."""
    missing: int
    """They have not come; the agent keeps them until they have."""


def lasting(told: JobSeconds) -> str:
    """Say how long, with the range: `12 min (8 min to 20 min)`; without measured jobs its limit."""
    if not told.jobs or told.low < 1.0:
        return f"at most {_span(told.high)}"
    middle, low, high = map(_span, (told.seconds, told.low, told.high))
    return f"about {middle}" if low == high else f"about {middle} ({low} to {high})"


def _span(seconds: float) -> str:
    if seconds < SHORT:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE:.0f} min" if seconds < LONG else f"{seconds / HOUR:.1f} h"


def place_sentence(waits_for: str, starts: JobSeconds | None, takes: JobSeconds | None) -> str:
    """Say what a job waits for, when it begins, and how long it takes then."""
    said = f"{waits_for[:1].upper()}{waits_for[1:]}."
    if starts is not None and starts.high >= 1.0:
        said += f" It begins in {lasting(starts)}."
    return said if takes is None else f"{said} It takes {lasting(takes)}."


def due_words(due: str) -> str:
    """Say since when a scheduled run is due: the agent sent a time with a zone, or any text."""
    try:
        moment = datetime.fromisoformat(due)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        return f"due since {due}"
    return f"due since {moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def missing_words(told: JobReports, arms: int, measured: int) -> tuple[str, bool]:
    """Say why a finished job has runs of fewer arms than it should; whether that is for good."""
    if told.waiting:
        return "Its results are being read: look again in a minute.", False
    if told.failed:
        why = f"{_of(told.failed, told.named)} could not be read: {told.fault.rstrip('.')}."
        remedy = "have it read again on the page of failed reports, or ask for the job once more"
        return f"{why} Fix the cause, then {remedy}.", True
    if told.missing:
        have = "has" if told.missing == 1 else "have"
        why = f"{_of(told.missing, told.named)} {have} not come yet"
        remedy = "Its agent sends until all is taken: where that lasts, look into the agent's log"
        return f"{why}. {remedy}.", False
    if measured < arms:
        why = f"It has runs of {measured} of {arms} commits: the rest was not reported, or deleted"
        return f"{why}. Look into its log, or ask for it once more.", True
    return "", False


def _of(some: int, named: int) -> str:
    return "Its report" if named == 1 else f"{some} of its {named} reports"


def rate_words(upheld: int, asked: int, low: float, high: float) -> str:
    """Say a rate: `3 of 4 (75 %, 30 to 95 %)`; without any just `0 of 0`."""
    if not asked:
        return "0 of 0"
    ends = f"{100.0 * low:.0f} to {100.0 * high:.0f}"
    return f"{upheld} of {asked} ({100.0 * upheld / asked:.0f}\u202f%, {ends}\u202f%)"
