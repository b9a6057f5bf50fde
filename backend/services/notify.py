"""Decide which channels are told what is news, in the transaction that makes it news."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import GroupDirection
from backend.domain.changes.alert_standing import ALARMS, ENDS, AlertEvent
from backend.domain.notifications.subscriptions import VERDICTS, NewsSelection, is_calm
from backend.storage.changes import alert_lists, alert_members
from backend.storage.changes.alert_lists import GroupQuery
from backend.storage.changes.stored_groups import StoredGroup
from backend.storage.notifications import channels, notices
from backend.storage.notifications.notices import News
from backend.storage.thresholds.rows import read_rules, thresholds_of

GROUP, OUTAGE = "alert_group", "outage"
BEGUN, OVER = "begun", "over"
"""What is news of an outage."""
Happened = tuple[int, AlertEvent, int]
"""Which group, what, and in which episode."""


def notify_of_groups(session: Session, project_id: int, happened: Sequence[Happened]) -> bool:
    """Write a notice for every channel that asked for this; tells whether there is one.

    A channel with several subscriptions that match is told once: its notices are unique. That one
    was taken back is told to those who were told of it, whatever they asked for, and that it is
    open again to those who were told that; that it was fixed also to those who were told of it,
    where its size or series would be left out by now.
    """
    subscriptions = channels.subscriptions_of(session, project_id)
    if not subscriptions or not happened:
        return False
    ids = sorted({group for group, _, _ in happened})
    gated = gated_of(session, project_id, ids)
    ended = sorted({group for group, event, _ in happened if event in ENDS})
    again = sorted({group for group, event, _ in happened if event is AlertEvent.REOPENED})
    alarmed = notices.channels_notified(session, project_id, ended, ALARMS)
    calmed = notices.channels_notified(session, project_id, again, {AlertEvent.WITHDRAWN})
    told = False
    for one in subscriptions:
        rows = meant_of(session, project_id, one.selection, ids)
        meant = {row.id: GroupDirection(row.direction) for row in rows}
        alarms = alarmed.get(one.channel_id, {})
        owed = {
            AlertEvent.WITHDRAWN: alarms,
            AlertEvent.REOPENED: calmed.get(one.channel_id, {}),
        }
        news = [
            News(group, event, episode, _can_wait(group, event, gated, known))
            for group, event, episode in happened
            if group in (known := meant | alarms | owed.get(event, {}))
            and (event in one.selection.events or group in owed.get(event, {}))
        ]
        notices.add(session, project_id, one.channel_id, GROUP, news)
        told = told or bool(news)
    return told


def _can_wait(
    group: int, event: AlertEvent, gated: Collection[int], ways: Mapping[int, GroupDirection]
) -> bool:
    return group not in gated or is_calm(ways[group], event)


def gated_of(session: Session, project_id: int, group_ids: Sequence[int]) -> set[int]:
    """Return those of some groups in which a change counts that may fail a check.

    Groups whose thresholds only inform can wait for a day.
    """
    rules = read_rules(session, project_id)
    if rules.is_gate_everywhere:
        return set(group_ids)
    members = alert_members.counted_series(session, project_id, group_ids)
    judged = thresholds_of(session, project_id, sorted({one for _, one in members}), rules)
    return {group for group, series in members if judged[series].is_gate}


def notify_of_outages(
    session: Session,
    project_id: int,
    happened: Sequence[tuple[int, str]],
    spared: Sequence[int] = (),
) -> None:
    """Write notices of outages (its id, and what) for the channels that want them.

    `spared` are channels that cannot be told: those that are the outage.
    """
    wanting = {
        one.channel_id
        for one in channels.subscriptions_of(session, project_id)
        if one.selection.with_outages
    }
    _notify(session, project_id, happened, wanting - set(spared))


def notify_of_server(
    session: Session, project_id: int, happened: Sequence[tuple[int, str]]
) -> None:
    """Write notices of the server's own health for the channels that want them."""
    wanting = {
        one.channel_id
        for one in channels.subscriptions_of(session, project_id)
        if one.selection.with_server
    }
    _notify(session, project_id, happened, wanting)


def _notify(
    session: Session,
    project_id: int,
    happened: Sequence[tuple[int, str]],
    channel_ids: Collection[int],
) -> None:
    told = [News(id_, kind, 1) for id_, kind in happened]
    for channel_id in sorted(channel_ids):
        notices.add(session, project_id, channel_id, OUTAGE, told)


def meant_of(
    session: Session, project_id: int, selection: NewsSelection, group_ids: Sequence[int]
) -> list[StoredGroup]:
    """Return those of some groups that a selection means: with at least one change that passes."""
    query = GroupQuery(
        verdict=VERDICTS[selection.ways],
        min_effect=selection.min_effect,
        filters=selection.filters,
        ids=group_ids,
    )
    return alert_lists.read_groups(session, project_id, query, len(group_ids))
