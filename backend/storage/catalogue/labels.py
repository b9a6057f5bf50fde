"""Labels of series, read by id."""

from collections.abc import Mapping, Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.storage.catalogue.many_labels import read_many_labels
from backend.storage.engine import cursor_of

# names are looked up one by one: PostgreSQL takes ten times as long to plan the seven joins, on
# every connection again
LABELS: LiteralString = """
select s.id,
       (select name from suite where project_id = s.project_id and id = s.suite_id),
       (select name from benchmark where project_id = s.project_id and id = s.benchmark_id),
       (select parameters from variant where project_id = s.project_id and id = s.variant_id),
       metric.name, metric.unit, metric.direction, metric.noise,
       (select name from testbed where project_id = s.project_id and id = s.testbed_id),
       (select name from branch where project_id = s.project_id and id = s.branch_id),
       s.suite_id, s.benchmark_id
from series s
cross join lateral (
    select name, unit, direction, noise
    from metric
    where project_id = s.project_id and id = s.metric_id
    offset 0
) as metric
where s.project_id = %s and s.id = any(array(select unnest(%s::bigint[])))
"""
MANY = 200
"""Labels from which looking into each table once is quicker."""


def read_labels(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> Mapping[int, SeriesLabel]:
    """Return the labels of those series that exist, by id."""
    if not series_ids:
        return {}
    if len(series_ids) > MANY:
        return read_many_labels(session, project_id, series_ids)
    cursor = cursor_of(session, SeriesLabel)
    cursor.execute(LABELS, (project_id, list(series_ids)))
    return {label.id: label for label in cursor.fetchall()}
