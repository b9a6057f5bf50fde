"""The news of a project as a feed: what opened, was fixed and was taken back, each by itself."""

from sqlalchemy.orm import Session

from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.notifications.atom_feeds import Feed, FeedEntry
from backend.domain.people.projects import Project
from backend.services.changes.read_alert_groups import show_groups
from backend.storage.changes import alert_lists
from backend.storage.changes.alert_lists import GroupQuery
from backend.storage.notifications import alert_events, outages
from backend.wording.news import ProjectAddress, group_entry, outage_entry

ENTRIES = 50


def read_feed(session: Session, project: Project, origin: str) -> Feed:
    """Return the newest news of a project, the newest first."""
    place = ProjectAddress(origin, project.slug)
    entries = [*_of_groups(session, project, place), *_of_outages(session, project, place)]
    entries.sort(key=lambda entry: entry.updated, reverse=True)
    address = f"{origin}/api/v1/projects/{project.slug}/feed.atom"
    return Feed(
        id=address,
        title=f"Benchmarks of {project.name}",
        address=address,
        page=place.page(""),
        updated=entries[0].updated if entries else project.created_at,
        entries=entries[:ENTRIES],
    )


def _of_groups(session: Session, project: Project, place: ProjectAddress) -> list[FeedEntry]:
    events = alert_events.newest(session, project.id, ENTRIES)
    ids = list(dict.fromkeys(one.group_id for one in events))
    rows = alert_lists.read_groups(session, project.id, GroupQuery(ids=ids), len(ids))
    groups = show_groups(session, project.id, rows, (3, 4))
    shown = dict(zip((row.id for row in rows), groups, strict=True))
    return [
        FeedEntry(
            id=f"{place.page(f'/alert-groups/{group.number}')}#{one.kind}-{one.episode}",
            story=group_entry(group, AlertEvent(one.kind), place),
            published=one.first_at,
            updated=one.last_at,
        )
        for one in events
        if (group := shown.get(one.group_id)) is not None
    ]


def _of_outages(session: Session, project: Project, place: ProjectAddress) -> list[FeedEntry]:
    return [
        FeedEntry(
            id=f"{place.page('/machines')}#outage-{one.id}",
            story=outage_entry(one, place),
            published=one.since,
            updated=one.ended_at or one.since,
        )
        for one in outages.recent(session, project.id, ENTRIES)
    ]
