"""Commits as people recognise them, read by id."""

from collections.abc import Iterable
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import CommitRef
from backend.domain.commits.forges import commit_link, forge_of
from backend.storage.engine import raw_connection

COMMITS: LiteralString = """
select commit.id, commit.name, commit.subject, commit.time, commit.author_name, commit.url,
       project.repository_url
from commit join project on project.id = commit.project_id
where commit.project_id = %s and commit.id = any(%s)
"""


def read_commits(
    session: Session, project_id: int, commit_ids: Iterable[int | None]
) -> dict[int, CommitRef]:
    """Return those commits that exist, by id; absent ids may be among the asked ones."""
    wanted = sorted({commit_id for commit_id in commit_ids if commit_id is not None})
    if not wanted:
        return {}
    rows = raw_connection(session).execute(COMMITS, (project_id, wanted))
    return {row[0]: _commit(*row) for row in rows}


def _commit(  # noqa: PLR0913 - a row
    id_: int,
    name: str,
    subject: str,
    time: datetime | None,
    author: str,
    url: str | None,
    repository: str | None,
) -> CommitRef:
    return CommitRef(id_, name, subject, time, author, commit_link(name, url, forge_of(repository)))
