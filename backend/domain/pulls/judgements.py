"""What a pull request comes to: both sides compared, the gate applied, all of it in plain values.

It is kept as it was judged, so that page, comment and check say the same.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.catalogue.labels import SeriesLabel, full_name, series_name, variant_name
from backend.domain.comparisons.shown import ComparedRow
from backend.domain.effects import LARGEST_LOG
from backend.domain.pulls.acceptances import FailingRegression, GateAcceptance, holding
from backend.stats.suites.compare import SAME_BINARY

MOST_KEPT = 600
"""Rows in words; the comparison page has all."""


class PullState(StrEnum):
    """What the check says."""

    WAITING = "waiting"
    """Nothing was measured at the head yet."""
    FAILED = "failed"
    ACCEPTED = "accepted"
    PASSED = "passed"
    UNDECIDED = "undecided"
    """Nothing could be compared, or more is inconclusive than told; it holds nobody up."""


@dataclass(frozen=True, slots=True)
class ChosenBase:
    """The commit that stands for what was there before: at the fork point, or nearest to it."""

    commit: str
    fork_point: str | None
    """None: nobody could say where the pull request left its base."""
    before_fork: int = 0
    """Commits between it and the fork point."""
    is_merge: bool = False
    """The contender is a merge of the head into its base, whose first parent this is."""


@dataclass(frozen=True, slots=True)
class PullRow:
    """One result of both sides in words."""

    verdict: str
    name: str
    suite: str
    testbed: str
    sentence: str
    ratio: float
    low: float
    high: float
    direction: str
    series: int
    is_gated: bool = False
    """Fails the gate."""
    judged_by: str = ""
    """The rule that judges the series; empty where no rule is kept."""
    full_name: str = ""
    """With the names of the parameters, as pages write it; empty where an older judgement is."""
    variant: str = ""
    """The benchmark and the values of its parameters; empty where an older judgement has none."""
    levels: str = ""
    """Before and after with their unit; empty where an older judgement has none."""


@dataclass(frozen=True, slots=True)
class PullBudget:
    """A budget of one result of the head that is not surely kept."""

    budget: str
    name: str
    testbed: str
    sentence: str
    series: int
    is_gated: bool
    """Broken here and not before, and meant to fail the gate."""


@dataclass(frozen=True, slots=True)
class PullSurroundings:
    """What stands beside the numbers."""

    splits: Sequence[str] = ()
    noise: Sequence[str] = ()
    differences: Sequence[str] = ()
    warnings: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PullJudgement:
    """All that was found out about one head."""

    head: str
    measured: str
    """The commit whose results were compared; empty where there are none."""
    base: ChosenBase | None
    counts: Mapping[str, int]
    compared: int
    sentence: str
    rows: Sequence[PullRow] = ()
    """The worst first, at most MOST_KEPT."""
    failing: Sequence[FailingRegression] = ()
    rule: str = ""
    """What fails the gate, in words."""
    unknown: str = ""
    """What cannot be told, and what it needs."""
    needs: str = ""
    """What would tell most of that, in a few words."""
    beside: PullSurroundings = PullSurroundings()
    budgets: Sequence[PullBudget] = ()
    """Those that are broken or too near to tell, the failing ones first."""
    why: str = ""
    """Why nothing was compared."""


IsGate = Callable[[SeriesLabel, float], bool]
"""Tells of a series and the size of its regression (|ln ratio|) whether that fails the gate."""


def key_of(label: SeriesLabel) -> str:
    """Name a series so that the same one of a later head has the same name."""
    parameters = " ".join(f"{name}={label.parameters[name]}" for name in sorted(label.parameters))
    return f"{label.suite}|{label.benchmark}|{parameters}|{label.metric}|{label.testbed}"


def _row_key(row: ComparedRow) -> str:
    """Name what a row says of its series: another aspect of it is another regression."""
    key = key_of(row["series"])
    return f"{key}|{row['aspect']}" if row["aspect"] else key


def failing_of(
    rows: Sequence[ComparedRow], silent: Collection[int], is_gate: IsGate
) -> list[FailingRegression]:
    """Return the regressions that fail the gate, as they came.

    `silent` are series whose binary is the same on both sides: the code changed nothing there.
    """
    return [
        FailingRegression(_row_key(row), size, worst)
        for row in rows
        if row["verdict"] == "regression" and row["series"].id not in silent
        for size, worst in [_sizes(row)]
        if is_gate(row["series"], size)
    ]


def _sizes(row: ComparedRow) -> tuple[float, float]:
    """Return |ln ratio|, and the same of the bad end of the interval where that is known."""
    if not row["is_ratio"]:
        base = abs(row["baseline"]["value"]) or 1.0
        ends = [abs(row[name]) / base for name in ("difference", "low", "high")]
        return ends[0], max((end for end in ends if math.isfinite(end)), default=ends[0])
    ratio = _log(row["ratio"])
    ends = [math.log(end) for end in (row["low"], row["high"]) if 0.0 < end < math.inf]
    return abs(ratio), max(abs(ratio), *(abs(end) for end in ends if end * ratio > 0.0), 0.0)


def _log(ratio: float) -> float:
    return math.log(ratio) if ratio > 0.0 and math.isfinite(ratio) else LARGEST_LOG


def rows_of(
    rows: Sequence[ComparedRow],
    silent: Collection[int],
    failing: Sequence[FailingRegression],
    judged_by: Mapping[int, str],
    levels: Callable[[ComparedRow], str],
) -> list[PullRow]:
    """Take what comment and page show of each row, the gating ones first."""
    gated = {one.key for one in failing}
    found = [
        PullRow(
            verdict=SAME_BINARY if row["series"].id in silent else row["verdict"],
            name=series_name(row["series"]),
            suite=row["series"].suite,
            testbed=row["series"].testbed,
            sentence=row["sentence"],
            ratio=_finite_or_zero(row["ratio"]),
            low=_finite_or_zero(row["low"]),
            high=_finite_or_zero(row["high"]),
            direction=row["series"].direction,
            series=row["series"].id,
            is_gated=_row_key(row) in gated,
            judged_by=judged_by.get(row["series"].id, ""),
            full_name=full_name(row["series"]),
            variant=variant_name(row["series"]),
            levels=levels(row),
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: (not one.is_gated, one.verdict == SAME_BINARY))[:MOST_KEPT]


def _finite_or_zero(number: float) -> float:
    """Return what JSON can hold; 0 stands for unknown, which no ratio is."""
    return number if math.isfinite(number) else 0.0


def state_of(judgement: PullJudgement, acceptances: Sequence[GateAcceptance]) -> PullState:
    """Say how the pull request stands."""
    if judgement.failing:
        is_accepted = holding(judgement.failing, acceptances) is not None
        return PullState.ACCEPTED if is_accepted else PullState.FAILED
    if not judgement.measured:
        return PullState.WAITING
    unknown = judgement.counts.get("unknown", 0)
    told = judgement.compared - unknown
    return PullState.PASSED if told and told >= unknown else PullState.UNDECIDED
