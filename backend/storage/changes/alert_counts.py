"""How many groups wait for somebody, what they hold and which are the worst: read in one pass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString, NamedTuple

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import OF_CODE
from backend.storage.changes.open_changes import IS_HISTORY
from backend.storage.changes.stored_groups import GONE
from backend.storage.commits.series_writes import WriteMemory
from backend.storage.engine import raw_connection

STANDING_STATES = frozenset({"open", "acknowledged"})
WORST = 12
"""Groups of each kind that are known by their ids, the worst first."""


class GroupKind(NamedTuple):
    """Groups that pages count together."""

    state: str
    is_of_code: bool
    is_of_pull: bool
    """On a branch of a pull request."""
    is_history: bool


@dataclass(frozen=True, slots=True)
class StandingGroups:
    """The groups of some kinds, and the changes in them by which way they went."""

    groups: int = 0
    changes: int = 0
    regressions: int = 0
    improvements: int = 0
    worst: Sequence[int] = ()
    """At most `WORST` ids of one kind; none of several kinds together."""
    opened_at: Sequence[datetime] = ()
    """Of the groups that hold improvements."""
    improved: Sequence[int] = ()
    """How many each of those holds."""

    @property
    def others(self) -> int:
        """Return how many changes are neither better nor worse."""
        return self.changes - self.regressions - self.improvements

    def improved_since(self, since: datetime) -> int:
        """Count the improvements in groups that were opened after a time."""
        pairs = zip(self.opened_at, self.improved, strict=True)
        return sum(count for opened_at, count in pairs if opened_at > since)


NONE = StandingGroups()
Standing = Mapping[GroupKind, StandingGroups]

_STANDING: LiteralString = """
select state, is_of_code, is_of_pull, is_history, count(*), sum(changes)::bigint,
       sum(regressions)::bigint, sum(improvements)::bigint,
       (array_agg(id order by regressions = 0, coalesce(nullif(size, 'infinity'), -1) desc,
                              time desc, id desc))[:%(worst)s],
       coalesce(array_agg(opened_at order by id) filter (where improvements > 0), '{{}}'),
       coalesce(array_agg(improvements order by id) filter (where improvements > 0), '{{}}')
from (
    select g.id, g.state, g.changes, g.regressions, g.improvements, g.size, g.time, g.opened_at,
           g.cause = any(%(of_code)s::text[]) as is_of_code,
           g.branch_id = any(array(select branch.id from branch
                                   where branch.project_id = %(project)s
                                     and branch.pull_request is not null)) as is_of_pull,
           {is_history} as is_history
    from alert_group g
    where g.project_id = %(project)s and g.changes > 0 and g.state = any(%(states)s::text[])
      and g.id not in ({gone})
    offset 0
) as standing
group by state, is_of_code, is_of_pull, is_history
""".format(gone=GONE.format(project="%(project)s"), is_history=IS_HISTORY)  # noqa: S608  constants
_memory: WriteMemory[Standing] = WriteMemory(with_changes=True)


def read_standing(session: Session, project_id: int) -> Standing:
    """Return the groups that wait for somebody, or are in hand; read once after each write.

    In each kind what got worse comes first, the largest step first, and one without a ratio after
    those with one.
    """
    return _memory.ask(session, project_id, lambda: _read(session, project_id))


def _read(session: Session, project_id: int) -> Standing:
    asked = {
        "project": project_id, "states": sorted(STANDING_STATES),
        "of_code": list(map(str, OF_CODE)), "worst": WORST,
    }  # fmt: skip
    rows = raw_connection(session).execute(_STANDING, asked).fetchall()
    kind = len(GroupKind._fields)
    return {GroupKind(*row[:kind]): StandingGroups(*row[kind:]) for row in rows}


def together(standing: Standing, *kinds: GroupKind) -> StandingGroups:
    """Add up how many groups and changes several kinds have."""
    found = [standing.get(kind, NONE) for kind in kinds]
    return StandingGroups(
        sum(one.groups for one in found),
        sum(one.changes for one in found),
        sum(one.regressions for one in found),
        sum(one.improvements for one in found),
    )
