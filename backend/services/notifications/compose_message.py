"""Put a message together from what it tells, as that stands now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import GroupState
from backend.domain.changes.alert_standing import ALARMS, ENDED, TAKEN_BACK, AlertEvent
from backend.domain.changes.group_views import AlertGroup
from backend.domain.notifications.messages import MOST_LISTED, Message, NewsEntry
from backend.domain.notifications.outages import Outage
from backend.domain.people.projects import Project
from backend.domain.views.line_pictures import line_picture
from backend.services.changes.read_alert_groups import show_groups
from backend.services.notify import BEGUN, GROUP, OUTAGE, OVER
from backend.storage.changes import alert_lists
from backend.storage.changes.alert_lists import GroupQuery
from backend.storage.changes.stored_groups import StoredGroup
from backend.storage.notifications import notices, outages
from backend.storage.notifications.deliveries import DeliveryClaim
from backend.storage.notifications.notices import Notice
from backend.storage.series.lists import read_listings
from backend.wording.news import ProjectAddress, group_entry, outage_entry, title_of


@dataclass(frozen=True, slots=True)
class ComposedNews:
    """A piece of news in words and for programs."""

    story: NewsEntry
    event: dict[str, object]
    group: AlertGroup | None = None
    is_of_pull: bool = False
    """Whether it is on a branch of a pull request, which lists of changes leave out."""
    is_open: bool = True
    """Whether the list of open changes has it."""


def compose(
    session: Session, project: Project, claim: DeliveryClaim, origin: str
) -> Message | None:
    """Return the message; None where all it would have told has been taken back meanwhile."""
    place = ProjectAddress(origin, project.slug)
    if claim.kind == "test":
        return _message(claim, project, place, [_trial(project, place)], 0)
    found = notices.notices_of(session, project.id, claim.id)
    still, told = compose_news(session, project, found, place, MOST_LISTED)
    if not still:
        return None
    message = _message(claim, project, place, told, still - len(told))
    return _illustrated(session, project, message, told)


def compose_news(
    session: Session, project: Project, found: Sequence[Notice], place: ProjectAddress, most: int
) -> tuple[int, list[ComposedNews]]:
    """Return how much of it is still true, and the first of it in words, worst first."""
    true, standing = _groups_that_stand(session, project.id, found)
    lasting, ended = _outages_that_stand(session, project.id, found)
    still = len(true) + len(lasting)
    told = [
        ComposedNews(outage_entry(ended[one.subject_id], place), _event(one))
        for one in lasting[:most]
    ]
    named = true[: max(most - len(told), 0)]
    rows = [standing[id_] for id_ in dict.fromkeys(_ids(named))]
    shown = dict(
        zip((row.id for row in rows), show_groups(session, project.id, rows, (3, 4)), strict=True)
    )
    of_pulls = alert_lists.find_branches_of_pulls(session, project.id) if rows else set()
    told += [
        ComposedNews(
            group_entry(shown[one.subject_id], AlertEvent(one.kind), place),
            _event(one) | {"alert_group": shown[one.subject_id].number},
            shown[one.subject_id],
            standing[one.subject_id].branch_id in of_pulls,
            is_open=_is_open(shown[one.subject_id]),
        )
        for one in named
    ]
    return still, told


def _groups_that_stand(
    session: Session, project_id: int, found: Sequence[Notice]
) -> tuple[list[Notice], dict[int, StoredGroup]]:
    """Return the notices of groups that still hold, worst first.

    An alarm holds that was not taken back, an end while the group is not open again; that one was
    taken back is told to whom it was told, and that it is open again unless that never arrived.
    """
    own = [one for one in found if one.subject == GROUP]
    ids = list(dict.fromkeys(_ids(own)))
    rows = alert_lists.read_groups(session, project_id, GroupQuery(ids=ids), len(ids))
    standing = {row.id: row for row in rows}
    heard = notices.last_received(session, project_id, [one.id for one in own])
    true = [
        one
        for one in own
        if one.subject_id in standing
        and _still_holds(one, standing[one.subject_id].state, *heard.get(one.id, (False, False)))
    ]

    def urgency(one: Notice) -> tuple[bool, float]:
        group = standing[one.subject_id]
        return group.regressions == 0, -group.size

    return sorted(true, key=urgency), standing


def _still_holds(notice: Notice, state: str, was_alarmed: bool, is_owed: bool) -> bool:  # noqa: FBT001
    if notice.kind in ALARMS:
        is_known = notice.kind == AlertEvent.REOPENED and was_alarmed and is_owed
        return state not in TAKEN_BACK and not is_known
    return state in ENDED and (was_alarmed or notice.kind != AlertEvent.WITHDRAWN)


def _outages_that_stand(
    session: Session, project_id: int, found: Sequence[Notice]
) -> tuple[list[Notice], dict[int, Outage]]:
    """Return the notices of outages; what came and went before anybody was told is left out."""
    own = [one for one in found if one.subject == OUTAGE]
    known = {one.id: one for one in outages.read(session, project_id, _ids(own))}
    over = {id_ for id_, one in known.items() if one.ended_at is not None}
    begun_here = {one.subject_id for one in own if one.kind == BEGUN}
    true = [
        one for one in own if one.subject_id in known and one.subject_id not in over & begun_here
    ]
    return [one for one in true if (one.kind == OVER) == (one.subject_id in over)], known


def _ids(found: Sequence[Notice]) -> list[int]:
    return [one.subject_id for one in found]


def _event(notice: Notice) -> dict[str, object]:
    return {
        "subject": notice.subject,
        "event": notice.kind,
        "episode": notice.episode,
        "at": notice.created_at.astimezone(UTC).isoformat(),
    }


def _message(
    claim: DeliveryClaim,
    project: Project,
    place: ProjectAddress,
    told: Sequence[ComposedNews],
    more: int,
) -> Message:
    stories = [one.story for one in told]
    is_alone = len(stories) == 1 and not more
    return Message(
        id=str(claim.message_id),
        at=claim.created_at,
        project=project.name,
        title=title_of(project.name, stories, more),
        stories=stories,
        address=stories[0].address if is_alone else place.page(page_of_list(told)),
        settings_address=place.page("/settings/notifications"),
        more=more,
        events=[one.event for one in told],
    )


def _is_open(group: AlertGroup) -> bool:
    return group.state is GroupState.OPEN and not group.is_history


def page_of_list(told: Sequence[ComposedNews]) -> str:
    """Return the page that lists all of them.

    The usual one leaves out what is not open, and pull requests.
    """
    are_open = all(one.is_open for one in told)
    of_pulls = {one.is_of_pull for one in told}
    if of_pulls == {True}:
        return f"/changes?pulls=only{'' if are_open else '&state=all'}"
    return "/changes" if are_open and True not in of_pulls else "/changes?state=all"


def _illustrated(
    session: Session, project: Project, message: Message, told: Sequence[ComposedNews]
) -> Message:
    """Add the picture of the series where the message is about one alert group."""
    group = told[0].group if len(told) == 1 else None
    if group is None:
        return message
    listings = read_listings(session, project.id, [group.lead.series.id])
    values = listings[0].sparkline if listings else []
    if not values:
        return message
    words = f"The newest {len(values)} values of {told[0].story.about} in commit order, as a line"
    return replace(message, picture=line_picture(values, message.mood), picture_words=words)


def _trial(project: Project, place: ProjectAddress) -> ComposedNews:
    now = datetime.now(UTC)
    story = NewsEntry(
        headline="This channel works",
        about=f"A test message of {project.name}",
        facts=[("Sent", f"{now:%Y-%m-%d %H:%M} UTC")],
        address=place.page("/settings/notifications"),
    )
    return ComposedNews(
        story, {"subject": "test", "event": "test", "episode": 1, "at": now.isoformat()}
    )
