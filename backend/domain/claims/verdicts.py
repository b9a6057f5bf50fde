"""What an interval says of a published range: the one rule behind every verdict of a claim."""

import math
from dataclasses import dataclass

from backend.domain.claims.records import ClaimInterval, ClaimVerdict
from backend.domain.reports.claim_checks import read_figure, read_ratio, unit_of
from backend.domain.reports.claims import ClaimStatement

MOST_ROUNDS = 20_000
"""More rounds than these are not proposed: nobody waits for them."""
SMALLEST = 1e-300
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class SaidRange:
    """What was said: the figure, nan where only its ends were, and the range that still fits it.

    `neutral` is the value that means no difference: 1 for ratios, nan for levels.
    """

    value: float
    low: float
    high: float
    neutral: float = math.nan

    @property
    def side(self) -> int:
        """Return 1 where more was said, -1 where less was, 0 where neither."""
        if self.low >= self.neutral and self.high > self.neutral:
            return 1
        return -1 if self.high <= self.neutral and self.low < self.neutral else 0


def said_ratio(statement: ClaimStatement) -> SaidRange:
    """Return what a ratio was said to be, with the tolerance of its digits or the stated one."""
    found = read_ratio(statement.published)
    ends = (found.low, found.high) if found else (0.0, math.inf)
    value = found.value if found else math.nan
    return SaidRange(value, *_stated(statement, ends), neutral=1.0)


def said_level(statement: ClaimStatement) -> SaidRange:
    """Return what a level or share was said to be, in base units."""
    unit = unit_of(statement)
    factor = unit.factor if unit else 1.0
    found = read_figure(statement.published, factor)
    ends = (found.low, found.high) if found else (-math.inf, math.inf)
    value = found.value if found else math.nan
    return SaidRange(value, *_stated(statement, ends, factor))


def _stated(
    statement: ClaimStatement, ends: tuple[float, float], factor: float = 1.0
) -> tuple[float, float]:
    """Return the stated ends; an end left out is open where the other one is stated."""
    low, high = statement.low, statement.high
    if low is None and high is None:
        return ends
    return (
        -math.inf if low is None else low * factor,
        math.inf if high is None else high * factor,
    )


def weigh(found: ClaimInterval, said: SaidRange) -> tuple[ClaimVerdict, int | None]:
    """Judge a measured figure; also the rounds that would settle what is open.

    Confirmed: the whole interval lies inside what was said. Refuted: it lies outside, at no
    difference or in the opposite direction. Other size: outside, in the direction that was said.
    """
    if not found.is_known:
        return "undecided", None
    if found.low >= said.low and found.high <= said.high:
        return "confirmed", None
    if found.high < said.low or found.low > said.high:
        return ("other size" if _is_same_side(found, said) else "refuted"), None
    return "undecided", rounds_to_settle(found, said)


def _is_same_side(found: ClaimInterval, said: SaidRange) -> bool:
    if said.side > 0:
        return found.low > said.neutral
    return said.side < 0 and found.high < said.neutral


def rounds_to_settle(found: ClaimInterval, said: SaidRange) -> int | None:
    """Return about how many more rounds would move the interval off the ends of what was said.

    An interval narrows with the root of its rounds. None where that is more than anybody runs.
    """
    ends = [end for end in (said.low, said.high) if found.low <= end <= found.high]
    if found.n < 1 or not ends:
        return None
    needed = [_narrowing(found, end) for end in ends]
    is_inside = said.low <= found.value <= said.high
    # inside, the interval must leave both ends; outside, the nearer one settles it
    narrowing = max(needed) if is_inside else min(needed)
    total = found.n * narrowing**2 if narrowing < MOST_ROUNDS else math.inf
    return max(1, math.ceil(total - ROUNDING) - found.n) if total <= MOST_ROUNDS else None


def _narrowing(found: ClaimInterval, end: float) -> float:
    """Return how many times narrower the interval must be to leave an end."""
    width = found.high - found.value if end > found.value else found.value - found.low
    return width / max(abs(end - found.value), SMALLEST)
