"""What a pull request comes to: both sides compared, the gate applied, all of it in plain values.

It is kept as it was judged, so that page, comment and check say the same.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.catalogue.labels import SeriesLabel, full_name, series_name, variant_name
from backend.domain.commits.words import short_commit
from backend.domain.comparisons.pages import ComparedRow
from backend.domain.pulls.acceptances import FailingRegression, GateAcceptance, holding
from backend.domain.words.effect_numbers import counted_in, goal, per_cent
from backend.domain.words.effects import LARGEST_LOG, counted
from backend.stats.suites.compare import SAME_BINARY

MOST_KEPT = 600
"""Rows in words; the comparison page has all."""
_ENDS = re.compile(r" \[|, |;")
"""Where the size of an effect ends in its sentence."""


class PullState(StrEnum):
    """What the check says."""

    WAITING = "waiting"
    """Nothing was measured at the head yet."""
    FAILED = "failed"
    ACCEPTED = "accepted"
    PASSED = "passed"
    UNDECIDED = "undecided"
    """Nothing could be compared, or nothing told; it holds nobody up."""


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
    beside: PullSurroundings = PullSurroundings()
    why: str = ""
    """Why nothing was compared."""


IsGate = Callable[[SeriesLabel, float], bool]
"""Tells of a series and the size of its regression (|ln ratio|) whether that fails the gate."""


def key_of(label: SeriesLabel) -> str:
    """Name a series so that the same one of a later head has the same name."""
    parameters = " ".join(f"{name}={label.parameters[name]}" for name in sorted(label.parameters))
    return f"{label.suite}|{label.benchmark}|{parameters}|{label.metric}|{label.testbed}"


def failing_of(
    rows: Sequence[ComparedRow], silent: Collection[int], is_gate: IsGate
) -> list[FailingRegression]:
    """Return the regressions that fail the gate, as they came.

    `silent` are series whose binary is the same on both sides: the code changed nothing there.
    """
    return [
        FailingRegression(key_of(row["series"]), size, worst)
        for row in rows
        if row["verdict"] == "regression" and row["series"].id not in silent
        for size, worst in [_sizes(row)]
        if is_gate(row["series"], size)
    ]


def _sizes(row: ComparedRow) -> tuple[float, float]:
    """Return |ln ratio|, and the same of the bad end of the interval; nan becomes unknown."""
    if not row["is_ratio"]:
        base = abs(row["baseline"]["value"]) or 1.0
        ends = [abs(row[name]) / base for name in ("difference", "low", "high")]
        return ends[0], max((end for end in ends if math.isfinite(end)), default=ends[0])
    ratio, low, high = (_log(end) for end in (row["ratio"], row["low"], row["high"]))
    worse = [end for end in (low, high) if math.isfinite(end) and end * ratio > 0.0]
    return abs(ratio), max((abs(end) for end in worse), default=abs(ratio))


def _log(ratio: float) -> float:
    return math.log(ratio) if ratio > 0.0 and math.isfinite(ratio) else LARGEST_LOG


def rows_of(
    rows: Sequence[ComparedRow],
    silent: Collection[int],
    failing: Sequence[FailingRegression],
    judged_by: Mapping[int, str],
) -> list[PullRow]:
    """Take what comment and page show of each row, the gating ones in front."""
    gated = {one.key for one in failing}
    found = [
        PullRow(
            verdict=SAME_BINARY if row["series"].id in silent else row["verdict"],
            name=series_name(row["series"]),
            suite=row["series"].suite,
            testbed=row["series"].testbed,
            sentence=row["sentence"],
            ratio=_told(row["ratio"]),
            low=_told(row["low"]),
            high=_told(row["high"]),
            direction=row["series"].direction,
            series=row["series"].id,
            is_gated=key_of(row["series"]) in gated,
            judged_by=judged_by.get(row["series"].id, ""),
            full_name=full_name(row["series"]),
            variant=variant_name(row["series"]),
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: (not one.is_gated, one.verdict == SAME_BINARY))[:MOST_KEPT]


def _told(number: float) -> float:
    """Return what JSON can hold; 0 stands for unknown, which no ratio is."""
    return number if math.isfinite(number) else 0.0


def unknown_words(needs: Sequence[float], unknown: int) -> str:
    """Say how many cannot be told and how many more pairs most of them need."""
    if not unknown:
        return ""
    finite = sorted(one for one in needs if math.isfinite(one) and one > 0.0)
    hopeless = sum(math.isinf(one) for one in needs)
    said = f"{counted_in(unknown)} cannot be told yet"
    if finite:
        middle = finite[len(finite) // 2]
        of = "" if len(finite) == unknown else f" for {counted_in(len(finite))} of them"
        said += f": about {counted_in(math.ceil(middle))} more pairs or runs{of} (median)"
    if hopeless:
        said += f"; {counted_in(hopeless)} would need more than a thousand"
    blind = sum(math.isnan(one) for one in needs)
    if blind:
        said += f"; of {counted_in(blind)} the scatter between runs is not known: {MEASURE_MORE}"
    return f"{said}."


MEASURE_MORE = "some more runs of the base branch show it"


def base_words(base: ChosenBase) -> str:
    """Say what was compared against, and why that."""
    name = short_commit(base.commit)
    if base.is_merge:
        return f"{name}, the base branch as it was merged with the head to be measured"
    if base.fork_point is None:
        return f"{name}; the forge did not say where the pull request left its base"
    if base.commit == base.fork_point:
        return f"{name}, the fork point"
    fork = short_commit(base.fork_point)
    before = counted(base.before_fork, "commit")
    far = f", {before} before it" if base.before_fork else ""
    return f"{name}: the fork point {fork} was not measured, this is the nearest one{far}"


def state_of(judgement: PullJudgement, acceptances: Sequence[GateAcceptance]) -> PullState:
    """Say how the pull request stands."""
    if judgement.failing:
        is_accepted = holding(judgement.failing, acceptances) is not None
        return PullState.ACCEPTED if is_accepted else PullState.FAILED
    if not judgement.measured:
        return PullState.WAITING
    told = judgement.compared - judgement.counts.get("unknown", 0)
    return PullState.PASSED if told else PullState.UNDECIDED


def headline_of(judgement: PullJudgement, acceptances: Sequence[GateAcceptance]) -> str:
    """Give the verdict in one line: how many regressions, and the worst of them."""
    state = state_of(judgement, acceptances)
    if state is PullState.WAITING:
        return f"Waiting for results of {short_commit(judgement.head)}"
    if state is PullState.UNDECIDED:
        many = _many(judgement.compared, "result")
        said = f"Cannot tell yet: {many} compared, none told apart"
        return said if judgement.compared else "Nothing to compare with yet"
    worse, better = (judgement.counts.get(one, 0) for one in ("regression", "improvement"))
    if worse:
        worst = _ENDS.split(judgement.rows[0].sentence, maxsplit=1)[0]
        word = "the worst " if worse > 1 else ""
        said = f"{_many(worse, 'regression')}{_variants_of(judgement, worse)}, {word}{worst}"
        given = holding(judgement.failing, acceptances)
        if given is not None:
            return f"{said}; accepted by {given.by}"
        return said if judgement.failing else f"{said}; none fails the gate"
    gained = f", {_many(better, 'improvement')}" if better else ""
    return f"No regression in {_many(judgement.compared, 'result')}{gained}"


def _variants_of(judgement: PullJudgement, worse: int) -> str:
    """Say in how few variants the regressions are: metrics and testbeds of one count once."""
    rows = [row for row in judgement.rows if row.verdict == "regression"]
    found = {(row.suite, row.variant) for row in rows}
    if len(rows) < worse or len(found) == worse or not all(row.variant for row in rows):
        return ""
    return f" of {rows[0].variant}" if len(found) == 1 else f" of {_many(len(found), 'variant')}"


def _many(count: int, noun: str) -> str:
    return f"{counted_in(count)} {noun}{'' if count == 1 else 's'}"


def rule_words(least: float, *, is_gating: bool, has_rules: bool = False) -> str:
    """Say what fails the gate of a project."""
    if not is_gating:
        return "Nothing fails: regressions are shown and hold nobody up."
    said = (
        f"Regressions of {goal(least)} % or more fail the gate"
        if least > 0.0
        else "Every regression fails the gate"
    )
    return f"{said}, where no threshold of the project says otherwise." if has_rules else f"{said}."


def noise_words(
    name: str,
    score: tuple[float, float | None, float | None] | None,
    verdict: str | None,
    warnings: int,
) -> str:
    """Say how quiet a machine was while both sides were measured."""
    said = []
    if score is not None:
        centre, low, high = score
        ends = f" [{low:.0f}, {high:.0f}]" if low is not None and high is not None else ""
        said.append(f"noise score {centre:.0f} of 100{ends}")
    if verdict:
        said.append(f"control benchmark {CONTROL_WORDS.get(verdict, verdict)}")
    if warnings:
        said.append(f"its preflight warned of {counted(warnings, 'thing')}")
    return f"{name}: {', '.join(said) or 'its preflight warned of nothing'}."


CONTROL_WORDS = {"veto": "vetoed a run", "moved": "moved"}


def reach_words(reach: float, alpha: float) -> str:
    """Say what the intervals hold and how far they reach; empty where there are none."""
    if not math.isfinite(reach):
        return ""
    return (
        f"Intervals hold the truth in {goal(1.0 - alpha)} % of cases, wider where many differences"
        f" are claimed; half of them reach {per_cent(reach)} % or less to either side."
    )


def difference_words(kind: str, name: str, before: object, after: object) -> str:
    """Say what beside the code differs between the sides."""
    first, second = ("not given" if one is None else one for one in (before, after))
    return f"{kind} {name}: {first} before, {second} now."
