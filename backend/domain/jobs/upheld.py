"""How many alerts were upheld when both commits were measured again."""

from dataclasses import dataclass

from backend.stats.decisions.proportions import wilson


@dataclass(frozen=True, slots=True)
class UpheldRate:
    """The share of confirmations that upheld their alert, with its interval (95 %, Wilson)."""

    upheld: int
    """Confirmations that showed the change again."""
    asked: int
    """All that were measured, undecided ones included."""
    share: float | None
    """Of those that were measured; nothing where none was."""
    low: float
    """Lower end of the interval of the share."""
    high: float
    """Upper end of the interval of the share."""


def upheld_rate(upheld: int, asked: int) -> UpheldRate:
    low, high = wilson(upheld, asked)
    return UpheldRate(upheld, asked, upheld / asked if asked else None, low, high)
