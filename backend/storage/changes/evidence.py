"""What else the database knows about the runs around a change: binaries and re-runs."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.reports.run_pages import CONTROL_SUITE
from backend.storage.engine import raw_connection

Point = tuple[int, int]
"""Position and run of a result in its series."""

_BINARIES: LiteralString = """
select wanted.place
from unnest(%s::int[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[])
       as wanted (place, first_position, first_run, last_position, last_run)
cross join lateral (
    select count(*) = count(nullif(binary_hash, '')) and count(distinct binary_hash) = 1 as is_one
    from result
    where project_id = %s and series_id = %s
      and (position, run_id) between (first_position, first_run) and (last_position, last_run)
) as measured
where is_one
"""
_OF_CONTROL: LiteralString = """
select true
from series s
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
where s.project_id = %s and s.id = %s and suite.name = %s
"""
RERUN_TRIGGER = "job"
RERUN_TAG = '{"purpose": "confirm"}'
"""How reports say that a run repeats a commit or its parent to confirm a change."""
_RERUNS: LiteralString = """
select id from run
where project_id = %s and id = any(%s) and trigger = %s and tags @> %s::jsonb
order by started_at, id
"""


def of_same_code(
    session: Session, project_id: int, series_id: int, stretches: Sequence[tuple[Point, Point]]
) -> set[int]:
    """Return the indices of those stretches whose points all measured the same code.

    That is one known binary. The control benchmark of an agent measures no code of the project at
    all, however often the agent is built again: what moves there is the machine.
    """
    if not stretches:
        return set()
    if (
        raw_connection(session)
        .execute(_OF_CONTROL, (project_id, series_id, CONTROL_SUITE))
        .fetchone()
    ):
        return set(range(len(stretches)))
    columns = zip(
        *((place, *first, *last) for place, (first, last) in enumerate(stretches)), strict=True
    )
    rows = raw_connection(session).execute(
        _BINARIES, (*(list(column) for column in columns), project_id, series_id)
    )
    return {row[0] for row in rows}


def reruns_among(session: Session, project_id: int, run_ids: Sequence[int]) -> list[int]:
    """Return those of the runs that are re-runs to confirm a change, in the order of measuring."""
    asked = (project_id, list(run_ids), RERUN_TRIGGER, RERUN_TAG)
    return [row[0] for row in raw_connection(session).execute(_RERUNS, asked)]
