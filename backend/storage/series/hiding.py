"""Series that lists leave out: without results, or of something that is archived."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

WITHOUT: LiteralString = """
select wanted.id from unnest(%s::bigint[]) as wanted (id)
where (select true from result where project_id = %s and series_id = wanted.id limit 1) is null
"""
"""Not as `not exists`: that may read all results of a project for a few series."""
HIDE: LiteralString = """
update series s set is_hidden = found.is_hidden
from (
    select s.id, not exists (select from result r
                             where r.project_id = s.project_id and r.series_id = s.id)
           or exists (select from suite where project_id = s.project_id and id = s.suite_id
                                          and archived_at is not null)
           or exists (select from benchmark where project_id = s.project_id
                                              and id = s.benchmark_id and archived_at is not null)
           or exists (select from testbed where project_id = s.project_id and id = s.testbed_id
                                            and archived_at is not null)
           or exists (select from branch where project_id = s.project_id and id = s.branch_id
                                           and archived_at is not null) as is_hidden
    from series s
    where s.project_id = %(project)s
      and (%(series)s::bigint[] is null or s.id = any(%(series)s::bigint[]))
) as found
where s.project_id = %(project)s and s.id = found.id and s.is_hidden <> found.is_hidden
"""


def without_results(session: Session, project_id: int, series_ids: Sequence[int]) -> list[int]:
    """Return those of the series that have no results."""
    rows = raw_connection(session).execute(WITHOUT, (list(series_ids), project_id))
    return [row[0] for row in rows]


def decide_what_is_hidden(
    session: Session, project_id: int, series_ids: Sequence[int] | None = None
) -> None:
    """Hide and show series as their results and what they are of say; None: all of a project."""
    ids = None if series_ids is None else list(series_ids)
    raw_connection(session).execute(HIDE, {"project": project_id, "series": ids})


def show_what_has_results(session: Session, project_id: int, series_ids: Sequence[int]) -> None:
    """Show series that got their first points: they may have had others that were deleted."""
    if series_ids:
        decide_what_is_hidden(session, project_id, series_ids)
