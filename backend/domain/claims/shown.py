"""What a page shows of a claim: values only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.parameters import Scalar
from backend.domain.claims.records import ClaimFigure, ClaimVerdict
from backend.domain.claims.standing import ClaimStanding
from backend.domain.reports.claims import StatementKind
from backend.domain.reports.profiles import ListedProfile

FACTS = ("cpu_model", "cores", "memory_bytes", "architecture", "kernel")
"""Facts of a machine that are shown beside the published one."""


@dataclass(frozen=True, slots=True)
class ClaimPoint:
    """What a statement came to at one commit."""

    run_id: int
    commit: str
    measured_at: datetime
    verdict: ClaimVerdict
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class StatementOnMachine:
    """How a statement stands on one testbed, by its newest run that could judge it."""

    testbed: str
    run_id: int
    commit: str
    mode: str | None
    measured_at: datetime
    verdict: ClaimVerdict
    sentence: str
    value: float | None
    """The ratio, level, share or best value."""
    low: float | None
    high: float | None
    n: int
    more_rounds: int | None
    """Rounds that would settle it; null: nothing is open, or no affordable number would."""
    standing: ClaimStanding
    """Since when it holds there, or does not hold any more."""
    figures: Sequence[ClaimFigure] = ()
    """Published figures beside those of this run."""
    history: Sequence[ClaimPoint] = ()
    """The newest commits of this branch and mode, oldest first; empty in lists."""
    is_fit: bool = True
    """Nothing that its run says of its machine speaks against it."""
    unfit_runs: Sequence[int] = ()
    """Later runs of a machine that was not fit: they do not count where others could judge."""


@dataclass(frozen=True, slots=True)
class ShownStatement:
    """One statement, what was published of it, and how it stands on each machine."""

    place: int
    kind: StatementKind
    says: str
    """The statement in words."""
    published: str
    """The figure as printed, with its unit."""
    value: float | None
    """The figure as a number: a ratio, or a level in base units."""
    low: float | None
    """From where on a measured figure fits what was said; null: without limit."""
    high: float | None
    """Up to where a measured figure fits what was said; null: without limit."""
    suite: str
    benchmark: str
    metric: str
    figures: Sequence[ClaimFigure]
    """Published figures of its variants, without what was measured."""
    machines: Sequence[StatementOnMachine]
    """By testbed; empty where no run has judged it."""


@dataclass(frozen=True, slots=True)
class StatementCounts:
    """Statements of a claim by verdict, on one testbed."""

    confirmed: int = 0
    """Statements whose interval lies inside what was said."""
    refuted: int = 0
    """Statements whose interval lies outside what was said."""
    other_size: int = 0
    """Statements with the direction that was said, and another size."""
    undecided: int = 0
    """Statements that more rounds would settle."""
    not_measurable: int = 0
    """Statements for which there is no result to judge by."""


@dataclass(frozen=True, slots=True)
class ClaimOnMachine:
    """A claim on one testbed: the verdict of its first statement that could be judged."""

    testbed: str
    verdict: ClaimVerdict
    sentence: str
    statement: int
    """Place of the statement whose verdict it is."""
    counts: StatementCounts
    standing: ClaimStanding
    """Since when the deciding statement holds there, or does not hold any more."""
    run_id: int
    measured_at: datetime


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim with its statements, and how it stands on each machine."""

    id: int
    key: str
    title: str
    source: str
    url: str | None
    date: str
    """When it was published: a year, a month or a day."""
    machine: str
    """The machine of the published figures, in words."""
    testbed: str
    note: str
    created_by: str
    updated_at: datetime
    suites: Sequence[str]
    """Suites whose runs it is judged by."""
    statements: Sequence[ShownStatement]
    """In the order of the claim; the first one decides."""
    machines: Sequence[ClaimOnMachine]
    """By testbed, the last measured first."""


@dataclass(frozen=True, slots=True)
class CounterValue:
    """What one variant has of a further metric."""

    label: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ClaimCounter:
    """A further metric of the variants of a statement, from the same run."""

    metric: str
    unit: str
    direction: Literal["lower", "higher", "unknown"]
    values: Sequence[CounterValue]


@dataclass(frozen=True, slots=True)
class ClaimCurve:
    """A variant whose latencies were recorded: its percentile curve can be drawn."""

    label: str
    run_id: int
    series_id: int


@dataclass(frozen=True, slots=True)
class ClaimLink:
    """A page that shows the same runs otherwise: a sweep, a split or a ladder."""

    title: str
    address: str
    """What follows the address of the project."""


@dataclass(frozen=True, slots=True)
class ClaimMechanism:
    """What may explain the statement that decides: counters, curves and profiles of its run."""

    statement: int
    """Place of the statement that decides."""
    testbed: str
    run_id: int
    counters: Sequence[ClaimCounter]
    """Further metrics of its variants, from the same run."""
    curves: Sequence[ClaimCurve]
    profiles: Sequence[ListedProfile]
    pages: Sequence[ClaimLink]
    """Sweeps, splits and ladders of its suites on this testbed."""


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """What is known of the machine of a testbed, to be read beside the published one."""

    testbed: str
    facts: Mapping[str, Scalar]
    """Facts by name, as the agent reported them."""


@dataclass(frozen=True, slots=True)
class ClaimTableCell:
    """A published figure beside the newest measured one, in base units."""

    published: float | None
    """The published figure."""
    unit: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    ratio: float | None = None
    """The measured figure relative to that of the row it stands against."""
    ratio_low: float | None = None
    """Lower end of the interval of the ratio."""
    ratio_high: float | None = None
    """Upper end of the interval of the ratio."""
    published_ratio: float | None = None
    """The same ratio of the published figures."""
    series_id: int | None = None
    run_id: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimTableLine:
    """One variant of a table on one testbed."""

    label: str
    against: str
    """The label of the row that its ratios are of; empty: none."""
    cells: Sequence[ClaimTableCell]
    """In the order of the columns."""


@dataclass(frozen=True, slots=True)
class ClaimTableOnMachine:
    """A table filled with what one testbed measured."""

    testbed: str
    """Empty where nothing was measured: published figures alone."""
    lines: Sequence[ClaimTableLine]


@dataclass(frozen=True, slots=True)
class ShownClaimTable:
    """Published figures of several variants beside the newest that each testbed measured."""

    title: str
    note: str
    heads: Sequence[str]
    """Heads of its columns."""
    machines: Sequence[ClaimTableOnMachine]
    """By testbed, the last measured first."""


@dataclass(frozen=True, slots=True)
class ClaimDetail(ShownClaim):
    """A claim with its histories, what may explain it, and how to measure it again."""

    mechanisms: Sequence[ClaimMechanism]
    """What may explain the deciding statement, by testbed."""
    facts: Sequence[MachineFacts]
    """The machine of each testbed."""
    tables: Sequence[ShownClaimTable]
    """Published tables, filled with what each testbed measured."""
    commands: Sequence[str]
    """Commands that measure it on this machine."""
