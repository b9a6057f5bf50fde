"""Logs of jobs: compressed pieces, in the order in which they came."""

import zlib
from collections.abc import Sequence

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from backend.storage.tables.jobs import JobLogRow

MOST_READ = 2_000
"""Lines of one answer."""


def append(
    session: Session, project_id: int, job_id: int, first: int, lines: Sequence[str]
) -> None:
    content = zlib.compress("\n".join(lines).encode(), 6)
    session.execute(
        insert(JobLogRow).values(
            project_id=project_id, job_id=job_id, first_line=first, lines=len(lines),
            content=content,
        )
    )  # fmt: skip


def read(session: Session, project_id: int, job_id: int, first: int) -> list[str]:
    """Return the lines from a place on, no more than an answer holds."""
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
        lines += zlib.decompress(content).decode().split("\n")[max(first - begins, 0) :]
        if len(lines) >= MOST_READ:
            break
    return lines[:MOST_READ]
