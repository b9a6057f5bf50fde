"""Commits as people recognise them, read by id."""

from collections.abc import Iterable
from typing import LiteralString

from psycopg.rows import args_row
from sqlalchemy.orm import Session

from backend.domain.labels import CommitRef
from backend.storage.engine import raw_connection

COMMITS: LiteralString = """
select id, name, subject, time, author_name, url
from commit
where project_id = %s and id = any(%s)
"""


def read_commits(
    session: Session, project_id: int, commit_ids: Iterable[int | None]
) -> dict[int, CommitRef]:
    """Return those commits that exist, by id; absent ids may be among the asked ones."""
    wanted = sorted({commit_id for commit_id in commit_ids if commit_id is not None})
    if not wanted:
        return {}
    cursor = raw_connection(session).cursor(row_factory=args_row(CommitRef))
    cursor.execute(COMMITS, (project_id, wanted))
    return {commit.id: commit for commit in cursor}
