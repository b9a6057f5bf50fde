"""Labels of series, read by id."""

from collections.abc import Sequence
from typing import LiteralString

from psycopg.rows import args_row
from sqlalchemy.orm import Session

from backend.domain.labels import SeriesLabel
from backend.storage.engine import raw_connection

# the array is wrapped so that its length does not make the planner plan the joins anew each time
LABELS: LiteralString = """
select s.id, suite.name, benchmark.name, variant.parameters,
       metric.name, metric.unit, metric.direction, metric.noise, testbed.name, branch.name,
       s.suite_id, s.benchmark_id
from series s
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
join benchmark on benchmark.project_id = s.project_id and benchmark.id = s.benchmark_id
join variant on variant.project_id = s.project_id and variant.id = s.variant_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
where s.project_id = %s and s.id = any(array(select unnest(%s::bigint[])))
"""


def read_labels(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, SeriesLabel]:
    """Return the labels of those series that exist, by id."""
    if not series_ids:
        return {}
    cursor = raw_connection(session).cursor(row_factory=args_row(SeriesLabel))
    cursor.execute(LABELS, (project_id, list(series_ids)))
    return {label.id: label for label in cursor}
