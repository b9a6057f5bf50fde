"""Samples of old runs, which go while what they were summarised to stays."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

_RUNS: LiteralString = """
select project_id, id from run
where samples_dropped_at is null and started_at < now() - make_interval(days => %s)
order by started_at limit %s
for update skip locked
"""
_DROP = """
update {table}
set samples = null, rounds = null, histogram = null, histogram_scale = null, basis = 1
where project_id = %s and run_id = any(%s) and (samples is not null or histogram is not null)
"""
_MARK: LiteralString = """
update run set samples_dropped_at = now() where project_id = %s and id = any(%s)
"""
_TABLES = ("result", "excluded_result")


def runs_with_old_samples(session: Session, days: int, most: int) -> dict[int, list[int]]:
    """Lock some runs that began longer ago than `days`; returns them by project, oldest first."""
    found: dict[int, list[int]] = {}
    for project_id, run_id in raw_connection(session).execute(_RUNS, (days, most)):
        found.setdefault(project_id, []).append(run_id)
    return found


def drop_samples(session: Session, project_id: int, run_ids: Sequence[int]) -> int:
    """Make summaries of all results of some runs; returns of how many results."""
    connection = raw_connection(session)
    asked = (project_id, list(run_ids))
    dropped = sum(
        connection.execute(_DROP.format(table=table).encode(), asked).rowcount for table in _TABLES
    )
    connection.execute(_MARK, asked)
    return dropped
