"""How many groups stand and what they hold: counted once for everything that tells of them."""

from collections.abc import Mapping, Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.changes.alert_lists import OpenCounts
from backend.storage.changes.stored_groups import GONE
from backend.storage.engine import raw_connection

Standing = Mapping[tuple[str, str], OpenCounts]
"""By state and cause."""

_STANDING: LiteralString = """
select state, cause, count(*), sum(changes)::bigint, sum(regressions)::bigint,
       sum(improvements)::bigint
from alert_group
where project_id = %(project)s and changes > 0 and state in ('open', 'acknowledged')
  and not (branch_id = any(select branch.id from branch
                           where branch.project_id = alert_group.project_id
                             and branch.pull_request is not null))
  and id not in ({gone})
group by state, cause
""".format(gone=GONE.format(project="%(project)s"))  # noqa: S608  a constant condition


def count_standing(session: Session, project_id: int) -> Standing:
    """Count the groups that wait for somebody, or are in hand, and the changes in them.

    Those on branches of pull requests are left out.
    """
    rows = raw_connection(session).execute(_STANDING, {"project": project_id}).fetchall()
    return {(state, cause): OpenCounts(*counts) for state, cause, *counts in rows}


def together(standing: Standing, state: str, causes: Sequence[str]) -> OpenCounts:
    """Add up the groups of one state that have one of these causes."""
    found = [standing[state, cause] for cause in causes if (state, cause) in standing]
    return OpenCounts(
        sum(one.groups for one in found),
        sum(one.changes for one in found),
        sum(one.regressions for one in found),
        sum(one.improvements for one in found),
    )
