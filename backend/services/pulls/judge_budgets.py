"""Hold the head of a pull request to the budgets of its project."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import SeriesLabel, full_name
from backend.domain.catalogue.matching import SeriesTable
from backend.domain.comparisons.results import SeriesScatter
from backend.domain.comparisons.shown import Centre, ComparedRow
from backend.domain.pulls.acceptances import FailingRegression
from backend.domain.pulls.judgements import PullBudget, key_of
from backend.domain.thresholds.bounds import Budget, BudgetState, HeldLevel
from backend.services.comparisons.compare_runs import JudgedSides
from backend.services.comparisons.page import RowFilters, page_of
from backend.services.thresholds.hold_bounds import (
    ALL,
    HALF_OF_95,
    commits_of,
    judge_budget,
    name_of,
    rows_between,
)
from backend.stats.comparison.verdicts import STANDARD
from backend.storage.comparisons.sides import read_noise
from backend.storage.thresholds import rows as thresholds
from backend.storage.thresholds.bounds import SuitePlace


@dataclass(frozen=True, slots=True)
class JudgedBudgets:
    shown: Sequence[PullBudget] = ()
    failing: Sequence[FailingRegression] = ()


@dataclass(frozen=True, slots=True)
class JudgedHead:
    """What is judged: the measured commit of a head beside that of its base, and where."""

    measured: str
    base: str
    base_branch: str
    places: Sequence[tuple[str, str]]
    """Suites and testbeds."""


@dataclass(frozen=True, slots=True)
class _Measured:
    """One result of the head or of its base, beside the reference of a budget."""

    level: HeldLevel
    against: ComparedRow | None = None


@dataclass(frozen=True, slots=True)
class _BothResults:
    """One result of the head, and that of the base where there is one."""

    label: SeriesLabel
    head: HeldLevel
    base: HeldLevel | None


def judge_budgets(
    session: Session, project_id: int, judged: JudgedSides, head: JudgedHead, *, is_gating: bool
) -> JudgedBudgets:
    """Return the budgets that the head breaks, or is too near to.

    Bounds that the base breaks already do not fail the check.
    """
    rules = thresholds.read_rules(session, project_id)
    if not rules.budgets:
        return JudgedBudgets()
    results = list(_results(session, project_id, judged))
    described = thresholds.describe_series(session, project_id, [one.label.id for one in results])
    results = [one for one in results if one.label.id in described]
    table = SeriesTable(
        [
            replace(described[one.label.id], branch=head.base_branch or one.label.branch)
            for one in results
        ]
    )
    asked = {one.against for one in rules.budgets if one.worse_by is not None}
    references = [one for one in rules.references if one.name in asked]
    named = commits_of(session, project_id, references)
    of_head, of_base = (
        _against(session, project_id, named, measured, head.places)
        for measured in (head.measured, head.base)
    )
    shown: list[PullBudget] = []
    failing: list[FailingRegression] = []
    for budget in rules.budgets:
        for place in table.matching(budget.filters).nonzero()[0].tolist():
            one = results[place]
            key = budget.against, name_of(one.label)
            after = _Measured(one.head, of_head.get(key))
            before = _Measured(one.base, of_base.get(key)) if one.base else None
            found = _held(budget, one.label, after, before)
            if found is not None:
                is_gated = found.is_gated and is_gating
                shown.append(replace(found, is_gated=is_gated))
                failing += [_failing(budget, one.label, after, before)] if is_gated else []
    return JudgedBudgets(sorted(shown, key=lambda one: not one.is_gated), failing)


def _against(
    session: Session,
    project_id: int,
    references: Mapping[str, str],
    measured: str,
    places: Sequence[tuple[str, str]],
) -> dict[tuple[str, str], ComparedRow]:
    """Compare a commit with references; rows by reference and by what they are of."""
    return {
        (name, key): row
        for name, commit in references.items()
        for suite, testbed in places
        for key, row in rows_between(
            session, project_id, (commit, measured), SuitePlace(suite, testbed, measured)
        ).items()
    }


def _held(
    budget: Budget, label: SeriesLabel, after: _Measured, before: _Measured | None
) -> PullBudget | None:
    """Return what is shown of a budget; None where it is kept, or nothing is known of it."""
    held = judge_budget(budget, label, after.level, after.against)
    if held is None or not any(
        one.state is not BudgetState.KEPT and one.limit is not None for one in held.bounds
    ):
        return None
    new = held.broken - _broken_before(budget, label, before)
    is_old = bool(held.broken) and not new
    said = f"{held.sentence}; broken before it too" if is_old else held.sentence
    return PullBudget(
        budget.name, full_name(label), label.testbed, said, label.id, bool(new) and budget.is_gate
    )


def _failing(
    budget: Budget, label: SeriesLabel, after: _Measured, before: _Measured | None
) -> FailingRegression:
    """Say how far beyond the bounds that it breaks newly a result lies, and how far it may lie."""
    held = judge_budget(budget, label, after.level, after.against)
    old = _broken_before(budget, label, before)
    value, error = after.level.values[0], after.level.error
    size = max(
        _distance(value, one.limit)
        for one in (held.bounds if held else ())
        if one.state is BudgetState.BROKEN and one.part not in old and one.limit is not None
    )
    reach = error if after.level.is_logarithmic else error / abs(value or 1.0)
    return FailingRegression(f"budget {budget.name}|{key_of(label)}", size, size + 2.0 * reach)


def _broken_before(budget: Budget, label: SeriesLabel, before: _Measured | None) -> set[str]:
    """Return the bounds that the base breaks, by what was measured there."""
    if before is None:
        return set()
    row = before.against
    if row is not None:
        row = {**row, "basis": "exact"}
    held = judge_budget(budget, label, replace(before.level, error=0.0), row)
    return held.broken if held else set()


def _distance(value: float, limit: float) -> float:
    if value > 0.0 and limit > 0.0:
        return abs(math.log(value / limit))
    return abs(value - limit) / (abs(limit) or 1.0)


def _results(session: Session, project_id: int, judged: JudgedSides) -> Iterator[_BothResults]:
    filters = RowFilters(SeriesFilters(), limit=ALL)
    page = page_of(judged.centres, judged.lined, judged.columns, filters, STANDARD.threshold)
    noise = read_noise(
        session, project_id, sorted(row["baseline_series"] for row in page.rows)
    ).apart_from_labelled(
        [replace(row["series"], id=row["baseline_series"]) for row in page.rows],
        [row["baseline"]["value"] for row in page.rows],
    )
    for row in page.rows:
        known = noise.get(row["baseline_series"])
        yield _BothResults(
            row["series"], _level(row["contender"], known), _level(row["baseline"], known)
        )
    for one in page.one_sided:
        if one.side == "contender" and math.isfinite(one.value):
            yield _BothResults(one.series, HeldLevel([one.value], 0.0), None)


def _level(centre: Centre, noise: SeriesScatter | None) -> HeldLevel:
    """Return the centre of a commit with its error: the scatter between runs, or within one run."""
    if noise is not None and math.isfinite(noise.sigma):
        error = noise.sigma / math.sqrt(max(centre["runs"], 1))
        return HeldLevel([centre["value"]], error, noise.is_logarithmic, noise.shares)
    ends = centre["low"], centre["high"]
    error = (ends[1] - ends[0]) / 2.0 / HALF_OF_95
    return HeldLevel(
        [centre["value"]], error if math.isfinite(error) else 0.0, is_logarithmic=False
    )
