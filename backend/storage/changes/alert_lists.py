"""Lists of alert groups, read from the rows that are kept of them."""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    any_,
    false,
    func,
    literal,
    or_,
    select,
    text,
    true,
    tuple_,
)
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.alert_groups import OF_CODE
from backend.domain.pages import PageRequest, cursor_at, read_place
from backend.storage.changes.alert_counts import STANDING_STATES, read_standing, together
from backend.storage.changes.lists import ChangeQuery, conditions_of, hidden_changes
from backend.storage.changes.open_changes import found_late
from backend.storage.changes.stored_groups import GONE, GroupCounts, GroupRows, StoredGroup
from backend.storage.packed_columns import among
from backend.storage.tables.changes.alerts import AlertGroupRow as Group
from backend.storage.tables.changes.alerts import AlertMemberRow as Member
from backend.storage.tables.changes.change_points import ChangePointRow as Change
from backend.storage.tables.commits import BranchRow
from backend.storage.tables.people.access import UserRow

STANDING = ("open", "acknowledged", "accepted")
"""States of groups of which the confirmed members count."""

_SIZE = func.coalesce(func.nullif(Group.size, math.inf), -1.0)
_WORST_FIRST = ((Group.regressions == 0).asc(), _SIZE.desc())


@dataclass(frozen=True, slots=True)
class GroupQuery:
    """Which groups; no states means any."""

    states: Sequence[str] = ()
    verdict: str | None = None
    """Groups with such a change."""
    min_effect: float = 0.0
    filters: SeriesFilters = field(default_factory=SeriesFilters)
    causes: Sequence[str] = ()
    is_largest_first: bool = False
    opened_since: datetime | None = None
    opened_until: datetime | None = None
    ended_since: datetime | None = None
    ended_until: datetime | None = None
    directions: Sequence[str] = ()
    assignee: int | None = None
    """Who takes care; 0: nobody."""
    tag: str = ""
    is_overdue: bool = False
    is_muted: bool | None = None
    days: int = 0
    """Found within so many last days; 0: at any time."""
    is_history: bool | None = None
    ids: Sequence[int] | None = None
    is_of_pull: bool | None = None
    """On a branch of a pull request, or not."""

    @property
    def asks_members(self) -> bool:
        """Tell whether members decide, not only what is kept of their group."""
        return bool(self.verdict) or self.min_effect > 0 or not self.filters.is_empty


_NAMES = StoredGroup.__dataclass_fields__
_ELSEWHERE = {"assignee": UserRow.name, "is_history": found_late}
_COLUMNS = [
    _ELSEWHERE[name].label(name) if name in _ELSEWHERE else getattr(Group, name) for name in _NAMES
]


def read_group_rows(
    session: Session, project_id: int, query: GroupQuery, page: PageRequest
) -> GroupRows:
    """Return one page of groups behind a place of the order."""
    after = read_place(page.cursor, 3 if query.is_largest_first else 2)
    epoch = func.date_part("epoch", Group.time)
    size = [Group.size] if query.is_largest_first else []
    found = (
        groups_of(project_id)
        .where(*_conditions(project_id, query))
        .order_by(*[one.desc() for one in (*size, Group.time, Group.id)])
        .limit(page.limit + 1)
    )
    if after is not None:
        found = found.where(tuple_(*size, epoch, Group.id) < tuple_(*after[:-1], int(after[-1])))
    rows = [StoredGroup(*row) for row in session.execute(found)]
    counts = _known_counts(session, project_id, query) or _counts(session, project_id, query)
    following = None
    if len(rows) > page.limit:
        last = rows[page.limit - 1]
        ordered = (last.size,) if query.is_largest_first else ()
        following = cursor_at((*ordered, last.time.timestamp(), float(last.id)))
    return GroupRows(rows[: page.limit], counts, following)


def read_groups(
    session: Session, project_id: int, query: GroupQuery, limit: int
) -> list[StoredGroup]:
    """Return groups without counting them: what got worse in front, the largest step first.

    One without a ratio stands behind those with one.
    """
    found = (
        groups_of(project_id)
        .where(*_conditions(project_id, query))
        .order_by(*_WORST_FIRST, Group.time.desc(), Group.id.desc())
        .limit(limit)
    )
    return [StoredGroup(*row) for row in session.execute(found)]


def read_groups_by_id(session: Session, project_id: int, ids: Sequence[int]) -> list[StoredGroup]:
    """Return the groups of these ids, in their order."""
    found = {one.id: one for one in read_groups(session, project_id, GroupQuery(ids=ids), len(ids))}
    return [found[id_] for id_ in ids if id_ in found]


