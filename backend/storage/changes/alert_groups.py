"""Alert groups as they are kept: held while somebody changes them, and written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import GroupCause, GroupingInput, GroupingKey, GroupState
from backend.domain.changes.alert_placing import HeldGroup, Span
from backend.domain.changes.alert_standing import GroupFacts
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import listed

LOCK = 0x616C_7274
"""First half of the advisory lock's key; the project is the other half."""
_COLUMNS: LiteralString = """
select g.id, g.number, g.branch_id, g.testbed_id, g.cause, g.state, g.is_said,
       g.first_position, g.last_position,
       (select position from branch_commit b
        where b.project_id = g.project_id and b.branch_id = g.branch_id
          and b.commit_id = g.culprit_commit_id),
       exists (select from alert_activity d
               where d.project_id = g.project_id and d.group_id = g.id and d.author <> ''
                 and d.removed_at is null),
       g.episode, g.changes,
       coalesce((select array_agg(m.change_id) from alert_member m
                 where m.project_id = g.project_id and m.group_id = g.id), '{}'),
       coalesce((select array_agg(m.change_id) from alert_member m
                 where m.project_id = g.project_id and m.group_id = g.id and m.is_pinned), '{}')
from alert_group g
"""
_IS_AROUND: LiteralString = """
where g.project_id = %(project)s and g.changes > 0 and (
    g.id in (select group_id from alert_member
             where project_id = %(project)s and change_id = any(%(changes)s::bigint[]))
    or exists (select from unnest(%(branches)s::bigint[], %(firsts)s::bigint[], %(lasts)s::bigint[])
                      as span (branch_id, first_position, last_position)
               where span.branch_id = g.branch_id and g.last_position >= span.first_position
                 and g.first_position <= span.last_position))
"""
_AROUND: LiteralString = _COLUMNS + _IS_AROUND
_NUMBERED: LiteralString = (
    _COLUMNS + "where g.project_id = %(project)s and g.number = any(%(numbers)s)"
)
_MAKE: LiteralString = """
insert into alert_group (project_id, number, branch_id, testbed_id, cause, first_position,
    last_position, direction, lead_id, size, time, changes, series, regressions, improvements,
    opened_at, changed_at, state, is_said, state_at)
select %(project)s, row_number() over (order by made.place)
       + coalesce((select max(number) from alert_group where project_id = %(project)s), 0),
       branch_id, testbed_id, cause, first_position, last_position, direction, lead_id, size,
       to_timestamp(time), changes, series, regressions, improvements, to_timestamp(opened_at),
       to_timestamp(changed_at), state, false, to_timestamp(changed_at)
from unnest(%(branch)s::bigint[], %(testbed)s::bigint[], %(cause)s::text[], %(first)s::bigint[],
            %(last)s::bigint[], %(direction)s::text[], %(lead)s::bigint[], %(size)s::float8[],
            %(time)s::float8[], %(changes)s::int[], %(series)s::int[], %(regressions)s::int[],
            %(improvements)s::int[], %(opened_at)s::float8[], %(changed_at)s::float8[],
            %(state)s::text[]) with ordinality
     as made (branch_id, testbed_id, cause, first_position, last_position, direction, lead_id,
              size, time, changes, series, regressions, improvements, opened_at, changed_at, state,
              place)
order by place
returning id, number
"""
_WRITE: LiteralString = """
update alert_group g
set branch_id = w.branch_id, testbed_id = w.testbed_id, cause = w.cause,
    first_position = w.first_position, last_position = w.last_position, direction = w.direction,
    lead_id = w.lead_id, size = w.size, time = to_timestamp(w.time), changes = w.changes,
    series = w.series, regressions = w.regressions, improvements = w.improvements,
    changed_at = to_timestamp(w.changed_at)
from unnest(%(id)s::bigint[], %(branch)s::bigint[], %(testbed)s::bigint[], %(cause)s::text[],
            %(first)s::bigint[], %(last)s::bigint[], %(direction)s::text[], %(lead)s::bigint[],
            %(size)s::float8[], %(time)s::float8[], %(changes)s::int[], %(series)s::int[],
            %(regressions)s::int[], %(improvements)s::int[], %(changed_at)s::float8[])
     as w (id, branch_id, testbed_id, cause, first_position, last_position, direction, lead_id,
           size, time, changes, series, regressions, improvements, changed_at)
where g.project_id = %(project)s and g.id = w.id
"""
_SEAT: LiteralString = """
insert into alert_member (project_id, change_id, group_id, rank)
select %s, unnest(%s::bigint[]), unnest(%s::bigint[]), unnest(%s::int[])
on conflict (project_id, change_id) do update
set group_id = excluded.group_id, rank = excluded.rank,
    is_pinned = alert_member.is_pinned and alert_member.group_id = excluded.group_id,
    joined_at = case when alert_member.group_id = excluded.group_id then alert_member.joined_at
                     else now() end
where (alert_member.group_id, alert_member.rank) <> (excluded.group_id, excluded.rank)
"""
_STAND: LiteralString = """
update alert_group
set state = %(state)s, is_said = %(said)s, state_by = %(by)s, why = %(why)s,
    state_at = coalesce(%(at)s::timestamptz, now()),
    fixed_commit_id = null, episode = episode + %(again)s,
    opened_at = case when %(again)s > 0 then now() else opened_at end
where project_id = %(project)s and id = %(id)s
"""
_EMPTY: LiteralString = """
update alert_group set changes = 0, merged_into = %s where project_id = %s and id = any(%s)
"""
# the first step of the lead's series behind it that went the other way, of what moved then
_NOTE_FIXES: LiteralString = """
update alert_group g
set fixed_commit_id = (
    select later.commit_id
    from change_point lead
    join change_point later on later.project_id = lead.project_id
        and later.series_id = lead.series_id and later.position > lead.position
        and later.aspect = lead.aspect
    where lead.project_id = g.project_id and lead.id = g.lead_id and later.kind <> 'environment'
      and later.state in ('confirmed', 'fixed') and later.verdict <> lead.verdict
    order by later.position limit 1)
where g.project_id = %s and g.id = any(%s)
"""
_ASSIGN_AUTHORS: LiteralString = """
with author as (
    select g.id, max(u.id) as user_id, max(u.name) as name
    from alert_group g
    join branch_commit b on b.project_id = g.project_id and b.branch_id = g.branch_id
        and b.position between g.first_position and g.last_position
    join commit c on c.project_id = b.project_id and c.id = b.commit_id
    left join (membership m join user_account u on u.id = m.user_id)
        on m.project_id = g.project_id and c.author_email <> ''
       and lower(u.email) = lower(c.author_email)
    where g.project_id = %(project)s and g.id = any(%(ids)s)
      and g.assignee_id is null and not g.is_assigned
    group by g.id
    having count(*) = count(u.id) and count(distinct u.id) = 1
)
update alert_group g set assignee_id = author.user_id
from author where g.project_id = %(project)s and g.id = author.id
returning g.id, author.name
"""
_RECORD: LiteralString = """
insert into alert_event (project_id, group_id, kind, episode)
select %s, unnest(%s::bigint[]), unnest(%s::text[]), unnest(%s::int[])
on conflict (project_id, group_id, kind, episode) do update
set times = alert_event.times + 1, last_at = now()
"""


