"""Alert groups as lists read them, and how many there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import LiteralString

GONE: LiteralString = """
select m.group_id
from alert_member m
join change_point c on c.project_id = m.project_id and c.id = m.change_id
join series s on s.project_id = c.project_id and s.id = c.series_id
where m.project_id = {project} and m.group_id in (
    select m.group_id from series s
    join change_point c on c.project_id = s.project_id and c.series_id = s.id
    join alert_member m on m.project_id = c.project_id and m.change_id = c.id
    where s.project_id = {project} and s.is_hidden)
group by m.group_id having bool_and(s.is_hidden)
"""
"""Groups of which every series was taken away, or is of something archived: no list names them."""


@dataclass(frozen=True, slots=True)
class StoredGroup:
    """A group as it is kept."""

    id: int
    number: int
    branch_id: int
    cause: str
    state: str
    direction: str
    first_position: int
    last_position: int
    lead_id: int
    changes: int
    series: int
    regressions: int
    improvements: int
    opened_at: datetime
    changed_at: datetime
    time: datetime
    size: float
    is_said: bool
    state_by: str | None
    state_at: datetime
    why: str
    assignee_id: int | None
    assignee: str | None
    due_on: date | None
    tags: Sequence[str]
    issue_url: str
    muted_until: datetime | None
    fixed_commit_id: int | None
    culprit_commit_id: int | None
    merged_into: int | None
    is_history: bool = False
    """It was found late, in results that came late: see `open_changes`."""


@dataclass(frozen=True, slots=True)
class GroupCounts:
    """All groups that pass and the changes in them; those that are not the code's counted apart.

    These are machines that changed, whose levels need not differ, and steps of the same code.
    Counted apart as well are those of the code that were old when their results came, and those
    on branches of pull requests, whether they are listed or not.
    """

    total: int
    changes: int
    asides: int
    aside_changes: int
    history: int
    history_changes: int
    in_pulls: int


@dataclass(frozen=True, slots=True)
class GroupRows:
    """One page of groups, how many there are in all, and how many changes they hold."""

    rows: Sequence[StoredGroup]
    counts: GroupCounts
    next: str | None
