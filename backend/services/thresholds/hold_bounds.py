"""Hold the newest results against references and budgets, by the estimator of all comparisons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from math import isfinite, log

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.matching import SeriesTable
from backend.domain.comparisons.shown import ComparedRow
from backend.domain.comparisons.sides import SideChoice
from backend.domain.errors import DomainError
from backend.domain.plain_values import FiniteOrNull
from backend.domain.thresholds.bounds import (
    Budget,
    BudgetState,
    HeldLevel,
    Reference,
    limit_in,
    state_against,
    state_at,
    worst_of,
)
from backend.domain.thresholds.rules import ThresholdRules
from backend.services.comparisons.compare_runs import ComparisonRequest, judge_sides
from backend.services.comparisons.page import ComparisonPage, RowFilters, page_of
from backend.stats.comparison.verdicts import STANDARD
from backend.storage.catalogue.labels import read_labels
from backend.storage.thresholds import bounds, rows
from backend.storage.thresholds.bounds import NewestResult, SuitePlace
from backend.wording.series import bound_words, held_words, level_words

ALL = 10**6
PLACES = 8
"""Suites on testbeds that the overview compares with references."""
HALF_OF_95 = 1.96
Sides = tuple[str, str]
"""Names of two commits."""


@dataclass(frozen=True, slots=True)
class SinceReference:
    """The newest commit of a series compared with a reference."""

    series: SeriesLabel
    reference: str
    commit: str
    """Which commit that is now."""
    value: FiniteOrNull
    """What was measured there."""
    verdict: str
    ratio: FiniteOrNull
    low: FiniteOrNull
    high: FiniteOrNull
    sentence: str


@dataclass(frozen=True, slots=True)
class HeldBudget:
    """One budget of one series, and how the newest results stand to it."""

    series: SeriesLabel
    budget: str
    number: int
    state: BudgetState
    value: FiniteOrNull
    limits: Sequence[float]
    """The bounds, in the unit of the series."""
    measured_at: datetime
    sentence: str


@dataclass(frozen=True, slots=True)
class HeldBounds:
    references: Sequence[SinceReference]
    budgets: Sequence[HeldBudget]


@dataclass(frozen=True, slots=True)
class SuiteSinceReference:
    """The newest commit of a suite on a testbed compared with a reference."""

    reference: str
    commit: str
    newest: str
    """The commit that is compared with it."""
    suite: str
    testbed: str
    regressions: int
    improvements: int
    compared: int
    means: Sequence[str]
    """What the results of each metric come to, in words."""
    sentence: str


@dataclass(frozen=True, slots=True)
class SinceReferences:
    rows: Sequence[SuiteSinceReference]


def read_bounds(session: Session, project_id: int, series: Sequence[int]) -> HeldBounds:
    """Return how some series stand to the references and budgets of their project."""
    return hold(session, project_id, bounds.read_newest(session, project_id, series=series))


def hold(session: Session, project_id: int, newest: Sequence[NewestResult]) -> HeldBounds:
    """Compare newest results with all references, and say which budgets they keep."""
    rules = rows.read_rules(session, project_id)
    labels = read_labels(session, project_id, [one.series_id for one in newest])
    shown = [one for one in newest if one.series_id in labels]
    found = _compared(session, project_id, rules.references, [(one, labels) for one in shown])
    return HeldBounds(
        [
            _since(labels[id_], name, commit, row)
            for (id_, name), (commit, row) in found.items()
        ],
        list(_held(session, project_id, rules, [(one, labels[one.series_id]) for one in shown],
                   {key: row for key, (_, row) in found.items()})),
    )  # fmt: skip


def read_references(session: Session, project_id: int) -> list[SuiteSinceReference]:
    """Return what the newest commit of each suite comes to beside the references."""
    references = commits_of(session, project_id, rows.read_rules(session, project_id).references)
    places = bounds.read_places(session, project_id, PLACES) if references else []
    found = []
    for name, commit in references.items():
        for place in places:
            page = _page(session, project_id, (commit, place.commit), place, 0)
            if page is not None:
                counts = page.suite.counts
                found.append(
                    SuiteSinceReference(
                        name, commit, place.commit, place.suite, place.testbed,
                        int(counts["regression"]), int(counts["improvement"]),
                        len(page.suite.keys), [one.sentence for one in page.means], page.sentence,
                    )
                )  # fmt: skip
    return found


def commits_of(
    session: Session, project_id: int, references: Sequence[Reference]
) -> dict[str, str]:
    """Return the commit of each reference that has one."""
    found = {}
    for one in references:
        commit = one.commit or bounds.find_tagged(session, project_id, one.tag)
        if commit:
            found[one.name] = commit
    return found


def rows_between(
    session: Session, project_id: int, sides: Sides, place: SuitePlace
) -> dict[str, ComparedRow]:
    """Compare two commits; rows by what they are of. None where nothing can be compared."""
    page = _page(session, project_id, sides, place, ALL)
    return {name_of(row["series"]): row for row in page.rows} if page else {}


def name_of(label: SeriesLabel) -> str:
    """Name a variant and metric as on every branch."""
    return f"{label.benchmark}|{sorted(label.parameters.items())}|{label.metric}|{label.testbed}"


def _page(
    session: Session, project_id: int, sides: Sides, place: SuitePlace, limit: int
) -> ComparisonPage | None:
    filters = SeriesFilters(suite=[place.suite], testbed=[place.testbed])
    asked = ComparisonRequest(
        SideChoice("baseline", "commit", sides[0]), SideChoice("contender", "commit", sides[1]),
        filters,
    )  # fmt: skip
    try:
        judged = judge_sides(session, project_id, asked)
    except DomainError:
        return None  # not measured there, or the reference itself
    wanted = RowFilters(SeriesFilters(), limit=limit)
    return page_of(judged.suite, judged.lined, judged.columns, wanted, STANDARD.threshold)


def _compared(
    session: Session,
    project_id: int,
    references: Sequence[Reference],
    newest: Sequence[tuple[NewestResult, Mapping[int, SeriesLabel]]],
) -> dict[tuple[int, str], tuple[str, ComparedRow]]:
    """Compare each newest commit with each reference: once for all series of a suite."""
    found = {}

    def place_of(one: tuple[NewestResult, Mapping[int, SeriesLabel]]) -> tuple[str, str, str]:
        label = one[1][one[0].series_id]
        return label.suite, label.testbed, one[0].commit

    for name, commit in commits_of(session, project_id, references).items():
        for place, some in groupby(sorted(newest, key=place_of), place_of):
            there = SuitePlace(*place)
            rows_there = rows_between(session, project_id, (commit, there.commit), there)
            for one, labels in some:
                row = rows_there.get(name_of(labels[one.series_id]))
                if row is not None:
                    found[one.series_id, name] = commit, row
    return found


def _since(label: SeriesLabel, name: str, commit: str, row: ComparedRow) -> SinceReference:
    return SinceReference(
        label, name, commit, row["baseline"]["value"], row["verdict"],
        row["ratio"], row["low"], row["high"], row["sentence"],
    )  # fmt: skip


def _held(
    session: Session,
    project_id: int,
    rules: ThresholdRules,
    newest: Sequence[tuple[NewestResult, SeriesLabel]],
    against: Mapping[tuple[int, str], ComparedRow],
) -> Iterator[HeldBudget]:
    if not rules.budgets:
        return
    ids = [one.series_id for one, _ in newest]
    described = rows.describe_series(session, project_id, ids)
    table = SeriesTable([described[id_] for id_ in ids])
    for budget in rules.budgets:
        for place in table.matching(budget.filters).nonzero()[0].tolist():
            one, label = newest[place]
            held = judge_budget(
                budget, label, level_of(one), against.get((one.series_id, budget.against))
            )
            if held is not None:
                state, limits, sentence = held
                yield HeldBudget(
                    label, budget.name, budget.number, state, one.value, limits, one.measured_at,
                    sentence,
                )  # fmt: skip


def level_of(one: NewestResult) -> HeldLevel:
    """Return the newest results with the scatter between runs, or else that inside the newest."""
    error = one.scatter
    if not isfinite(error):
        error = 0.0
        if one.low is not None and one.high is not None:
            is_ratio = one.is_logarithmic and one.low > 0.0
            low, high = (log(end) if is_ratio else end for end in (one.low, one.high))
            error = (high - low) / 2.0 / HALF_OF_95
    return HeldLevel(one.values, error, one.is_logarithmic)


def judge_budget(
    budget: Budget, label: SeriesLabel, level: HeldLevel, row: ComparedRow | None
) -> tuple[BudgetState, list[float], str] | None:
    """Say how a level stands to a budget, at which limits, in words; None: it says nothing of it.

    An exact metric has no scatter: its newest result decides.
    """
    if label.noise == "exact":
        level = replace(level, values=level.values[:1], error=0.0)
    states, limits = [], []
    for amount, is_upper in ((budget.at_most, True), (budget.at_least, False)):
        limit = limit_in(amount, label.unit) if amount else None
        if limit is not None:
            states.append(state_at(level, limit, is_upper=is_upper))
            limits.append(limit)
    said = [level_words(level.values[0], label.unit)]
    if budget.worse_by is not None and row is not None:
        states.append(state_against(row, budget.worse_by))
        way = -1.0 if label.direction == "higher" else 1.0
        limits.append(row["baseline"]["value"] * (1.0 + budget.worse_by) ** way)
        said.append(f"{row['sentence']} since {budget.against}")
    if not states:
        return None
    state = worst_of(states)
    return state, limits, held_words(state, said, bound_words(budget, label.unit))
