"""Facets: which values each dimension of the series has, and how many series each would leave."""

from sqlalchemy import (
    CTE,
    ColumnElement,
    Integer,
    Select,
    and_,
    case,
    func,
    literal,
    not_,
    or_,
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

Counts = Select[tuple[str, Scalar, int]]


def read_facets(session: Session, project_id: int, filters: SeriesFilters) -> Facets:
    """Count, for each facet, the series that pass all other filters, by value of the facet.

    One pass over the series: a series that fails exactly one filter still counts for the facet of
    that filter, and one that fails none counts everywhere.
    """
    series, filtered = _candidates(project_id, filters)
    counts: list[Counts] = [
        _names(project_id, series, facet, _passes_others(series, facet, filtered))
        for facet in FACETS
    ]
    counts += [
        _values(project_id, series, _passes_others(series, facet, filtered))
        .where(literal(PARAMETER).concat(_each().c.key) == facet)
        for facet in filtered
        if facet.startswith(PARAMETER)
    ]
    raise NotImplementedError
