"""Keep alert groups in step with their change points: who belongs where, and how a group stands."""

from collections import Counter
from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import GroupState
from backend.domain.changes.alert_placing import GroupPlacement, HeldGroup, placed, spans_of
from backend.domain.changes.alert_standing import (
    TAKEN_BACK,
    WHY_TAKEN_BACK,
    AlertEvent,
    GroupFacts,
    GroupStanding,
    events_of,
    facts_of,
    standing_of,
)
from backend.services.notify import Happened, notify_of_groups
from backend.services.task_queue import TaskQueue
from backend.storage import outbox
from backend.storage.changes import alert_activity, alert_groups, alert_mutes
from backend.storage.changes import points as change_points
from backend.storage.changes.alert_groups import NewState
from backend.storage.changes.grouping_inputs import read_grouping_inputs
from backend.storage.changes.lists import ChangeQuery

KINDS = tuple(AlertEvent)
"""Kinds of news by their number in the outbox."""
RULES_CHANGED = "rules_changed"
"""In a story: it stands as it does because thresholds changed, and nobody was told."""
Settled = tuple[GroupPlacement, GroupStanding, GroupFacts]


def group_requested(
    session: Session, queue: TaskQueue, project_id: int, outbox_id: int, *, is_quiet: bool = False
) -> list[int]:
    """Do the work of an outbox row and of all that wait beside it; returns the groups touched."""
    change_ids = outbox.take_all(session, outbox_id)
    if not change_ids:
        return []
    return regroup(session, queue, project_id, change_ids, is_quiet=is_quiet)


def record_requested(session: Session, queue: TaskQueue, project_id: int, outbox_id: int) -> None:
    """Keep the news that an outbox row tells of, exactly once, with whom to tell."""
    told = outbox.take(session, outbox_id)
    if told is None:
        return
    events = zip(told[::3], told[1::3], told[2::3], strict=True)
    named = [(group, KINDS[kind], episode) for group, kind, episode in events]
    record_news(session, queue, project_id, named)
    outbox.remove(session, outbox_id)


def record_news(
    session: Session, queue: TaskQueue, project_id: int, happened: Sequence[Happened]
) -> None:
    """Keep what is news of groups, and tell whom it concerns."""
    alert_groups.record_events(session, project_id, happened)
    if notify_of_groups(session, project_id, happened):
        queue.request_delivery(project_id)


def regroup(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    change_ids: Sequence[int],
    *,
    is_quiet: bool = False,
) -> list[int]:
    """Place change points of which something is different; returns the ids of groups touched.

    Only groups that they belong to or that lie near them are read. Quietly: what happens stands in
    the stories of the groups, and nobody is told.
    """
    alert_groups.lock(session, project_id)
    touched = read_grouping_inputs(session, project_id, ChangeQuery(ids=change_ids))
    held = alert_groups.hold_around(session, project_id, change_ids, spans_of(touched))
    known = {one.id for one in touched}
    others = [id_ for group in held for id_ in group.members if id_ not in known]
    if others:
        touched += read_grouping_inputs(session, project_id, ChangeQuery(ids=others))
    settled = [(one, standing_of(one), facts_of(one)) for one in placed(held, touched)]
    kept = {one.id for place, _, _ in settled for one in (place.held, *place.absorbed) if one}
    stored = _store(session, project_id, settled)
    _forward(session, project_id, [one for one in held if one.id not in kept], stored)
    _record(session, None if is_quiet else queue, project_id, stored)
    return [id_ for id_, _ in stored]


def _store(
    session: Session, project_id: int, settled: Sequence[Settled]
) -> list[tuple[int, Settled]]:
    new = [one for one in settled if one[0].held is None]
    old = [one for one in settled if one[0].held is not None]
    made = alert_groups.make(
        session,
        project_id,
        [(place.key, facts) for place, _, facts in new],
        [standing.state for _, standing, _ in new],
    )
    ids = [place.held.id for place, _, _ in old if place.held]
    alert_groups.write(session, project_id, ids, [(place.key, facts) for place, _, facts in old])
    stored = list(zip([*ids, *made], [*old, *new], strict=True))
    seats = [(id_, place.members) for id_, (place, _, _) in stored]
    alert_groups.seat(session, project_id, seats)
    _store_standing(session, project_id, stored)
    return stored


Stored = Sequence[tuple[int, Settled]]


def _forward(
    session: Session, project_id: int, left: Sequence[HeldGroup], stored: "Stored"
) -> None:
    """Let groups that have lost all members say which group has the most of them now."""
    home = {member.id: id_ for id_, (place, _, _) in stored for member in place.members}
    numbers = alert_groups.numbers_of(session, project_id, sorted(set(home.values())))
    for group in left:
        homes = Counter(home[id_] for id_ in group.members if id_ in home)
        into = max(homes, key=lambda id_: (homes[id_], -id_), default=None)
        number = None if into is None else numbers[into]
        alert_groups.empty(session, project_id, [group.id], number)


def _store_standing(session: Session, project_id: int, stored: Stored) -> None:
    """Bring groups into their states, and their members along."""
    marked: list[int] = []
    unmarked: list[int] = []
    fixed: list[int] = []
    for id_, (place, standing, _) in stored:
        held = place.held
        marked += standing.marked
        unmarked += standing.unmarked
        is_moved = held is None or (standing.state, standing.is_said) != (held.state, held.is_said)
        if is_moved and standing.state is GroupState.FIXED:
            fixed.append(id_)
        if held is None:
            continue
        if is_moved:
            is_again = AlertEvent.REOPENED in events_of(place, standing)
            why = WHY_TAKEN_BACK.get(standing.state, "")
            alert_groups.stand(
                session, project_id, NewState(id_, standing.state, why=why, is_again=is_again)
            )
        if place.absorbed:
            gone = [one.id for one in place.absorbed]
            alert_groups.empty(session, project_id, gone, held.number)
    alert_groups.note_fixes(session, project_id, fixed)
    change_points.acknowledge(session, project_id, unmarked, None)
    change_points.acknowledge(session, project_id, marked, "its alert group")


def _record(session: Session, queue: TaskQueue | None, project_id: int, stored: Stored) -> None:
    """Write what is news into the stories of groups, and ask for it to be recorded."""
    told: list[tuple[int, str, str]] = []
    news: list[int] = []
    nearer: list[int] = []
    muted = alert_mutes.note_mutes(session, project_id, [id_ for id_, _ in stored])
    for id_, (place, standing, facts) in stored:
        events = events_of(place, standing)
        episode = (place.held.episode if place.held else 1) + (AlertEvent.REOPENED in events)
        told += [
            (id_, str(event), str(facts.changes))
            for event in events
            if event is not AlertEvent.WITHDRAWN
        ]
        if place.held and standing.state in TAKEN_BACK and standing.state is not place.held.state:
            told.append((id_, str(AlertEvent.WITHDRAWN), WHY_TAKEN_BACK[standing.state]))
        if id_ not in muted:
            news += [number for one in events for number in (id_, KINDS.index(one), episode)]
        if {AlertEvent.OPENED, AlertEvent.NARROWED} & set(events):
            nearer.append(id_)
    assigned = alert_groups.assign_authors(session, project_id, nearer)
    alert_activity.record(
        session, project_id, told + [(id_, "assigned", name) for id_, name in assigned]
    )
    if queue is None:
        alert_activity.record(session, project_id, [(id_, RULES_CHANGED, "") for id_, _ in stored])
    elif news:
        queue.request_alert_events(project_id, news)
