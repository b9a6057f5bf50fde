"""Deleted runs: their rows leave every table and wait as JSON until they are purged."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from sqlalchemy.orm import Session

from backend.domain.reports.corrections import RESTORABLE, Deletion
from backend.storage.engine import raw_connection

BY_RUN = (
    "result", "excluded_result", "run_exclusion", "failed_result", "machine_reading", "profile",
    "time_course",
)  # fmt: skip
"""Tables with rows of a run; the run itself comes last when it goes, and first when it returns."""
KEYS = (*((name, "run_id") for name in BY_RUN), ("run", "id"))
_ADD: LiteralString = """
insert into deletion (project_id, reason, deleted_by, runs, results)
values (%s, %s, %s, %s, %s) returning id, deleted_at
"""
_MOVE = """
with gone as (
    delete from {table} where project_id = %(project)s and {key} = any(%(runs)s) returning *
)
insert into deleted_row (project_id, deletion_id, relation, content)
select %(project)s, %(deletion)s, '{table}', to_jsonb(gone) from gone
"""
_DROP = "delete from {table} where project_id = %(project)s and {key} = any(%(runs)s)"
_REPORTS: LiteralString = """
update report set state = %(state)s
where project_id = %(project)s and id in (
    select (content ->> 'report_id')::bigint from deleted_row
    where project_id = %(project)s and deletion_id = %(deletion)s and relation = 'run')
"""
_BACK = """
insert into {table} select (jsonb_populate_record(null::{table}, content)).* from deleted_row
where project_id = %(project)s and deletion_id = %(deletion)s and relation = '{table}'
"""
# the branch may have been put in another order meanwhile, and its commits named again
_PLACE = """
update {table} set position = place.position
from run, branch_commit place
where {table}.project_id = %(project)s and {table}.run_id = any(%(runs)s)
  and run.project_id = %(project)s and run.id = {table}.run_id
  and place.project_id = %(project)s and place.branch_id = run.branch_id
  and place.commit_id = run.commit_id and place.position <> {table}.position
"""
_DOCUMENTS: LiteralString = """
insert into deleted_row (project_id, deletion_id, relation, content)
select report.project_id, %(deletion)s, 'report',
       jsonb_build_object('project_id', report.project_id, 'id', report.id, 'body', report.body,
                          'body_hash', report.body_hash, 'said', report.said,
                          'idempotency_key', report.idempotency_key)
from report where project_id = %(project)s and id = any(%(reports)s)
"""
# another report may have got the old key meanwhile, read again into the same
_DOCUMENTS_BACK: LiteralString = """
update report set body = old.body, body_hash = old.body_hash, said = nullif(old.said, 'null'),
                  idempotency_key = case when exists (
                      select from report other
                      where other.project_id = report.project_id and other.id <> report.id
                        and other.idempotency_key = old.idempotency_key)
                  then report.idempotency_key else old.idempotency_key end,
                  faults = '[]', ingested_at = now()
from (select (jsonb_populate_record(null::report, content)).* from deleted_row
      where project_id = %(project)s and deletion_id = %(deletion)s and relation = 'report') as old
where report.project_id = %(project)s and report.id = old.id
returning report.id
"""
_REPLACED: LiteralString = """
select saved.content ->> 'idempotency_key', report.public_id
from deleted_row saved
join report on report.project_id = saved.project_id
           and report.id = (saved.content ->> 'id')::bigint
where saved.project_id = %s and saved.relation = 'report'
  and saved.deletion_id in (
      select id from deletion
      where project_id = saved.project_id and reason = %s and restored_at is null)
