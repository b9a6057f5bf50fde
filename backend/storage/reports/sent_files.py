"""Files that tools wrote, kept with the reports that were read from them, once per content."""

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, LiteralString

from psycopg.types.json import Jsonb
from sqlalchemy.orm import Session

from backend.domain.reports.readings import SavedFile
from backend.storage.engine import raw_connection

_CONTENT: LiteralString = """
insert into sent_file_content (project_id, hash, size, body) values (%s, %s, %s, %s)
on conflict (project_id, hash) do nothing
"""
# locked, so that no purge takes away what a new report relies on
_KNOWN: LiteralString = """
select hash from sent_file_content where project_id = %s and hash = any(%s) for key share
"""
_FILE: LiteralString = """
insert into sent_file (project_id, report_id, place, name, hash) values (%s, %s, %s, %s, %s)
"""
_SAID: LiteralString = "update report set said = %s where project_id = %s and id = %s"
_LIST: LiteralString = """
select f.place, f.name, c.size, encode(f.hash, 'hex')
from run
join sent_file f on f.project_id = run.project_id and f.report_id = run.report_id
join sent_file_content c on c.project_id = f.project_id and c.hash = f.hash
where run.project_id = %s and run.id = %s order by f.place
"""
_ONE: LiteralString = """
select f.name, c.body
from run
join sent_file f on f.project_id = run.project_id and f.report_id = run.report_id
join sent_file_content c on c.project_id = f.project_id and c.hash = f.hash
where run.project_id = %s and run.id = %s and f.place = %s
"""
_OF_SUITE: LiteralString = """
select run.id from run
where run.project_id = %(project)s
  and run.suite_id = (select id from suite where project_id = %(project)s and name = %(suite)s)
  and (%(before)s::bigint is null or run.id < %(before)s)
  and exists (select from sent_file f
              where f.project_id = run.project_id and f.report_id = run.report_id)
order by run.id desc limit %(most)s
"""
_READABLE: LiteralString = """
select run.id, report.id, report.body, report.said,
       exists (select from excluded_result e
               where e.project_id = run.project_id and e.run_id = run.id)
       or exists (select from run_exclusion e
                  where e.project_id = run.project_id and e.run_id = run.id),
       array_agg(f.name order by f.place), array_agg(f.hash order by f.place)
from run
join report on report.project_id = run.project_id and report.id = run.report_id
join sent_file f on f.project_id = run.project_id and f.report_id = run.report_id
where run.project_id = %s and run.id = any(%s) and report.state = 'ingested'
group by run.project_id, run.id, report.project_id, report.id
order by run.id
"""
_BODIES: LiteralString = """
select hash, body from sent_file_content where project_id = %s and hash = any(%s)
"""


@dataclass(frozen=True)
class SentFile:
    """A file that may belong to thousands of reports: its hash is computed once."""

    name: str
    data: bytes

    @cached_property
    def hash(self) -> bytes:
        return hashlib.sha256(self.data).digest()


@dataclass(frozen=True, slots=True)
class ReadableRun:
    """A run with what it was read from."""

    run: int
    report: int
    document: bytes
    said: dict[str, Any]
    is_excluded: bool
    """It, or one of its results, is left out of the baselines."""
    names: Sequence[str]
    hashes: Sequence[bytes]


def save(
    session: Session,
    project_id: int,
    report_id: int,
    files: Iterable[SentFile],
    said: dict[str, Any],
) -> None:
    """Keep the files of a report, and what was said beside them."""
    connection = raw_connection(session)
    for place, file in enumerate(files, 1):
        if connection.execute(_KNOWN, (project_id, [file.hash])).fetchone() is None:
            content = (len(file.data), zlib.compress(file.data))
            connection.execute(_CONTENT, (project_id, file.hash, *content))
        connection.execute(_FILE, (project_id, report_id, place, file.name, file.hash))
    note(session, project_id, report_id, said)


def note(session: Session, project_id: int, report_id: int, said: dict[str, Any]) -> None:
    """Keep what was said beside the files of a report."""
    raw_connection(session).execute(_SAID, (Jsonb(said), project_id, report_id))


def files_of_run(session: Session, project_id: int, run_id: int) -> list[SavedFile]:
    rows = raw_connection(session).execute(_LIST, (project_id, run_id))
    return [SavedFile(*row) for row in rows]


def read_file(
    session: Session, project_id: int, run_id: int, place: int
) -> tuple[str, bytes] | None:
    """Return the name of a file and its bytes as they were sent."""
    row = raw_connection(session).execute(_ONE, (project_id, run_id, place)).fetchone()
    return (row[0], zlib.decompress(row[1])) if row else None


def runs_of_suite(
    session: Session, project_id: int, suite: str, before: int | None, most: int
) -> list[int]:
    """Return the newest runs of a suite whose files are kept."""
    asked = {"project": project_id, "suite": suite, "before": before, "most": most}
    return [row[0] for row in raw_connection(session).execute(_OF_SUITE, asked)]


def readable_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[ReadableRun]:
    """Return those of the runs whose files are kept."""
    rows = raw_connection(session).execute(_READABLE, (project_id, list(run_ids)))
    return [
        ReadableRun(run, report, zlib.decompress(body), said or {}, *rest)
        for run, report, body, said, *rest in rows
    ]


def contents(session: Session, project_id: int, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
    """Return the bytes of files by their hashes."""
    rows = raw_connection(session).execute(_BODIES, (project_id, list(hashes)))
    return {hash_: zlib.decompress(body) for hash_, body in rows}
