"""What a job found out: of a suspicion, whether it is upheld."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from backend.domain.jobs.nights import RuleStanding
from backend.domain.jobs.upheld import UpheldRate
from backend.domain.plain_values import NULL_IF_NOT_FINITE

Finding = Literal[
    "confirmed", "refuted", "unclear", "unsteady", "more pairs", "not measured",
    "found", "narrowed", "none of them", "settled", "several best", "steady", "filled",
    "kept", "not kept", "refused",
]  # fmt: skip
"""Of bisections: one commit is named, several are left, or none did it.
"settled", "several best" of sweeps; "steady" of a machine that was held
against itself; "filled" of commits that nobody had measured.
"kept", "not kept", "refused" of proposals: the last one is not to be believed."""
Bound = Annotated[float, NULL_IF_NOT_FINITE]
ENOUGH = 0.5
"""Share of the suspected effect below which what is real is refuted all the same."""
FEWEST_PAIRS, FIRST_PAIRS, MOST_PAIRS = 3, 6, 42
"""Of a confirmation: from look to look, before the first verdict, in all."""


@dataclass(frozen=True, slots=True)
class ArmInterval:
    """Contender over baseline of one pair of arms, with its interval."""

    ratio: float
    low: float
    high: float
    pairs: int
    coverage: float


@dataclass(frozen=True, slots=True)
class PairsLook:
    """What the first so many pairs said."""

    pairs: int
    ratio: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class JobVerdict:
    """What came of a job that held commits against each other."""

    finding: Finding
    """Whether the suspicion is upheld; "more pairs" while the job goes on to measure them."""
    sentence: str
    ratio: Bound | None = None
    low: Bound | None = None
    high: Bound | None = None
    pairs: int = 0
    runs: Sequence[int] = ()
    """Ids of the runs that it rests on: baseline, contender."""
    itself: Bound | None = None
    """Ratio of the baseline measured again to itself."""
    looks: Sequence[PairsLook] = ()
    """The interval as it narrowed, from look to look."""
    compared: int = 0
    """Of an A/A job: results that were held against themselves."""
    alarms: int = 0
    """Of an A/A job: those that differed."""


@dataclass(frozen=True, slots=True)
class VerdictTally:
    """What jobs that measured suspicions again found on one machine."""

    machine_id: int
    machine: str
    testbed: str
    upheld: int
    """Changes that both commits, measured in turns, showed again."""
    refuted: int
    """Changes of which less than half was seen in turns, or nothing."""
    unclear: int
    """Undecided when the budget was spent."""
    unsteady: int
    """The last good commit differed from itself: the machine told nothing."""
    rate: UpheldRate


@dataclass(frozen=True, slots=True)
class VerdictTallies:
    rows: Sequence[VerdictTally]
    """By the name of the machine."""
    overall: UpheldRate
    """Of all machines together."""
    rules: Sequence[RuleStanding] = ()
    """Rules that ask for jobs by themselves, in the order of the file."""


def judge_suspicion(suspected: float, found: ArmInterval) -> Finding:
    """Hold a suspected ratio against an interval of results that no rounds pair.

    Refuted: the interval leaves no room for half of the suspected effect, so what is real but much
    smaller is refuted too. Confirmed: it leaves room for that, and none for "no change".
    """
    is_up = suspected > 1.0
    towards, away = (found.low, found.high) if is_up else (1.0 / found.high, 1.0 / found.low)
    wanted = suspected if is_up else 1.0 / suspected
    if away < 1.0 + ENOUGH * (wanted - 1.0):
        return "refuted"
    return "confirmed" if towards > 1.0 else "unclear"
