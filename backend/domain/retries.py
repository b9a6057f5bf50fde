"""When to try again what could not be delivered, and when to stop."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

FIRST_PAUSE_S = 30.0
LONGEST_PAUSE_S = 2 * 3600.0
LONGEST_ASKED_S = 6 * 3600.0
"""However long another server asks us to wait."""
MOST_ATTEMPTS = 10
"""Over about four hours."""
JITTER = 0.2
PASSING = frozenset({408, 425, 429})
"""Refusals (RFC 9110, 6585) that time may heal; other 4xx say that the message is unwanted."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something did not arrive."""

    reason: str
    status: int | None = None
    is_lasting: bool = False
    """Trying again would change nothing."""
    wait_s: float | None = None
    """How long the other side asks to wait."""


def refusal_of(status: int, retry_after: str | None, said: str, now: datetime) -> Refusal:
    """Read an answer that is no success."""
    is_lasting = status < 500 and status not in PASSING  # noqa: PLR2004  as HTTP counts
    told = f"answered {status}{f': {said}' if said else ''}"
    return Refusal(told, status, is_lasting, _asked_wait(retry_after, now))


def _asked_wait(text: str | None, now: datetime) -> float | None:
    """Read Retry-After: seconds or a date."""
    if not text:
        return None
    try:
        return max(float(text), 0.0)
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max((aware - now).total_seconds(), 0.0)


def pause_s(attempts: int, refusal: Refusal, chance: float) -> float | None:
    """Return how long to wait before the next attempt; None: it is given up.

    `chance` lies in [0, 1) and spreads what failed together.
    """
    if refusal.is_lasting or attempts >= MOST_ATTEMPTS:
        return None
    grown = min(FIRST_PAUSE_S * 2.0 ** (attempts - 1), LONGEST_PAUSE_S)
    spread = grown * (1.0 + JITTER * (2.0 * chance - 1.0))
    return max(spread, min(refusal.wait_s or 0.0, LONGEST_ASKED_S))
