"""The commits that may have made a change point, in the order of their branch."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.jobs.unmeasured import IS_OF_FORK

IN_QUESTION: LiteralString = """
select c.name
from change_point p
join series s on s.project_id = p.project_id and s.id = p.series_id
join branch_commit b
  on b.project_id = p.project_id and b.branch_id = s.branch_id
 and b.position between p.first_position and p.last_position
join commit c on c.project_id = p.project_id and c.id = b.commit_id
where p.project_id = %s and p.id = %s and not {is_of_fork}
order by b.position, c.id
limit %s
"""
SURELY_BEFORE: LiteralString = """
select c.name
from change_point p
join run r on r.project_id = p.project_id and r.id = p.before_run_id
join commit c on c.project_id = p.project_id and c.id = r.commit_id
where p.project_id = %s and p.id = %s
"""


def commits_in_question(session: Session, project_id: int, change_id: int, most: int) -> list[str]:
    """Return the commits that hold the cause (95 %), measured or not, the first `most` of them.

    The head of a fork that was not merged is not on the branch's own line, and code of others.
    """
    asked = (project_id, change_id, most)
    wanted = IN_QUESTION.format(is_of_fork=IS_OF_FORK)
    return [row[0] for row in raw_connection(session).execute(wanted, asked)]


def surely_before(session: Session, project_id: int, change_id: int) -> str | None:
    """Return the commit of the last run that is surely at the old level."""
    asked = (project_id, change_id)
    found = raw_connection(session).execute(SURELY_BEFORE, asked).fetchone()
    return None if found is None else found[0]