"""
READ_AGAIN = "files read again"
"""Why documents are kept with a deletion."""
_RUNS: LiteralString = """
select (content ->> 'id')::bigint from deleted_row
where project_id = %(project)s and deletion_id = %(deletion)s and relation = 'run' order by 1
"""
_SERIES: LiteralString = """
select distinct series_id from result where project_id = %(project)s and run_id = any(%(runs)s)
"""
_FIND = """
select id, reason, deleted_by, deleted_at, runs, results from deletion
where project_id = %s and restored_at is null and deleted_at > now() - %s::interval
"""
# what is kept with a deletion goes when it is taken back or purged: what is there still stands
_LATER_MERGE: LiteralString = """
select merge.reason from deleted_row saved
join deletion merge on merge.project_id = saved.project_id and merge.id = saved.deletion_id
where saved.project_id = %(project)s and saved.deletion_id > %(deletion)s
  and saved.relation = 'merge'
  and exists (
    select from deleted_row gone
    left join series on series.project_id = gone.project_id
                    and series.id = (gone.content ->> 'series_id')::bigint
    left join variant on variant.project_id = gone.project_id
                     and variant.id = (gone.content ->> 'variant_id')::bigint
    where gone.project_id = %(project)s and gone.deletion_id = %(deletion)s
      and saved.content ->> 'old' = case saved.content ->> 'kind'
          when 'benchmark' then coalesce(series.benchmark_id, variant.benchmark_id)::text
          else gone.content ->> (saved.content ->> 'kind' || '_id') end)
order by saved.deletion_id desc limit 1
"""
_GONE_SINCE: LiteralString = """
select content ->> 'id' from deleted_row
where project_id = %(project)s and deletion_id > %(deletion)s and relation = 'run'
  and (content ->> 'id')::bigint = any(%(runs)s)