def read_worst_groups(
    session: Session, project_id: int, query: GroupQuery, limit: int
) -> list[StoredGroup]:
    """Return the largest groups of a query."""
    found = (
        groups_of(project_id)
        .where(*_conditions(project_id, query))
        .order_by(Group.size.desc(), Group.id.desc())
        .limit(limit)
    )
    return [StoredGroup(*row) for row in session.execute(found)]


def read_group(session: Session, project_id: int, number: int) -> StoredGroup | None:
    """Return one group, also one that has lost its members."""
    row = session.execute(groups_of(project_id).where(Group.number == number)).one_or_none()
    return StoredGroup(*row) if row else None


def group_of_change(session: Session, project_id: int, change_id: int) -> StoredGroup | None:
    """Return the group that a change point belongs to."""
    wanted = select(Member.group_id).where(
        Member.project_id == project_id, Member.change_id == change_id
    )
    row = session.execute(
        groups_of(project_id).where(Group.id == wanted.scalar_subquery())
    ).one_or_none()
    return StoredGroup(*row) if row else None


def read_member_ids(
    session: Session, project_id: int, group_ids: Sequence[int], query: GroupQuery, most: int
) -> dict[int, list[int]]:
    """Return the worst members of each group that pass the filters, of series that are shown."""
    wanted = func.unnest(list(group_ids)).table_valued("id").render_derived(name="wanted")
    conditions = [
        Member.project_id == project_id,
        Member.group_id == wanted.c.id,
        Member.change_id.not_in(hidden_changes(project_id)),
        *(_of_members(project_id, query) if query.asks_members else ()),
    ]
    members = select(Member.change_id, Member.rank).where(*conditions)
    if query.asks_members:
        members = members.join(Change, _is_member_change()).join(Group, _is_group_of_member())
    worst = members.order_by(Member.rank).limit(most).lateral("worst")
    rows = session.execute(
        select(wanted.c.id, worst.c.change_id)
        .select_from(wanted.join(worst, true()))
        .order_by(wanted.c.id, worst.c.rank)
    )
    found: dict[int, list[int]] = {id_: [] for id_ in group_ids}
    for group_id, change_id in rows:
        found[group_id].append(change_id)
    return found


@dataclass(frozen=True, slots=True)
class OpenCounts:
    """How many groups pass a query, and what they hold."""

    groups: int
    changes: int
    regressions: int
    improvements: int


def count_open(session: Session, project_id: int, query: GroupQuery) -> OpenCounts:
    """Count groups and the changes in them, by which way they went."""
    sums = [
        func.coalesce(func.sum(column), 0)
        for column in (Group.changes, Group.regressions, Group.improvements)
    ]
    found = select(func.count(), *sums).where(*_conditions(project_id, query))
    return OpenCounts(*map(int, session.execute(found).one()))


def groups_of(project_id: int) -> Select[Any]:
    """Select the columns of a stored group, of all groups of a project."""
    return (
        select(*_COLUMNS)
        .outerjoin(UserRow, UserRow.id == Group.assignee_id)
        .where(Group.project_id == project_id)
    )


def _conditions(project_id: int, query: GroupQuery) -> list[ColumnElement[bool]]:
    conditions = _of_groups(project_id, query)
    if query.asks_members:
        members = (
            select(Member.change_id)
            .join(Change, _is_member_change())
            .where(_is_group_of_member(), *_of_members(project_id, query))
        )
        conditions.append(members.correlate(Group).exists())
    return conditions