@dataclass(frozen=True, slots=True)
class NewState:
    """Into which state a group goes, who says so, and why; no name: Tidemark itself."""

    group_id: int
    state: GroupState
    by: str | None = None
    why: str = ""
    is_again: bool = False
    """It is open once more: what is news of it may be told once more."""
    at: datetime | None = None
    """Since when, if not from now on."""


Written = tuple[GroupingKey, GroupFacts]


def lock(session: Session, project_id: int) -> None:
    """Let nobody else place or judge groups of the project until the transaction ends."""
    session.execute(
        text("select pg_advisory_xact_lock(:kind, :project)"),
        {"kind": LOCK, "project": project_id},
    )


def hold_around(
    session: Session, project_id: int, change_ids: Sequence[int], spans: Sequence[Span]
) -> list[HeldGroup]:
    """Return the groups of these change points and those that lie on the same parts of branches."""
    asked = {
        "project": project_id,
        "changes": listed(change_ids),
        "branches": [span[0] for span in spans],
        "firsts": [span[1] for span in spans],
        "lasts": [span[2] for span in spans],
    }
    return [_held(row) for row in raw_connection(session).execute(_AROUND, asked)]


def hold(session: Session, project_id: int, numbers: Sequence[int]) -> list[HeldGroup]:
    """Return the groups that exist of these numbers, in order."""
    asked = {"project": project_id, "numbers": list(numbers)}
    rows = raw_connection(session).execute(_NUMBERED, asked)
    return sorted((_held(row) for row in rows), key=lambda one: one.number)


def _held(row: Sequence[Any]) -> HeldGroup:
    id_, number, branch, testbed, cause, state, said, *numbers = row
    first, last, culprit, is_worked_on, episode, changes, members, pinned = numbers
    bound = set(pinned)
    return HeldGroup(
        id_,
        number,
        GroupingKey(branch, testbed, GroupCause(cause)),
        GroupState(state),
        said,
        first,
        last,
        culprit,
        is_worked_on,
        episode,
        changes,
        {id_: id_ in bound for id_ in members},
    )


def make(
    session: Session, project_id: int, groups: Sequence[Written], states: Sequence[GroupState]
) -> list[int]:
    """Add groups, numbered in their order; returns their ids."""
    if not groups:
        return []
    asked = _columns(groups) | {
        "project": project_id,
        "state": [str(state) for state in states],
        "opened_at": [facts.opened_at for _, facts in groups],
    }
    rows = raw_connection(session).execute(_MAKE, asked)
    return [id_ for _, id_ in sorted((number, id_) for id_, number in rows)]


