"""The aspects of the newest runs of many series."""

from collections.abc import Sequence
from typing import LiteralString

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.comparisons.aspects import AspectHistory
from backend.stats.aspects import ASPECTS
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import floats, integers

NEWEST = 64
"""As many as series keep of their centres."""
_READ: LiteralString = """
select wanted.series_id, string_agg(int8send(run_id), '' order by position, run_id),
       string_agg(packed, '' order by position, run_id)
from unnest(%s::bigint[]) as wanted (series_id)
cross join lateral (
    select position, run_id,
           (select string_agg(float8send(aspect), '' order by place)
            from unnest(aspects) with ordinality as one (aspect, place)) as packed
    from result
    where project_id = %s and series_id = wanted.series_id and aspects is not null
    order by position desc, run_id desc
    limit %s
) as newest
group by wanted.series_id
"""


def read_histories(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, AspectHistory]:
    """Return the newest runs of each series that have aspects, oldest first."""
    cursor = raw_connection(session).cursor(binary=True)
    rows = cursor.execute(_READ, (list(series_ids), project_id, NEWEST)).fetchall()
    return {
        series: AspectHistory(
            integers(runs), floats(packed).reshape(-1, len(ASPECTS)).astype(np.float64)
        )
        for series, runs, packed in rows
    }
