"""Jobs in words: how long they take, and when they begin."""

from typing import Protocol

MINUTE, HOUR = 60.0, 3600.0
SHORT, LONG = 1.5 * MINUTE, 1.5 * HOUR
"""Below the first in seconds, from the second on in hours."""


class JobSeconds(Protocol):
    """How many seconds something takes, with its range."""

    @property
    def seconds(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


def lasting(told: JobSeconds) -> str:
    """Say how long, with the range: `about 12 min (8 to 20)`."""
    if told.high < SHORT:
        scale, unit = 1.0, "s"
    else:
        scale, unit = (MINUTE, "min") if told.high < LONG else (HOUR, "h")
    digits = 1 if unit == "h" else 0
    low, middle, high = (f"{one / scale:.{digits}f}" for one in (told.low, told.seconds, told.high))
    return f"about {middle} {unit} ({low} to {high})"


def place_sentence(waits_for: str, starts: JobSeconds | None, takes: JobSeconds | None) -> str:
    """Say what a job waits for, when it begins, and how long it takes then."""
    said = f"{waits_for[:1].upper()}{waits_for[1:]}."
    if starts is not None and starts.high >= 1.0:
        said += f" It begins in {lasting(starts)}."
    return said if takes is None else f"{said} It takes {lasting(takes)}."


def rate_words(upheld: int, asked: int, low: float, high: float) -> str:
    """Say a rate: `3 of 4 (75 %, 30 to 95 %)`; without any just `0 of 0`."""
    if not asked:
        return "0 of 0"
    ends = f"{100.0 * low:.0f} to {100.0 * high:.0f}"
    return f"{upheld} of {asked} ({100.0 * upheld / asked:.0f}\u202f%, {ends}\u202f%)"
