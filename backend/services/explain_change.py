"""One change point with all that is known around it."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.change_groups import (
    ChangeGroup,
    alike,
    group_of,
    grouped,
    without_repeats,
)
from backend.domain.change_pages import ChangePage, Likeness, SimilarChange, surroundings
from backend.domain.change_states import State
from backend.domain.forges import forge_of
from backend.domain.projects import Project
from backend.domain.series_filters import SeriesFilters
from backend.domain.shown_changes import ShownChange
from backend.services.read_change_groups import show_groups
from backend.services.read_changes import read_change
from backend.storage import change_notes, change_pages
from backend.storage.change_groups import read_members, read_sightings
from backend.storage.change_lists import ChangeQuery
from backend.storage.shown_changes import read_changes

TOLD = (State.CONFIRMED, State.SUSPECTED, State.FIXED)
"""What a change may be like; what was cleared or taken back is no evidence."""
MEMBERS = 500
COMMITS = 50
SIMILAR = 8


def explain_change(session: Session, project: Project, change_id: int) -> ChangePage:
    """Return the page of a change point; NotFoundError where the project has none with this id."""
    change = read_change(session, project.id, change_id)
    group, others = _of_one_cause(session, project.id, change)
    (shown,) = show_groups(session, project.id, [group], (MEMBERS, COMMITS))
    members = [member.id for member in group.members]
    before, after = change_pages.read_sides(session, project.id, change_id)
    neighbours = change_pages.read_neighbours(session, project.id, change_id)
    return ChangePage(
        change=change,
        group=shown,
        comparison_url=_comparison(project, change),
        surroundings=surroundings(before, after, neighbours, change.differences),
        similar=_similar(session, project.id, change_id, group, others),
        notes=change_notes.read_notes(session, project.id, members),
    )


def _of_one_cause(
    session: Session, project_id: int, change: ShownChange
) -> tuple[ChangeGroup, Sequence[ChangeGroup]]:
    """Return the group of a change, whatever state it is in, and the others of its branch.

    Groups and series belong to one branch, so no other one can share its cause or its series.
    """
    states = TOLD if change.state in TOLD else ()
    branch = SeriesFilters(branch=[change.series.branch])
    query = ChangeQuery(states, series=branch)
    sightings = read_sightings(session, project_id, query)
    kept = {one.id for one in without_repeats(sightings)} | {change.id}
    groups = grouped(one for one in sightings if one.id in kept)
    group = group_of(groups, change.id)
    if group is None:
        raise LookupError(f"change point {change.id} went away while it was read")
    return group, [one for one in groups if one.lead.state in TOLD]


def _comparison(project: Project, change: ShownChange) -> str | None:
    """Return where the code between both levels can be read; one commit has a page of its own."""
    before, last = change.previous_commit, change.last_suspect or change.commit
    forge = forge_of(project.repository_url, change.commit.url)
    if forge is None or before is None:
        return None
    return forge.comparison(before.name, last.name)


def _similar(
    session: Session,
    project_id: int,
    change_id: int,
    group: ChangeGroup,
    others: Sequence[ChangeGroup],
) -> list[SimilarChange]:
    """Return groups of the same series first, then single changes of the same benchmark."""
    twins = alike(group, others)[:SIMILAR]
    sizes = {twin.lead.id: len(twin.members) for twin in twins}
    known = [member.id for one in (group, *twins) for member in one.members]
    ids = [*sizes, *change_pages.similar_changes(session, project_id, change_id, known, SIMILAR)]
    members = read_members(session, project_id, ids)
    return [
        SimilarChange(
            Likeness.SAME_SERIES if one.id in sizes else Likeness.SAME_BENCHMARK,
            members[one.id],
            one.commit,
            sizes.get(one.id, 1),
        )
        for one in read_changes(session, project_id, ids)
    ]
