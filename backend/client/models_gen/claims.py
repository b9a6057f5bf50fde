"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import ListedProfile


class ClaimCurve(Struct):
    """
    A variant whose latencies were recorded: its percentile curve can be drawn.
    """

    label: str
    run_id: int
    series_id: int


class ClaimFigure(Struct):
    """
    One published figure beside what was measured of it; levels in base units.
    """

    high: float | None
    label: str
    low: float | None
    published: float | None
    run_id: int | None
    series_id: int | None
    value: float | None
    n: int = 0
    unit: str = ""


class ClaimImport(Struct):
    text: str


class ClaimLink(Struct):
    """
    A page that shows the same runs otherwise: a sweep, a split or a ladder.
    """

    address: str
    title: str


class ClaimPoint(Struct):
    """
    What a statement came to at one commit.
    """

    commit: str
    high: float | None
    low: float | None
    measured_at: str
    run_id: int
    value: float | None
    verdict: Literal["confirmed", "refuted", "other size", "undecided", "not measurable"]


class ClaimStanding(Struct):
    """
    How a statement stands on a testbed by its decided verdicts in the order of commits.
    """

    name: Literal["holds", "no longer holds", "never held", "not decided"]
    since: str | None
    since_commit: str = ""


class ClaimTableCell(Struct):
    """
    A published figure beside the newest measured one, in base units.
    """

    high: float | None
    low: float | None
    published: float | None
    published_ratio: float | None
    ratio: float | None
    ratio_high: float | None
    ratio_low: float | None
    run_id: int | None
    series_id: int | None
    unit: str
    value: float | None
    n: int = 0


class ClaimTableLine(Struct):
    """
    One variant of a table on one testbed.
    """

    against: str
    cells: list[ClaimTableCell]
    label: str


class ClaimTableOnMachine(Struct):
    """
    A table filled with what one testbed measured.
    """

    lines: list[ClaimTableLine]
    testbed: str


class CounterValue(Struct):
    """
    What one variant has of a further metric.
    """

    high: float | None
    label: str
    low: float | None
    value: float


class MachineFacts(Struct):
    """
    What is known of the machine of a testbed, to be read beside the published one.
    """

    facts: dict[str, str | int | float | bool]
    testbed: str


class SavedClaims(Struct):
    """
    Keys of the claims of a file.
    """

    added: list[str]
    changed: list[str]
    unchanged: list[str]


class ShownClaimTable(Struct):
    """
    Published figures of several variants beside the newest that each testbed measured.
    """

    heads: list[str]
    machines: list[ClaimTableOnMachine]
    note: str
    title: str


class StatementCounts(Struct):
    """
    Statements of a claim by verdict, on one testbed.
    """

    confirmed: int = 0
    not_measurable: int = 0
    other_size: int = 0
    refuted: int = 0
    undecided: int = 0


class StatementOnMachine(Struct):
    """
    How a statement stands on one testbed, by its newest run that could judge it.
    """

    commit: str
    figures: list[ClaimFigure]
    high: float | None
    history: list[ClaimPoint]
    low: float | None
    measured_at: str
    mode: str | None
    more_rounds: int | None
    n: int
    run_id: int
    sentence: str
    standing: ClaimStanding
    testbed: str
    unfit_runs: list[int]
    value: float | None
    verdict: Literal["confirmed", "refuted", "other size", "undecided", "not measurable"]
    is_fit: bool = True


class ClaimCounter(Struct):
    """
    A further metric of the variants of a statement, from the same run.
    """

    direction: Literal["lower", "higher", "unknown"]
    metric: str
    unit: str
    values: list[CounterValue]


class ClaimMechanism(Struct):
    """
    What may explain the statement that decides: counters, curves and profiles of its run.
    """

    counters: list[ClaimCounter]
    curves: list[ClaimCurve]
    pages: list[ClaimLink]
    profiles: list[ListedProfile]
    run_id: int
    statement: int
    testbed: str


class ClaimOnMachine(Struct):
    """
    A claim on one testbed: the verdict of its first statement that could be judged.
    """

    counts: StatementCounts
    measured_at: str
    run_id: int
    sentence: str
    standing: ClaimStanding
    statement: int
    testbed: str
    verdict: Literal["confirmed", "refuted", "other size", "undecided", "not measurable"]


class ShownStatement(Struct):
    """
    One statement, what was published of it, and how it stands on each machine.
    """

    benchmark: str
    figures: list[ClaimFigure]
    high: float | None
    kind: Literal["ratio", "best", "order", "percentile", "level", "share", "size"]
    low: float | None
    machines: list[StatementOnMachine]
    metric: str
    place: int
    published: str
    says: str
    suite: str
    value: float | None


class ClaimDetail(Struct):
    """
    A claim with its histories, what may explain it, and how to measure it again.
    """

    commands: list[str]
    created_by: str
    date: str
    facts: list[MachineFacts]
    id: int
    key: str
    machine: str
    machines: list[ClaimOnMachine]
    mechanisms: list[ClaimMechanism]
    note: str
    source: str
    statements: list[ShownStatement]
    suites: list[str]
    tables: list[ShownClaimTable]
    testbed: str
    title: str
    updated_at: str
    url: str | None


class ShownClaim(Struct):
    """
    A claim with its statements, and how it stands on each machine.
    """

    created_by: str
    date: str
    id: int
    key: str
    machine: str
    machines: list[ClaimOnMachine]
    note: str
    source: str
    statements: list[ShownStatement]
    suites: list[str]
    testbed: str
    title: str
    updated_at: str
    url: str | None


class ClaimList(Struct):
    rows: list[ShownClaim]
