"""Changes by cause: what the list of changes and the first page show."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.change_groups import ChangeGroup, grouped, page_of_groups, without_repeats
from backend.domain.findings import Verdict
from backend.domain.series_filters import SeriesFilters
from backend.domain.shown_groups import ShownGroup
from backend.services.read_changes import changes_in
from backend.storage.change_groups import read_common_commits, read_members, read_sightings
from backend.storage.change_lists import ChangeQuery
from backend.storage.shown_changes import read_changes

MEMBERS = 12
"""Members of a group that a list names."""
COMMITS = 4
"""Commits of a group that a list names."""


@dataclass(frozen=True, slots=True)
class GroupQuery:
    """Which changes to group, and in which order to give the groups."""

    state: str = "open"
    verdict: str | None = None
    min_effect: float = 0.0
    is_largest_first: bool = False
    filters: SeriesFilters = field(default_factory=SeriesFilters)


@dataclass(frozen=True, slots=True)
class GroupPage:
    """Groups in order; `changes` counts the change points of all of them."""

    rows: Sequence[ShownGroup]
    total: int
    changes: int
    next: str | None


def list_groups(
    session: Session, project_id: int, query: GroupQuery, page: tuple[str | None, int]
) -> GroupPage:
    """Return one page of groups of those changes that pass the filters."""
    chosen = changes_in(query.state, query.verdict, query.filters, query.min_effect)
    sightings = without_repeats(read_sightings(session, project_id, chosen))
    found = page_of_groups(grouped(sightings), *page, is_largest_first=query.is_largest_first)
    return GroupPage(
        rows=show_groups(session, project_id, found.rows),
        total=found.total,
        changes=len(sightings),
        next=found.next,
    )


def read_groups(session: Session, project_id: int, query: ChangeQuery) -> list[ChangeGroup]:
    """Return the changes that a query means by cause, the newest first."""
    return grouped(read_sightings(session, project_id, query))


def show_groups(
    session: Session,
    project_id: int,
    groups: Sequence[ChangeGroup],
    most: tuple[int, int] = (MEMBERS, COMMITS),
) -> list[ShownGroup]:
    """Say what the groups are; `most` limits the members and the commits that are named of each."""
    leads = read_changes(session, project_id, [group.lead.id for group in groups])
    named = [member.id for group in groups for member in group.members[: most[0]]]
    members = read_members(session, project_id, named)
    commits = read_common_commits(session, project_id, groups, most[1])
    return [
        ShownGroup(
            cause=group.cause,
            state=group.state,
            branch=lead.series.branch,
            lead=lead,
            commits=common,
            series=len({member.series_id for member in group.members}),
            regressions=group.count(Verdict.REGRESSION),
            improvements=group.count(Verdict.IMPROVEMENT),
            members=[members[one.id] for one in group.members[: most[0]] if one.id in members],
            ids=[one.id for one in group.members],
            changed_at=datetime.fromtimestamp(max(one.changed_at for one in group.members), UTC),
        )
        for group, lead, common in zip(groups, leads, commits, strict=True)
    ]
