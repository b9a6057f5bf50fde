"""Samples and documents of old runs, which go while what was read from them stays."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import cursor_of, raw_connection
from backend.storage.reports.deletions import NO_BODY

_SUITES: LiteralString = """
select project_id, suite_id, min(started_at) from (
    select project_id, suite_id, started_at from run
    where samples_dropped_at is null and started_at < now() - make_interval(days => %s)
    order by started_at limit %s
) as oldest
group by project_id, suite_id order by 3, 1, 2
"""
_RUNS: LiteralString = """
select id from run
where project_id = %s and suite_id = %s and started_at >= %s
  and started_at < now() - make_interval(days => %s) and samples_dropped_at is null
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
# the next reports of each project by their number, up to the first that is young or waits
_DOCUMENTS: LiteralString = """
select project.id, next.reports
from project
cross join lateral (
    select array_agg(id order by id) as reports
    from (
        select id, bool_and(is_old) over (order by id) as goes
        from (
            select id, state <> 'accepted'
                       and received_at < now() - make_interval(days => %(days)s) as is_old
            from report
            where project_id = project.id and id > project.documents_dropped_to
            order by id limit %(most)s
        ) as first
    ) as old
    where goes
) as next
where next.reports is not null
order by project.id limit %(projects)s
for no key update of project skip locked
"""
_EMPTY: LiteralString = """
update report set body = %(nothing)s
where project_id = %(project)s and id = any(%(reports)s) and state = 'ingested'
  and body <> %(nothing)s
"""
_FILES: LiteralString = """
delete from sent_file f using report
where f.project_id = %(project)s and f.report_id = any(%(reports)s)
  and report.project_id = f.project_id and report.id = f.report_id and report.state = 'ingested'
returning f.hash
"""
# locked by a statement of its own: what an upload relies on meanwhile is left
_FREE_CONTENTS: LiteralString = """
select hash from sent_file_content
where project_id = %(project)s and hash = any(%(hashes)s)
order by hash for update skip locked
"""
_CONTENTS: LiteralString = """
delete from sent_file_content c
where c.project_id = %(project)s and c.hash = any(%(hashes)s) and not exists (
    select from sent_file f where f.project_id = c.project_id and f.hash = c.hash)
"""
_GONE: LiteralString = """
update project set documents_dropped_to = %(last)s where id = %(project)s
"""


@dataclass(frozen=True, slots=True)
class OldSuite:
    """A suite with runs older than their samples are kept."""

    project_id: int
    suite_id: int
    since: datetime
    """When the oldest run began that has samples."""


@dataclass(frozen=True, slots=True)
class DroppedDocuments:
    """How much of a project went."""

    reports: int
    files: int
    """Files that were sent with them and that no younger report has."""


def suites_with_old_samples(session: Session, days: int, most: int) -> list[OldSuite]:
    """Return the suites of the `most` oldest runs that began longer ago than `days`."""
    return cursor_of(session, OldSuite).execute(_SUITES, (days, most)).fetchall()


def lock_old_runs(session: Session, suite: OldSuite, days: int, most: int) -> list[int]:
    """Lock runs of a suite that began longer ago than `days`; returns them, oldest first.

    Results of one series lie next to each other in the index, those of one run in the table: so
    many runs of one suite are a few pages each, where as many runs of many suites are one page for
    every result.
    """
    asked = (suite.project_id, suite.suite_id, suite.since, days, most)
    return [run_id for (run_id,) in raw_connection(session).execute(_RUNS, asked)]


def drop_samples(session: Session, project_id: int, run_ids: Sequence[int]) -> int:
    """Make summaries of all results of some runs; returns of how many results."""
    connection = raw_connection(session)
    asked = (project_id, list(run_ids))
    dropped = sum(
        connection.execute(_DROP.format(table=table).encode(), asked).rowcount for table in _TABLES
    )
    connection.execute(_MARK, asked)
    return dropped


def reports_with_old_documents(
    session: Session, days: int, most: int, projects: int
) -> dict[int, list[int]]:
    """Lock some projects with reports that came longer ago than `days`.

    Returns the numbers of at most `most` reports of each, oldest first. A report that waits for
    ingestion, or came later, keeps those behind it.
    """
    asked = {"days": days, "most": most, "projects": projects}
    return dict(raw_connection(session).execute(_DOCUMENTS, asked).fetchall())


def drop_documents(session: Session, project_id: int, reports: Sequence[int]) -> DroppedDocuments:
    """Empty the documents of ingested reports, and drop the files that came with them."""
    connection = raw_connection(session)
    asked = {"project": project_id, "reports": list(reports), "nothing": NO_BODY}
    emptied = connection.execute(_EMPTY, asked).rowcount
    hashes = [hash_ for (hash_,) in connection.execute(_FILES, asked)]
    contents = {"project": project_id, "hashes": hashes}
    free = [hash_ for (hash_,) in connection.execute(_FREE_CONTENTS, contents)]
    files = connection.execute(_CONTENTS, contents | {"hashes": free}).rowcount
    connection.execute(_GONE, {"project": project_id, "last": max(reports)})
    return DroppedDocuments(emptied, files)
