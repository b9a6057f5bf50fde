"""Facets: which values each dimension of the series has, and how many series each would leave."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import (
    CTE,
    ColumnElement,
    Select,
    String,
    Subquery,
    and_,
    case,
    func,
    literal,
    not_,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from backend.domain.parameters import Scalar
from backend.domain.series_filters import (
    FACETS,
    PARAMETER,
    Facet,
    FacetChoice,
    Facets,
    SeriesFilters,
)
from backend.storage.series_filters import DIMENSIONS, facet_conditions, text_conditions
from backend.storage.tables.series import SeriesRow
from backend.storage.tables.suites import VariantRow

TOTAL = "total"
Counts = Select[str, Scalar, int]


def read_facets(session: Session, project_id: int, filters: SeriesFilters) -> Facets:
    """Count, for each facet, the series that pass all other filters, by value of the facet.

    One pass over the series: one that fails no filter counts everywhere, and one that fails
    exactly one filter counts for the facet of that filter alone.
    """
    filtered = list(facet_conditions(project_id, filters))
    series = _candidates(project_id, filters)
    counts = [_by_name(project_id, series, facet, _counts_for(series, facet, filtered))
              for facet in FACETS]  # fmt: skip
    parameters = [facet for facet in filtered if facet.startswith(PARAMETER)]
    others = _by_value(project_id, series, series.c.missed == 0)
    counts.append(others.where(others.selected_columns[0].not_in(parameters)))
    for facet in parameters:
        own = _by_value(project_id, series, _counts_for(series, facet, filtered))
        counts.append(own.where(own.selected_columns[0] == facet))
    total = select(literal(TOTAL, String), func.to_jsonb(0, type_=JSONB), func.count())
    counts.append(total.where(series.c.missed == 0))
    choices: dict[str, list[FacetChoice]] = defaultdict(list)
    for row in session.execute(union_all(*counts)):
        choices[row[0]].append(FacetChoice(row[1], int(row[2])))
    return Facets(choices[TOTAL][0].count, _in_order(choices))


def _candidates(project_id: int, filters: SeriesFilters) -> CTE:
    """Series that fail at most one facet's filter, with the number and the names of the failed."""
    failed = {
        facet: not_(condition) for facet, condition in facet_conditions(project_id, filters).items()
    }
    missed: ColumnElement[int] = sum(
        (case((condition, 1), else_=0) for condition in failed.values()), literal(0)
    )
    rows = (
        select(
            SeriesRow.variant_id,
            *(column for column, _ in DIMENSIONS.values()),
            missed.label("missed"),
            *(condition.label(_flag(facet)) for facet, condition in failed.items()),
        )
        .where(SeriesRow.project_id == project_id, *text_conditions(project_id, filters))
        .subquery()
    )
    return select(rows).where(rows.c.missed <= 1).cte("series_chosen")


def _flag(facet: str) -> str:
    return f"fails {facet}"


def _counts_for(series: CTE, facet: str, filtered: list[str]) -> ColumnElement[bool]:
    if facet not in filtered:
        return series.c.missed == 0
    return (series.c.missed == 0) | series.c[_flag(facet)]


def _by_name(project_id: int, series: CTE, facet: str, counted: ColumnElement[bool]) -> Counts:
    column, table = DIMENSIONS[facet]
    key = series.c[column.key]
    groups = (
        select(key.label("id"), func.count().label("n")).where(counted).group_by(key).subquery()
    )
    return (
        select(literal(facet, String), func.to_jsonb(table.name, type_=JSONB), func.sum(groups.c.n))
        .join(groups, and_(table.project_id == project_id, table.id == groups.c.id))
        .group_by(table.name)
    )


def _by_value(project_id: int, series: CTE, counted: ColumnElement[bool]) -> Counts:
    key = series.c.variant_id
    groups = (
        select(key.label("id"), func.count().label("n")).where(counted).group_by(key).subquery()
    )
    each = (
        select(VariantRow.parameters, groups.c.n)
        .join(groups, and_(VariantRow.project_id == project_id, VariantRow.id == groups.c.id))
        .subquery()
    )
    pair = func.jsonb_each(each.c.parameters).table_valued("key", "value").render_derived()
    name = literal(PARAMETER, String).concat(pair.c.key)
    value = func.to_jsonb(pair.c.value, type_=JSONB)
    counts = select(name, value, func.sum(each.c.n)).select_from(each).join(pair, true())
    return counts.group_by(pair.c.key, pair.c.value)


def _counted(key: ColumnElement[int], counted: ColumnElement[bool]) -> Subquery:
    groups = select(key.label("id"), func.count().label("n")).where(counted)
    return groups.group_by(key).subquery()


def _in_order(choices: Mapping[str, list[FacetChoice]]) -> list[Facet]:
    names = [*FACETS, *sorted(name for name in choices if name.startswith(PARAMETER))]
    return [Facet(name, sorted(choices.get(name, []), key=_rank)) for name in names]


def _rank(choice: FacetChoice) -> tuple[int, float, str]:
    """Numbers by size, then everything else by its text."""
    value = choice.value
    if isinstance(value, bool | str):
        return (1, 0.0, str(value).casefold())
    return (0, float(value), "")
