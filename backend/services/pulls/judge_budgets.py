"""Hold the head of a pull request to the budgets of its project."""

import math
from collections.abc import Iterator, Sequence
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
class _Measured:
    """One result of the head, beside that of the base where there is one."""

    label: SeriesLabel
    level: HeldLevel
    before: HeldLevel | None
    against: ComparedRow | None = None


def judge_budgets(
    session: Session,
    project_id: int,
    judged: JudgedSides,
    head: tuple[str, str, Sequence[tuple[str, str]]],
    *,
    is_gating: bool,
) -> JudgedBudgets:
    """Return the budgets that the head breaks, or is too near to.

    `head` is the measured commit, the base branch, and the suites and testbeds. What the base
    broke already does not fail the check.
    """
    rules = thresholds.read_rules(session, project_id)
    if not rules.budgets:
        return JudgedBudgets()
    measured, base_branch, places = head
    results = list(_results(session, project_id, judged))
    described = thresholds.describe_series(session, project_id, [one.label.id for one in results])
    results = [one for one in results if one.label.id in described]
    table = SeriesTable(
        [
            replace(described[one.label.id], branch=base_branch or one.label.branch)
            for one in results
        ]
    )
    against = {
        (name, key): row
        for name, commit in commits_of(session, project_id, rules.references).items()
        for suite, testbed in places
        for key, row in rows_between(
            session, project_id, (commit, measured), SuitePlace(suite, testbed, measured)
        ).items()
    }
    shown: list[PullBudget] = []
    failing: list[FailingRegression] = []
    for budget in rules.budgets:
        for place in table.matching(budget.filters).nonzero()[0].tolist():
            one = results[place]
            row = against.get((budget.against, name_of(one.label)))
            found = _held(budget, replace(one, against=row), is_gating=is_gating)
            if found is not None:
                shown.append(found[0])
                failing += [found[1]] if found[0].is_gated else []
    return JudgedBudgets(sorted(shown, key=lambda one: not one.is_gated), failing)


def _held(
    budget: Budget, one: _Measured, *, is_gating: bool
) -> tuple[PullBudget, FailingRegression] | None:
    held = judge_budget(budget, one.label, one.level, one.against)
    if held is None or held[0] is BudgetState.KEPT:
        return None
    state, limits, sentence = held
    is_old = _was_broken(budget, one)
    said = f"{sentence}; broken before it too" if is_old else sentence
    is_broken = state is BudgetState.BROKEN and not is_old
    size = max((_distance(one.level.values[0], limit) for limit in limits), default=0.0)
    return (
        PullBudget(
            budget.name, full_name(one.label), one.label.testbed, said, one.label.id,
            is_broken and is_gating and budget.is_gate,
        ),
        FailingRegression(
            f"budget {budget.name}|{key_of(one.label)}", size, size + 2.0 * one.level.error
        ),
    )  # fmt: skip


def _was_broken(budget: Budget, one: _Measured) -> bool:
    """Tell whether the base breaks the bounds in the unit of the series, by its centre."""
    plain = replace(budget, worse_by=None)
    if one.before is None:
        return False
    held = judge_budget(plain, one.label, replace(one.before, error=0.0), None)
    return held is not None and held[0] is BudgetState.BROKEN


def _distance(value: float, limit: float) -> float:
    if value > 0.0 and limit > 0.0:
        return abs(math.log(value / limit))
    return abs(value - limit) / (abs(limit) or 1.0)


def _results(session: Session, project_id: int, judged: JudgedSides) -> Iterator[_Measured]:
    filters = RowFilters(SeriesFilters(), limit=ALL)
    page = page_of(judged.suite, judged.lined, judged.columns, filters, STANDARD.threshold)
    noise = read_noise(session, project_id, sorted(row["baseline_series"] for row in page.rows))
    for row in page.rows:
        known = noise.get(row["baseline_series"])
        yield _Measured(
            row["series"], _level(row["contender"], known), _level(row["baseline"], known)
        )
    for one in page.one_sided:
        if one.side == "contender" and math.isfinite(one.value):
            yield _Measured(one.series, HeldLevel([one.value], 0.0), None)


def _level(centre: Centre, noise: SeriesScatter | None) -> HeldLevel:
    """Return the centre of a side with its error: the scatter between runs, or that inside one."""
    if noise is not None and math.isfinite(noise.sigma):
        error = noise.sigma / math.sqrt(max(centre["runs"], 1))
        return HeldLevel([centre["value"]], error, noise.is_logarithmic)
    ends = centre["low"], centre["high"]
    error = (ends[1] - ends[0]) / 2.0 / HALF_OF_95
    return HeldLevel(
        [centre["value"]], error if math.isfinite(error) else 0.0, is_logarithmic=False
    )