def _of_groups(project_id: int, query: GroupQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [Group.project_id == project_id, Group.changes > 0]
    if query.states:
        conditions.append(Group.state.in_(query.states))
    if query.ids is None:
        gone = text(GONE.format(project=":of_project")).bindparams(of_project=project_id)
        conditions.append(Group.id.not_in(gone.columns(Member.group_id)))
    else:
        conditions.append(among(Group.id, query.ids))
    if query.causes:
        conditions.append(Group.cause.in_(query.causes))
    if query.is_of_pull is not None:
        conditions.append(Group.branch_id.in_(_branches_of_pulls(project_id)) == query.is_of_pull)
    return [*conditions, *_of_times(query), *_of_triage(query)]


def find_branches_of_pulls(session: Session, project_id: int) -> set[int]:
    """Return the branches that are of pull requests."""
    return set(session.scalars(_branches_of_pulls(project_id)))


def _branches_of_pulls(project_id: int) -> Select[int]:
    return select(BranchRow.id).where(
        BranchRow.project_id == project_id, BranchRow.pull_request.is_not(None)
    )


def _of_times(query: GroupQuery) -> list[ColumnElement[bool]]:
    """Return when groups must have been opened, or come into their states, to be meant."""
    bounds = (
        (query.opened_since, Group.opened_at, operator.gt),
        (query.opened_until, Group.opened_at, operator.le),
        (query.ended_since, Group.state_at, operator.gt),
        (query.ended_until, Group.state_at, operator.le),
    )
    conditions = [holds(column, at) for at, column, holds in bounds if at is not None]
    if query.days > 0:
        conditions.append(Group.opened_at > func.now() - timedelta(days=query.days))
    if query.is_history is not None:
        conditions.append(found_late == query.is_history)
    return conditions


def _of_triage(query: GroupQuery) -> list[ColumnElement[bool]]:
    """Return what people must have made of groups to be meant."""
    conditions: list[ColumnElement[bool]] = []
    if query.directions:
        conditions.append(Group.direction.in_(query.directions))
    if query.assignee is not None:
        conditions.append(Group.assignee_id.is_not_distinct_from(query.assignee or None))
    if query.tag:
        conditions.append(literal(query.tag) == any_(Group.tags))
    if query.is_overdue:
        conditions.append(Group.due_on < func.current_date())
    if query.is_muted is not None:
        is_muted = func.coalesce(Group.muted_until > func.now(), false())
        conditions.append(is_muted == query.is_muted)
    return conditions


def _of_members(project_id: int, query: GroupQuery) -> list[ColumnElement[bool]]:
    asked = ChangeQuery(verdict=query.verdict, series=query.filters, min_effect=query.min_effect)
    return [
        *conditions_of(project_id, asked),
        or_(Change.state == "confirmed", Group.state.not_in(STANDING)),
    ]


def _is_member_change() -> ColumnElement[bool]:
    return and_(Change.project_id == Member.project_id, Change.id == Member.change_id)


def _is_group_of_member() -> ColumnElement[bool]:
    return and_(Member.project_id == Group.project_id, Member.group_id == Group.id)


def _known_counts(session: Session, project_id: int, query: GroupQuery) -> GroupCounts | None:
    """Return the counts of a list that asks for standing groups of whatever kind, as most do."""
    asked = replace(query, states=(), is_largest_first=False, is_history=None, is_of_pull=None)
    if asked != GroupQuery() or not query.states or not STANDING_STATES.issuperset(query.states):
        return None
    standing = read_standing(session, project_id)
    meant = [kind for kind in standing if kind.state in query.states]
    late = [one for one in meant if query.is_history in {None, one.is_history}]
    mine = [one for one in meant if query.is_of_pull in {None, one.is_of_pull}]
    shown = [one for one in late if one in mine]
    all_ = together(standing, *shown)
    aside = together(standing, *[one for one in shown if not one.is_of_code])
    old = together(standing, *[one for one in mine if one.is_of_code and one.is_history])
    in_pulls = together(standing, *[one for one in late if one.is_of_pull])
    return GroupCounts(
        all_.groups, all_.changes, aside.groups, aside.changes, old.groups, old.changes,
        in_pulls.groups,
    )  # fmt: skip


def _counts(session: Session, project_id: int, query: GroupQuery) -> GroupCounts:
    # how many are history, or of pull requests, is told also where others are asked for
    of_pulls = Group.branch_id.in_(_branches_of_pulls(project_id))
    late = true() if query.is_history is None else found_late == query.is_history
    mine = true() if query.is_of_pull is None else of_pulls == query.is_of_pull
    shown = and_(late, mine)
    aside = and_(shown, Group.cause.not_in(OF_CODE))
    old = and_(mine, Group.cause.in_(OF_CODE), found_late)
    in_pulls = and_(late, of_pulls)
    held = func.sum(Group.changes)
    counted = select(
        func.count().filter(shown),
        func.coalesce(held.filter(shown), 0),
        func.count().filter(aside),
        func.coalesce(held.filter(aside), 0),
        func.count().filter(old),
        func.coalesce(held.filter(old), 0),
        func.count().filter(in_pulls),
    )
    if query.asks_members:
        counted = (
            select(
                func.count(Group.id.distinct()).filter(shown),
                func.count().filter(shown),
                func.count(Group.id.distinct()).filter(aside),
                func.count().filter(aside),
                func.count(Group.id.distinct()).filter(old),
                func.count().filter(old),
                func.count(Group.id.distinct()).filter(in_pulls),
            )
            .join(Member, _is_group_of_member())
            .join(Change, _is_member_change())
            .where(*_of_members(project_id, query))
        )
    asked = replace(query, is_history=None, is_of_pull=None)
    found = session.execute(counted.where(*_of_groups(project_id, asked))).one()
    return GroupCounts(*map(int, found))
