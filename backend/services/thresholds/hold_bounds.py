"""Hold the newest results against references and budgets, by the estimator of all comparisons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, product
from math import isfinite, log

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.matching import SeriesTable
from backend.domain.comparisons.results import SeriesScatter
from backend.domain.comparisons.shown import ComparedRow
from backend.domain.comparisons.sides import SideChoice
from backend.domain.errors import DomainError
from backend.domain.plain_values import FiniteOrNull
from backend.domain.thresholds.bounds import (
    MOST_AVERAGED,
    Budget,
    BudgetState,
    HeldLevel,
    JudgedBound,
    JudgedBudget,
    Reference,
    limit_against,
    limit_in,
    state_against,
    state_at,
    worst_of,
)
from backend.services.comparisons.compare_runs import ComparisonRequest, judge_sides
from backend.services.comparisons.page import ComparisonPage, RowFilters, page_of
from backend.stats.comparison.verdicts import STANDARD
from backend.storage.catalogue.labels import read_labels
from backend.storage.comparisons.sides import read_noise
from backend.storage.thresholds import bounds, rows
from backend.storage.thresholds.bounds import NewestResult, SuitePlace
from backend.wording.series import bound_words, held_words, level_words

ALL = 10**6
MOST_COMPARED = 12
"""Comparisons with references that the overview holds; others are counted."""
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
    left_out: int
    """Comparisons of a suite on a testbed with a reference for which there is no room."""


def read_bounds(session: Session, project_id: int, series: Sequence[int]) -> HeldBounds:
    """Return how some series stand to the references and budgets of their project."""
    rules = rows.read_rules(session, project_id)
    newest = _labelled(session, project_id, bounds.read_newest(session, project_id, series))
    found = _compared(session, project_id, rules.references, newest)
    labels = {one.series_id: label for one, label in newest}
    against = {key: row for key, (_, row) in found.items()}
    return HeldBounds(
        [_since(labels[id_], name, commit, row) for (id_, name), (commit, row) in found.items()],
        list(_held(session, project_id, rules.budgets, newest, against)),
    )


def hold_budgets(
    session: Session, project_id: int, found: Sequence[NewestResult]
) -> list[HeldBudget]:
    """Say which budgets newest results keep; compared is only what a budget asks for."""
    rules = rows.read_rules(session, project_id)
    newest = _labelled(session, project_id, found)
    relative = [one for one in rules.budgets if one.worse_by is not None]
    table = _table(session, project_id, newest) if relative else None
    against: dict[tuple[int, str], ComparedRow] = {}
    for reference in rules.references:
        asking = [one for one in relative if one.against == reference.name]
        if table is None or not asking:
            continue
        chosen = np.any([table.matching(one.filters) for one in asking], axis=0)
        some = [newest[place] for place in chosen.nonzero()[0].tolist()]
        compared = _compared(session, project_id, [reference], some)
        against |= {key: row for key, (_, row) in compared.items()}
    return list(_held(session, project_id, rules.budgets, newest, against))


def read_references(session: Session, project_id: int) -> SinceReferences:
    """Return what the newest commit of each suite comes to beside the references."""
    references = commits_of(session, project_id, rows.read_rules(session, project_id).references)
    places = bounds.read_places(session, project_id) if references else []
    pairs = list(product(references.items(), places))
    found = []
    for (name, commit), place in pairs[:MOST_COMPARED]:
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
    return SinceReferences(found, max(0, len(pairs) - MOST_COMPARED))


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
    of = f"{label.suite}|{label.benchmark}"
    return f"{of}|{sorted(label.parameters.items())}|{label.metric}|{label.testbed}"


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
    # bounds are those of centres
    return page_of(judged.centres, judged.lined, judged.columns, wanted, STANDARD.threshold)


def _labelled(
    session: Session, project_id: int, newest: Sequence[NewestResult]
) -> list[tuple[NewestResult, SeriesLabel]]:
    labels = read_labels(session, project_id, [one.series_id for one in newest])
    return [(one, labels[one.series_id]) for one in newest if one.series_id in labels]


def _compared(
    session: Session,
    project_id: int,
    references: Sequence[Reference],
    newest: Sequence[tuple[NewestResult, SeriesLabel]],
) -> dict[tuple[int, str], tuple[str, ComparedRow]]:
    """Compare each newest commit with each reference: once for all series of a suite."""
    found = {}

    def place_of(one: tuple[NewestResult, SeriesLabel]) -> tuple[str, str, str]:
        return one[1].suite, one[1].testbed, one[0].commit

    for name, commit in commits_of(session, project_id, references).items():
        for place, some in groupby(sorted(newest, key=place_of), place_of):
            there = SuitePlace(*place)
            rows_there = rows_between(session, project_id, (commit, there.commit), there)
            for one, label in some:
                row = rows_there.get(name_of(label))
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
    budgets: Sequence[Budget],
    newest: Sequence[tuple[NewestResult, SeriesLabel]],
    against: Mapping[tuple[int, str], ComparedRow],
) -> Iterator[HeldBudget]:
    if not budgets:
        return
    table = _table(session, project_id, newest)
    chosen = [(one, table.matching(one.filters).nonzero()[0].tolist()) for one in budgets]
    bounded = {place for one, places in chosen if one.has_bounds for place in places}
    noise = _noise_of(session, project_id, [newest[place] for place in sorted(bounded)])
    for budget, places in chosen:
        for place in places:
            one, label = newest[place]
            known = noise.get(one.series_id)
            held = judge_budget(
                budget, label, level_of(one, known.shares if known else ()),
                against.get((one.series_id, budget.against)),
            )  # fmt: skip
            if held is not None:
                yield HeldBudget(
                    label, budget.name, budget.number, held.state, one.value, held.limits,
                    one.measured_at, held.sentence,
                )  # fmt: skip


def _noise_of(
    session: Session, project_id: int, newest: Sequence[tuple[NewestResult, SeriesLabel]]
) -> Mapping[int, SeriesScatter]:
    """Return the noise of series, of which the results that are judged are no history."""
    if not newest:
        return {}
    judged = [(label, value) for one, label in newest for value in one.values[:MOST_AVERAGED]]
    noise = read_noise(session, project_id, [label.id for _, label in newest])
    return noise.apart_from_labelled([label for label, _ in judged], [one for _, one in judged])


def _table(
    session: Session, project_id: int, newest: Sequence[tuple[NewestResult, SeriesLabel]]
) -> SeriesTable:
    ids = [one.series_id for one, _ in newest]
    described = rows.describe_series(session, project_id, ids)
    return SeriesTable([described[id_] for id_ in ids])


def level_of(one: NewestResult, far_shares: Sequence[float] = ()) -> HeldLevel:
    """Return the newest results with the scatter between runs, or the newest with that inside."""
    if isfinite(one.scatter):
        return HeldLevel(one.values, one.scatter, one.is_logarithmic, far_shares)
    is_ratio = one.is_logarithmic and one.low is not None and one.low > 0.0
    error = 0.0
    if one.low is not None and one.high is not None:
        low, high = (log(end) if is_ratio else end for end in (one.low, one.high))
        error = (high - low) / 2.0 / HALF_OF_95
    return HeldLevel(one.values[:1], error, is_ratio)


def judge_budget(
    budget: Budget, label: SeriesLabel, level: HeldLevel, row: ComparedRow | None
) -> JudgedBudget | None:
    """Say how a level stands to the bounds of a budget; None: it says nothing of it.

    An exact metric has no scatter: its newest result decides.
    """
    if label.noise == "exact":
        level = replace(level, values=level.values[:1], error=0.0)
    found = []
    for part, amount in (("at_most", budget.at_most), ("at_least", budget.at_least)):
        limit = limit_in(amount, label.unit) if amount else None
        if limit is not None:
            state = state_at(level, limit, is_upper=part == "at_most")
            found.append(JudgedBound(part, state, limit))
    said = [level_words(level.values[0], label.unit)]
    if budget.worse_by is not None:
        state, limit = BudgetState.UNSURE, None
        if row is not None:
            state, limit = state_against(row, budget.worse_by), limit_against(row, budget.worse_by)
        found.append(JudgedBound("worse_by", state, limit))
        since = f"{row['sentence']} since" if row is not None else "not compared with"
        said.append(f"{since} {budget.against}")
    if not found:
        return None
    words = held_words(
        worst_of([one.state for one in found]), said, bound_words(budget, label.unit)
    )
    return JudgedBudget(found, words)
