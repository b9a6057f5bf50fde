"""What people keep of an alert group beside its state: who, until when, tags, issue, culprit."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.triage import Details
from backend.storage.engine import raw_connection

_READ: LiteralString = """
select assignee_id, due_on, tags, issue_url, culprit_commit_id
from alert_group where project_id = %s and id = %s
"""
_WRITE: LiteralString = """
update alert_group
set assignee_id = %s, due_on = %s, tags = %s, issue_url = %s, culprit_commit_id = %s,
    is_assigned = is_assigned or %s
where project_id = %s and id = %s
"""
_IS_ON_BRANCH: LiteralString = """
select from branch_commit where project_id = %s and branch_id = %s and commit_id = %s
"""


def read(session: Session, project_id: int, group_id: int) -> Details:
    rows = raw_connection(session).execute(_READ, (project_id, group_id))
    ((assignee, due_on, tags, issue_url, culprit),) = rows.fetchall()
    return Details(assignee, due_on, tuple(tags), issue_url, culprit)


def write(
    session: Session, project_id: int, group_id: int, new: Details, *, is_assigned: bool
) -> None:
    """Keep what people say; once somebody says who takes care, authors are not looked for."""
    asked = (new.assignee, new.due_on, list(new.tags), new.issue_url, new.culprit)
    raw_connection(session).execute(_WRITE, (*asked, is_assigned, project_id, group_id))


def is_on_branch(session: Session, project_id: int, branch_id: int, commit_id: int) -> bool:
    found = raw_connection(session).execute(_IS_ON_BRANCH, (project_id, branch_id, commit_id))
    return found.fetchone() is not None


_NAME: LiteralString = "select coalesce(nullif(name, ''), email) from user_account where id = %s"
_COMMIT: LiteralString = "select name from commit where project_id = %s and id = %s"


def words_of(session: Session, project_id: int, field: str, new: Details) -> str:
    """Say what a field of a group became, for its story; empty: it was taken away."""
    if field == "tags":
        return ", ".join(new.tags)
    if field == "assignee":
        return _first(session, _NAME, (new.assignee,))
    if field == "culprit":
        return _first(session, _COMMIT, (project_id, new.culprit))
    found = getattr(new, field)
    return "" if found is None else str(found)


def _first(session: Session, query: LiteralString, asked: tuple[int | None, ...]) -> str:
    row = raw_connection(session).execute(query, asked).fetchone()
    return row[0] if row else ""
