"""Points of series, row by row."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.series.points import MOST_POINTS, SeriesPoint
from backend.storage.engine import cursor_of

POINTS: LiteralString = """
select * from (
    select coalesce(commit_time, measured_at) as time, series, suite, benchmark, parameters, metric,
        unit, direction, testbed, branch, commit, run, measured_at, value, low, high, sample_count
    from reading.results
    where project_id = %(project)s and series = any(%(series)s)
      and (%(since)s::timestamptz is null or coalesce(commit_time, measured_at) >= %(since)s)
      and (%(until)s::timestamptz is null or coalesce(commit_time, measured_at) < %(until)s)
    order by time desc, series, position desc, run desc
    limit %(most)s
) as newest
order by time, series, run
"""


def read_points(
    session: Session,
    project_id: int,
    series: Sequence[int],
    since: datetime | None,
    until: datetime | None,
) -> list[SeriesPoint]:
    """Return the points of series in a time, oldest first."""
    asked = {
        "project": project_id, "series": list(series), "since": since, "until": until,
        "most": MOST_POINTS,
    }  # fmt: skip
    return cursor_of(session, SeriesPoint).execute(POINTS, asked).fetchall()