limit 1
"""
_RESTORED: LiteralString = """
update deletion set restored_at = now(), restored_by = %(by)s
where project_id = %(project)s and id = %(deletion)s
"""
_CLEAR: LiteralString = """
delete from deleted_row where project_id = %(project)s and deletion_id = %(deletion)s
"""
_OLD: LiteralString = """
select project_id, id from deletion
where restored_at is null and deleted_at <= now() - %s::interval
order by deleted_at limit %s
for update skip locked
"""
_PURGE: tuple[LiteralString, ...] = (
    """update report set body = %(nothing)s, said = null
       where project_id = %(project)s and id in (
           select (content ->> 'report_id')::bigint from deleted_row
           where project_id = %(project)s and deletion_id = %(deletion)s and relation = 'run')
         and state = 'deleted' and not exists (
           select from deleted_row where relation = 'report'
             and project_id = %(project)s and deletion_id = %(deletion)s)""",
    """delete from sent_file f using report
       where f.project_id = %(project)s and report.project_id = f.project_id
         and report.id = f.report_id and report.body = %(nothing)s""",
    """delete from sent_file_content c
       where c.project_id = %(project)s and not exists (
           select from sent_file f where f.project_id = c.project_id and f.hash = c.hash)""",
    _CLEAR,
    "delete from deletion where project_id = %(project)s and id = %(deletion)s",
)
NO_BODY = b"x\x9c\x03\x00\x00\x00\x00\x01"
"""Nothing, compressed: what is left of a document that was purged, or dropped by a rule."""


def begin(
    session: Session, project_id: int, said: tuple[str, str], counts: tuple[int, int]
) -> tuple[int, datetime]:
    """Note a deletion for a reason and by somebody; returns its id and when it was."""
    ((id_, at),) = raw_connection(session).execute(_ADD, (project_id, *said, *counts)).fetchall()
    return id_, at


def move_away(session: Session, project_id: int, deletion_id: int, run_ids: Sequence[int]) -> None:
    """Take every row of runs out of its table."""
    asked = {"project": project_id, "deletion": deletion_id, "runs": list(run_ids)}
    connection = raw_connection(session)
    for table, key in KEYS:
        connection.execute(_MOVE.format(table=table, key=key), asked)
    connection.execute(_REPORTS, asked | {"state": "deleted"})


def save_documents(
    session: Session, project_id: int, deletion_id: int, report_ids: Sequence[int]
) -> None:
    """Keep the documents of reports with a deletion: the reports are read again."""
    asked = {"project": project_id, "deletion": deletion_id, "reports": list(report_ids)}
    raw_connection(session).execute(_DOCUMENTS, asked)


def runs_of(session: Session, project_id: int, deletion_id: int) -> list[int]:
    """Return the runs of a deletion."""
    asked = {"project": project_id, "deletion": deletion_id}
    return [row[0] for row in raw_connection(session).execute(_RUNS, asked)]


def put_documents_back(session: Session, project_id: int, deletion_id: int) -> list[int]:
    """Give reports that were read again the documents of before; returns these reports."""
    asked = {"project": project_id, "deletion": deletion_id}
    return [row[0] for row in raw_connection(session).execute(_DOCUMENTS_BACK, asked)]


def reports_read_again(session: Session, project_id: int) -> dict[str, UUID]:
    """Return the reports whose documents were replaced, by the keys of what was sent."""
    rows = raw_connection(session).execute(_REPLACED, (project_id, READ_AGAIN))
    return dict(rows.fetchall())


def drop(session: Session, project_id: int, run_ids: Sequence[int]) -> None:
    """Remove every row of runs: others of the same ids come in their place."""
    asked = {"project": project_id, "runs": list(run_ids)}
    for table, key in KEYS:
        raw_connection(session).execute(_DROP.format(table=table, key=key), asked)


def series_of(session: Session, project_id: int, run_ids: Sequence[int]) -> list[int]:
    """Return the series that have results of the runs."""
    rows = raw_connection(session).execute(_SERIES, {"project": project_id, "runs": list(run_ids)})
    return [row[0] for row in rows]


def move_back(session: Session, project_id: int, deletion_id: int, by: str) -> list[int]:
    """Put every row of a deletion back; returns its runs."""
    connection = raw_connection(session)
    asked = {"project": project_id, "deletion": deletion_id}
    runs = runs_of(session, project_id, deletion_id)
    connection.execute(_REPORTS, asked | {"state": "ingested"})
    for table in ("run", *BY_RUN):
        connection.execute(_BACK.format(table=table), asked)
    for table in ("result", "excluded_result"):
        connection.execute(_PLACE.format(table=table), asked | {"runs": runs})
    end(session, project_id, deletion_id, by)
    return runs


def later_merge(session: Session, project_id: int, deletion_id: int) -> str | None:
    """Return what was merged since, and still is, of what a deletion has rows of."""
    asked = {"project": project_id, "deletion": deletion_id}
    found = raw_connection(session).execute(_LATER_MERGE, asked).fetchone()
    return found[0] if found else None


def gone_since(
    session: Session, project_id: int, merge_id: int, run_ids: Sequence[int]
) -> str | None:
    """Return one of the runs of a merge that was deleted, or read again, after it."""
    asked = {"project": project_id, "deletion": merge_id, "runs": list(run_ids)}
    found = raw_connection(session).execute(_GONE_SINCE, asked).fetchone()
    return found[0] if found else None


def end(session: Session, project_id: int, deletion_id: int, by: str) -> None:
    """Note who took a deletion back; what was kept for that goes."""
    asked = {"project": project_id, "deletion": deletion_id, "by": by}
    for statement in (_CLEAR, _RESTORED):
        raw_connection(session).execute(statement, asked)


def read_restorable(session: Session, project_id: int) -> list[Deletion]:
    """Return the deletions that can be taken back, newest first."""
    asked = (project_id, RESTORABLE)
    rows = raw_connection(session).execute(f"{_FIND} order by id desc limit 200", asked)
    return [_deletion(row) for row in rows]


def lock_restorable(session: Session, project_id: int, deletion_id: int) -> Deletion | None:
    """Return a deletion that can be taken back, held until the transaction ends."""
    asked = (project_id, RESTORABLE, deletion_id)
    found = raw_connection(session).execute(f"{_FIND} and id = %s for update", asked).fetchone()
    return _deletion(found) if found else None


def purge_old(session: Session, most: int) -> int:
    """Forget deletions that nobody can take back any more; returns how many there were."""
    connection = raw_connection(session)
    old = connection.execute(_OLD, (RESTORABLE, most)).fetchall()
    for project_id, deletion_id in old:
        asked = {"project": project_id, "deletion": deletion_id, "nothing": NO_BODY}
        for statement in _PURGE:
            connection.execute(statement, asked)
    return len(old)


def _deletion(row: tuple[object, ...]) -> Deletion:
    id_, reason, by, at, runs, results = row
    return Deletion(id_, reason, by, at, runs, results, at + RESTORABLE)  # type: ignore[arg-type, operator]  # columns of the query
