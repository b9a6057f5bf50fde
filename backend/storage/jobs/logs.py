"""Logs of jobs: compressed pieces, in the order in which they came."""

import zlib
from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from backend.domain.jobs.log_lines import size_of
from backend.storage.engine import raw_connection
from backend.storage.tables.jobs import JobLogRow

MOST_READ = 2_000
"""Lines of one answer."""
# a piece stays that begins within the first half, or ends within the last one
CUT: LiteralString = """
delete from job_log l using (
    select id, sum(size) over (order by first_line) - size as before,
           sum(size) over (order by first_line desc) - size as after
    from job_log where project_id = %(project)s and job_id = %(job)s) as piece
where l.project_id = %(project)s and l.id = piece.id
  and piece.before >= %(half)s and piece.after >= %(half)s
returning l.lines, l.size
"""


def append(
    session: Session, project_id: int, job_id: int, first: int, lines: Sequence[str]
) -> None:
    content = zlib.compress("\n".join(lines).encode(), 6)
    session.execute(
        insert(JobLogRow).values(
            project_id=project_id, job_id=job_id, first_line=first, lines=len(lines),
            size=size_of(lines), content=content,
        )
    )  # fmt: skip


def cut_middle(session: Session, project_id: int, job_id: int, most: int) -> tuple[int, int]:
    """Keep so many bytes of a log, half from its beginning; returns the lines and bytes cut."""
    asked = {"project": project_id, "job": job_id, "half": most // 2}
    cut = raw_connection(session).execute(CUT, asked).fetchall()
    return sum(lines for lines, _ in cut), sum(size for _, size in cut)


def read(session: Session, project_id: int, job_id: int, first: int) -> tuple[int, list[str]]:
    """Return the lines from a place on, no more than an answer holds, and where they begin.

    Lines of one answer follow on each other: it ends where the middle was cut.
    """
    pieces = session.execute(
        select(JobLogRow.first_line, JobLogRow.content)
        .where(
            JobLogRow.project_id == project_id,
            JobLogRow.job_id == job_id,
            JobLogRow.first_line + JobLogRow.lines > first,
        )
        .order_by(JobLogRow.first_line)
        .limit(MOST_READ)
    )
    lines: list[str] = []
    for begins, content in pieces:
        if not lines:
            first = max(first, begins)
        elif begins > first + len(lines):
            break
        lines += zlib.decompress(content).decode().split("\n")[max(first - begins, 0) :]
        if len(lines) >= MOST_READ:
            break
    return first, lines[:MOST_READ]
