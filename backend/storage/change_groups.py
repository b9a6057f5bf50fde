"""Change points as grouping needs them, and the commits that a group has in common."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.domain.change_groups import ChangeGroup, Sighting
from backend.domain.shown_groups import CommonCommits, GroupMember
from backend.storage.change_lists import TIME, ChangeQuery, conditions_of
from backend.storage.commit_refs import read_commits
from backend.storage.engine import raw_connection
from backend.storage.series_labels import read_labels
from backend.storage.tables.change_points import ChangePointRow
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


def read_sightings(session: Session, project_id: int, query: ChangeQuery) -> list[Sighting]:
    """Return every change point that the query means, in no order."""
    point = ChangePointRow
    rows = session.execute(
        select(
            point.id,
            point.series_id,
            SeriesRow.branch_id,
            SeriesRow.testbed_id,
            point.kind,
            point.state,
            point.acknowledged_at.is_not(None),
            point.same_code,
            point.verdict,
            point.ratio,
            point.first_position,
            point.last_position,
            func.date_part("epoch", TIME),
            func.date_part("epoch", point.state_changed_at),
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
    )
    return [Sighting._make(row) for row in rows]


def read_common_commits(
    session: Session, project_id: int, groups: Sequence[ChangeGroup], most: int
) -> list[CommonCommits]:
    """Return the commits, measured or not, that the ranges of each group have in common.

    At most `most` of them are named, from both ends.
    """
    columns = [
        (place, group.lead.branch_id, group.first_position, group.last_position)
        for place, group in enumerate(groups)
    ]
    if not columns:
        return []
    asked = [list(column) for column in zip(*columns, strict=True)]
    rows = raw_connection(session).execute(_COMMON, (*asked, project_id)).fetchall()
    named = {place: _ends(ids, most) for place, ids, _ in rows}
    counts = {place: count for place, _, count in rows}
    commits = read_commits(session, project_id, (id_ for ids in named.values() for id_ in ids))
    return [
        CommonCommits(
            [commits[id_] for id_ in named.get(place, []) if id_ in commits], counts.get(place, 0)
        )
        for place in range(len(groups))
    ]


def _ends(ids: Sequence[int], most: int) -> list[int]:
    """Leave out the middle of what is too long: the ends say where to look."""
    if len(ids) <= most:
        return list(ids)
    head = most // 2
    return [*ids[:head], *ids[len(ids) - (most - head) :]]


_MEMBERS: LiteralString = """
select id, series_id, state, kind, verdict, same_code, acknowledged_at is not null,
       ratio, low, high, before, after, before_n, after_n
from change_point where project_id = %s and id = any(%s)
"""


def read_members(
    session: Session, project_id: int, change_ids: Sequence[int]
) -> dict[int, GroupMember]:
    """Return change points in short, by id."""
    rows = raw_connection(session).execute(_MEMBERS, (project_id, list(change_ids))).fetchall()
    labels = read_labels(session, project_id, [row[1] for row in rows])
    return {row[0]: GroupMember(row[0], labels[row[1]], *row[2:]) for row in rows}
