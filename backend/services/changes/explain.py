"""One change point with all that is known around it."""

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.alert_groups import grouped
from backend.domain.changes.group_views import AlertGroup
from backend.domain.changes.pages import ChangeDetail, Likeness, SimilarChange
from backend.domain.changes.states import State
from backend.domain.changes.views import ChangePoint, comparison_of
from backend.domain.people.projects import Project
from backend.services.changes.read import read_change
from backend.services.changes.read_alert_groups import show_buckets, show_groups
from backend.services.changes.read_surroundings import read_surroundings
from backend.services.machines import noisy as name_noisy_machines
from backend.storage.changes import alert_lists, related_groups
from backend.storage.changes import notes as change_notes
from backend.storage.changes import pages as change_pages
from backend.storage.changes.grouping_inputs import read_grouping_inputs, read_members
from backend.storage.changes.lists import ChangeQuery
from backend.storage.changes.views import read_changes

MEMBERS = 500
COMMITS = 50
SIMILAR = 8


def explain_change(session: Session, project: Project, change_id: int) -> ChangeDetail:
    """Return the page of a change point; NotFoundError where the project has none with this id."""
    change = read_change(session, project.id, change_id)
    group = _group_of(session, project.id, change)
    return ChangeDetail(
        change=change,
        group=group,
        comparison_url=comparison_of(project, change),
        surroundings=read_surroundings(session, project.id, change),
        noisy_machines=name_noisy_machines.of_change(session, project.id, change_id),
        similar=_similar(session, project.id, change_id, group),
        notes=change_notes.read_notes(session, project.id, [one.id for one in group.members]),
    )


def _group_of(session: Session, project_id: int, change: ChangePoint) -> AlertGroup:
    """Return the alert group of a change; where it is in none, what it would make with others.

    Groups belong to one branch, so no other one can share its cause.
    """
    stored = alert_lists.group_of_change(session, project_id, change.id)
    if stored is not None:
        return show_groups(session, project_id, [stored], (MEMBERS, COMMITS))[0]
    states = tuple(dict.fromkeys((State.SUSPECTED, change.state)))
    branch = SeriesFilters(branch=[change.series.branch])
    inputs = read_grouping_inputs(session, project_id, ChangeQuery(states, series=branch))
    near = (one for one in inputs if one.state == State.SUSPECTED or one.id == change.id)
    for heap in grouped(near):
        if any(one.id == change.id for one in heap.members):
            return show_buckets(session, project_id, [heap], (MEMBERS, COMMITS))[0]
    raise LookupError(f"change point {change.id} went away while it was read")


def _similar(
    session: Session, project_id: int, change_id: int, group: AlertGroup
) -> list[SimilarChange]:
    """Return groups of the same series first, then single changes of the same benchmark."""
    mine = (group.number, group.cause, [one.series.id for one in group.members])
    twins = related_groups.read_alike(session, project_id, mine, SIMILAR)
    sizes = {twin.lead_id: twin.series for twin in twins}
    known = [*sizes, *(member.id for member in group.members)]
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