def write(session: Session, project_id: int, ids: Sequence[int], groups: Sequence[Written]) -> None:
    """Bring what is kept of groups in line with their members."""
    if ids:
        asked = _columns(groups) | {"project": project_id, "id": list(ids)}
        raw_connection(session).execute(_WRITE, asked)


def _columns(groups: Sequence[Written]) -> dict[str, Any]:
    return {
        "branch": [key.branch_id for key, _ in groups],
        "testbed": [key.testbed_id for key, _ in groups],
        "cause": [str(key.cause) for key, _ in groups],
        "first": [facts.first_position for _, facts in groups],
        "last": [facts.last_position for _, facts in groups],
        "direction": [str(facts.direction) for _, facts in groups],
        "lead": [facts.lead_id for _, facts in groups],
        "size": [facts.size for _, facts in groups],
        "time": [facts.time for _, facts in groups],
        "changes": [facts.changes for _, facts in groups],
        "series": [facts.series for _, facts in groups],
        "regressions": [facts.regressions for _, facts in groups],
        "improvements": [facts.improvements for _, facts in groups],
        "changed_at": [facts.changed_at for _, facts in groups],
    }


def seat(
    session: Session, project_id: int, seats: Sequence[tuple[int, Sequence[GroupingInput]]]
) -> None:
    """Put members into their groups, worst first."""
    rows = [
        (member.id, group_id, rank)
        for group_id, members in seats
        for rank, member in enumerate(members)
    ]
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        raw_connection(session).execute(_SEAT, (project_id, *columns))


def stand(session: Session, project_id: int, new: NewState) -> None:
    """Bring a group into another state."""
    raw_connection(session).execute(
        _STAND,
        {
            "project": project_id,
            "id": new.group_id,
            "state": new.state,
            "said": new.by is not None,
            "by": new.by,
            "why": new.why,
            "again": int(new.is_again),
            "at": new.at,
        },
    )


def empty(session: Session, project_id: int, group_ids: Sequence[int], into: int | None) -> None:
    """Note that groups have lost their members, and the number of the group that has them."""
    if group_ids:
        raw_connection(session).execute(_EMPTY, (into, project_id, list(group_ids)))


def note_fixes(session: Session, project_id: int, group_ids: Sequence[int]) -> None:
    """Keep the commits at which the levels of the worst members came back."""
    if group_ids:
        raw_connection(session).execute(_NOTE_FIXES, (project_id, list(group_ids)))


def assign_authors(
    session: Session, project_id: int, group_ids: Sequence[int]
) -> list[tuple[int, str]]:
    """Let the one author of all commits in question take care, where they are a member.

    Returns the groups and names; those of which somebody takes care already are left alone.
    """
    asked = {"project": project_id, "ids": list(group_ids)}
    return raw_connection(session).execute(_ASSIGN_AUTHORS, asked).fetchall() if group_ids else []


def record_events(
    session: Session, project_id: int, events: Sequence[tuple[int, str, int]]
) -> None:
    """Keep what is news of groups, once per kind and episode."""
    if events:
        columns = [list(column) for column in zip(*sorted(set(events)), strict=True)]
        raw_connection(session).execute(_RECORD, (project_id, *columns))


_SEATS: LiteralString = """
select change_id, group_id from alert_member
where project_id = %s and change_id = any(%s::bigint[])
"""
_MOVE: LiteralString = """
update alert_member set group_id = %s, is_pinned = %s, joined_at = now()
where project_id = %s and change_id = any(%s::bigint[])
"""
# one that has members again is listed again
_REVIVE: LiteralString = """
update alert_group set changes = greatest(changes, 1), merged_into = null
where project_id = %s and id = %s
"""
_GONE: LiteralString = """
update alert_group g set changes = 0, merged_into = %s
where g.project_id = %s and g.id = %s and not exists (
    select from alert_member m where m.project_id = g.project_id and m.group_id = g.id)
"""


def seats_of(session: Session, project_id: int, change_ids: Sequence[int]) -> dict[int, int]:
    """Return the group of each change point that is in one."""
    rows = raw_connection(session).execute(_SEATS, (project_id, listed(change_ids)))
    return dict(rows.fetchall())


def numbers_of(session: Session, project_id: int, group_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of each group by its id."""
    query = "select id, number from alert_group where project_id = %s and id = any(%s)"
    return dict(raw_connection(session).execute(query, (project_id, list(group_ids))).fetchall())


def move_members(
    session: Session,
    project_id: int,
    change_ids: Sequence[int],
    group_id: int,
    *,
    is_pinned: bool,
) -> None:
    """Put members into another group, which is listed again if it had none."""
    connection = raw_connection(session)
    connection.execute(_MOVE, (group_id, is_pinned, project_id, listed(change_ids)))
    connection.execute(_REVIVE, (project_id, group_id))


def note_where_members_went(session: Session, project_id: int, group_id: int, number: int) -> None:
    """Let a group that has lost all members say which one has them."""
    raw_connection(session).execute(_GONE, (number, project_id, group_id))
