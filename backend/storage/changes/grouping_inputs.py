"""Change points as grouping needs them, and the commits that a group has in common."""

from collections.abc import Sequence
from typing import Any, LiteralString

from sqlalchemy import ColumnElement, LargeBinary, SQLColumnExpression, case, func, literal, select
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import CommitRef
from backend.domain.changes.alert_groups import GroupingInput
from backend.domain.changes.group_views import CommonCommits, GroupMember
from backend.storage.catalogue.labels import read_labels
from backend.storage.changes.lists import TIME, ChangeQuery, conditions_of
from backend.storage.commits.refs import read_commits
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import floats, integers
from backend.storage.tables.changes.change_points import ChangePointRow
from backend.storage.tables.commits import CommitRow
from backend.storage.tables.series import SeriesRow

_COMMON: LiteralString = """
select wanted.place, found.ids, found.names
from unnest(%s::int[], %s::bigint[], %s::bigint[], %s::bigint[])
       as wanted (place, branch_id, first_position, last_position)
cross join lateral (
    select array_agg(commit_id order by position), count(*)
    from branch_commit
    where project_id = %s and branch_id = wanted.branch_id
      and position between first_position and last_position
) as found (ids, names)
where found.ids is not null
"""


def read_grouping_inputs(
    session: Session, project_id: int, query: ChangeQuery
) -> list[GroupingInput]:
    """Return every change point that the query means, in no order.

    They come as one packed row: thousands of them cost a few milliseconds so.
    """
    point = ChangePointRow
    whole = (
        point.id,
        point.series_id,
        SeriesRow.branch_id,
        SeriesRow.testbed_id,
        point.first_position,
        point.last_position,
    )
    real = (
        point.ratio,
        func.date_part("epoch", TIME),
        func.date_part("epoch", point.state_changed_at),
        func.coalesce(func.date_part("epoch", point.confirmed_at), 0.0),
    )
    words = (
        point.kind,
        point.state,
        point.verdict,
        case((point.acknowledged_at.is_(None), ""), else_=YES),
        case((point.same_code, YES), else_=""),
    )
    row: Sequence[Any] = session.execute(
        select(
            *[_integers(column) for column in whole],
            *[_numbers(column) for column in real],
            *[_words(column) for column in words],
        )
        .join(
            SeriesRow,
            (SeriesRow.project_id == point.project_id) & (SeriesRow.id == point.series_id),
        )
        .join(
            CommitRow,
            (CommitRow.project_id == point.project_id) & (CommitRow.id == point.commit_id),
        )
        .where(*conditions_of(project_id, query))
    ).one()
    return [] if row[0] is None else _unpacked(row)


YES = "y"
_SEPARATOR = ","


def _integers(column: SQLColumnExpression[int]) -> ColumnElement[bytes]:
    return func.string_agg(func.int8send(column), literal(b"", LargeBinary))


def _numbers(column: SQLColumnExpression[float]) -> ColumnElement[bytes]:
    return func.string_agg(func.float8send(column), literal(b"", LargeBinary))


def _words(column: SQLColumnExpression[str]) -> ColumnElement[str]:
    return func.string_agg(column, _SEPARATOR)


def _unpacked(packed: Sequence[Any]) -> list[GroupingInput]:
    ids, series, branches, testbeds, first, last = (integers(one).tolist() for one in packed[:6])
    ratios, times, changed, confirmed = (floats(one).tolist() for one in packed[6:10])
    kinds, states, verdicts, acknowledged, same = (one.split(_SEPARATOR) for one in packed[10:])
    in_hand = [one == YES for one in acknowledged]
    same_code = [one == YES for one in same]
    return list(
        map(
            GroupingInput,
            ids, series, branches, testbeds, kinds, states, in_hand, same_code,
            verdicts, ratios, first, last, times, changed, confirmed,
        )
    )  # fmt: skip


Range = tuple[int, int, int]
"""A branch and the positions that hold a cause, both included."""


def read_common_commits(
    session: Session,
    project_id: int,
    ranges: Sequence[tuple[Range, CommitRef]],
    most: int,
) -> list[CommonCommits]:
    """Return the commits, measured or not, of each range, beside which its worst change stands.

    At most `most` of them are named, from both ends.
    """
    columns = [(place, *range_) for place, (range_, _) in enumerate(ranges)]
    if not columns:
        return []
    asked = [list(column) for column in zip(*columns, strict=True)]
    rows = raw_connection(session).execute(_COMMON, (*asked, project_id)).fetchall()
    all_ids = {place: ids for place, ids, _ in rows}
    named = {place: _ends(ids, most) for place, ids in all_ids.items()}
    commits = read_commits(session, project_id, (id_ for ids in named.values() for id_ in ids))
    return [
        _common(lead, all_ids.get(place, []), [*map(commits.get, named.get(place, []))])
        for place, (_, lead) in enumerate(ranges)
    ]


def _common(
    lead: CommitRef, ids: Sequence[int], named: Sequence[CommitRef | None]
) -> CommonCommits:
    known = [one for one in named if one is not None]
    since = known[-1] if known and lead.id not in ids else lead
    return CommonCommits(known, len(ids), since)


def _ends(ids: Sequence[int], most: int) -> list[int]:
    """Leave out the middle of what is too long: the ends say where to look."""
    if len(ids) <= most:
        return list(ids)
    head = most // 2
    return [*ids[:head], *ids[len(ids) - (most - head) :]]


_MEMBERS: LiteralString = """
select id, series_id, state, kind, verdict, same_code, acknowledged_at is not null,
       ratio, low, high, before, after, before_n, after_n, aspect, modes_before, modes_after
from change_point where project_id = %s and id = any(%s)
"""


def read_members(
    session: Session, project_id: int, change_ids: Sequence[int]
) -> dict[int, GroupMember]:
    """Return change points in short, by id."""
    rows = raw_connection(session).execute(_MEMBERS, (project_id, list(change_ids))).fetchall()
    labels = read_labels(session, project_id, [row[1] for row in rows])
    return {row[0]: GroupMember(row[0], labels[row[1]], *row[2:]) for row in rows}
