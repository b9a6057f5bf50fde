"""Claims as they are kept, the results that hold them, and what was found."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.reports.claims import ClaimDocument

ClaimVerdict = Literal["confirmed", "refuted", "other size", "undecided", "not measurable"]
"""`other size`: the same direction, and another size than was said."""
DECIDED: frozenset[str] = frozenset({"confirmed", "refuted", "other size"})
CORES = "cores"
"""Stands for the core count of the machine, as in manifests."""


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim of a project, and where it came from."""

    id: int
    document: ClaimDocument
    suites: Sequence[str]
    created_by: str
    """A person, a key, or the suite whose manifest says it."""
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A stored result with everything it rests on, in base units."""

    series: SeriesLabel
    run_id: int
    basis: int
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    samples: Sequence[float] | None
    rounds: Sequence[int] | None
    histogram: str | None
    scale: float | None
    in_rounds: bool
    """An agent measured it round by round with the other results of its run."""


@dataclass(frozen=True, slots=True)
class ClaimShare:
    """The share of a profile that a group of functions has."""

    benchmark: str
    parameters: Mapping[str, Scalar]
    group: str
    share: float
    low: float | None
    high: float | None
    samples: int
    run_id: int


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run by which claims are judged."""

    id: int
    suite: str
    testbed_id: int
    branch_id: int
    testbed: str
    started_at: datetime
    cores: float | None


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """One published figure beside what was measured of it; levels in base units."""

    label: str
    published: float | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    unit: str = ""
    n: int = 0
    series_id: int | None = None
    run_id: int | None = None


MissingReason = Literal[
    "no result", "failed", "no direction", "one variant", "other machine", "no sweep", "not swept",
    "no profile",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClaimInterval:
    """A measured figure with its interval, nan where there is none, and the rounds behind it."""

    value: float
    low: float
    high: float
    n: int

    @property
    def is_known(self) -> bool:
        return not math.isnan(self.low + self.high)


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What the sentence of a judgement names; by kind of statement, the rest is empty."""

    names: Sequence[str] = ()
    """Contender and baseline, an order, the values that were called best, or what is missing."""
    found: ClaimInterval | None = None
    label: SeriesLabel | None = None
    pairs: Sequence[tuple[str, str]] = ()
    """Pairs of an order that speak against it, or are open."""
    lacking: Sequence[str] = ()
    """Variants of an order without a result."""
    members: Sequence[float] = ()
    """Values that can be the best."""
    values: int = 0
    """Values that were measured."""
    reason: MissingReason | None = None
    """Why nothing can be judged."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ClaimJudgement:
    """A statement held against a run; the interval is that of the ratio, level or share."""

    verdict: ClaimVerdict
    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    more_rounds: int | None = None
    """Rounds that would settle it; None: nothing is open, or no affordable number would."""
    figures: Sequence[ClaimFigure] = ()
    finding: ClaimFinding = ClaimFinding()
    """What its sentence is made of; not stored."""


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """A judgement of one statement by one run, as it is stored."""

    claim_id: int
    place: int
    run_id: int
    testbed: str
    branch: str
    mode: str | None
    commit: str
    measured_at: datetime
    sentence: str
    judgement: ClaimJudgement
    is_fit: bool = True
    """Nothing that the run says of its machine speaks against it."""
