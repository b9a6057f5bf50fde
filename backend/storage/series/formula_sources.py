"""What formulas need beside histories: the series that pass a filter, and first results."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.series.derived_points import FirstResult
from backend.storage.catalogue.filters import all_conditions
from backend.storage.engine import raw_connection
from backend.storage.tables.series import SeriesRow

FIRST = """
select value, low, high, run_id from result
where project_id = %s and series_id = %s and value > 0
order by position, run_id desc limit 1
"""


def matching_series(
    session: Session, project_id: int, filters: SeriesFilters, most: int
) -> tuple[list[int], int]:
    """Return the ids that pass the filters, none where they are more than `most`, and the count."""
    conditions = all_conditions(project_id, filters)
    total = session.scalar(select(func.count()).select_from(SeriesRow).where(*conditions)) or 0
    if total > most:
        return [], total
    found = select(SeriesRow.id).where(*conditions).order_by(SeriesRow.id)
    return list(session.scalars(found)), total


def first_results(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, FirstResult]:
    """Return the earliest result above zero of each series that has one."""
    connection = raw_connection(session)
    rows = {
        series_id: connection.execute(FIRST, (project_id, series_id)).fetchone()
        for series_id in series_ids
    }
    return {series_id: FirstResult(*row) for series_id, row in rows.items() if row is not None}
