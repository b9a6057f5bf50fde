"""What a job found out: of a suspicion, whether it is upheld."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from backend.domain.plain_values import NULL_IF_NOT_FINITE

Finding = Literal["confirmed", "refuted", "unclear", "not measured"]
Bound = Annotated[float, NULL_IF_NOT_FINITE]
ENOUGH = 0.5
"""Share of the suspected effect that an interval must rule out to refute it."""


@dataclass(frozen=True, slots=True)
class ArmInterval:
    """Contender over baseline of one pair of arms, with its interval."""

    ratio: float
    low: float
    high: float
    pairs: int
    coverage: float


@dataclass(frozen=True, slots=True)
class JobVerdict:
    """What came of a job that held commits against each other."""

    finding: Finding
    """Whether the suspicion is upheld; "unclear" where more pairs are needed."""
    sentence: str
    ratio: Bound | None = None
    low: Bound | None = None
    high: Bound | None = None
    pairs: int = 0
    runs: Sequence[int] = ()
    """Ids of the runs that it rests on: baseline, contender."""


def judge_suspicion(suspected: float, found: ArmInterval) -> Finding:
    """Hold a suspected ratio against what interleaved pairs say.

    Refuted: the interval leaves no room for half of the suspected effect, so what is real but much
    smaller is refuted too. Confirmed: it leaves room for that, and none for "no change". Else more
    pairs are needed.
    """
    is_up = suspected > 1.0
    towards, away = (found.low, found.high) if is_up else (1.0 / found.high, 1.0 / found.low)
    wanted = suspected if is_up else 1.0 / suspected
    if away < 1.0 + ENOUGH * (wanted - 1.0):
        return "refuted"
    return "confirmed" if towards > 1.0 else "unclear"
