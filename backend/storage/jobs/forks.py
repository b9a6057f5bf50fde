"""Whether commits are those of forks, which nobody of the project has taken in."""

from collections.abc import Sequence
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

# a head may be named by the beginning of its hash, or by the branch that its reports belong to
OF_FORKS: LiteralString = """
select exists (
    select from pull_request q
    where q.project_id = %(project)s and q.is_from_fork and q.merged_as is null
      and (exists (select from unnest(%(commits)s::text[]) as c
                   where length(c) >= 4 and starts_with(lower(q.head), c))
           or exists (select from branch b
                      where b.project_id = q.project_id and b.pull_request = q.number
                        and b.name = any(%(branches)s))))
"""


def are_of_forks(
    session: Session, project_id: int, commits: Sequence[str], branches: Sequence[str]
) -> bool:
    """Tell whether one of these is of a pull request from a fork that was not merged."""
    asked: dict[str, Any] = {
        "project": project_id, "commits": list(commits), "branches": list(branches),
    }  # fmt: skip
    found = raw_connection(session).execute(OF_FORKS, asked).fetchone()
    return found is not None and found[0]
