"""What is news for channels and not told yet, and the messages that it becomes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import GroupDirection
from backend.domain.changes.alert_standing import ALARMS, ENDS, AlertEvent
from backend.domain.notifications.message_pace import WINDOW, DueNews, Lately
from backend.storage.engine import raw_connection
from backend.storage.tables.notifications import NoticeRow
from backend.tracing import origin

_ADD: LiteralString = """
insert into notice (project_id, channel_id, subject, subject_id, kind, episode, is_calm, origin)
select %(project)s, %(channel)s, %(subject)s, unnest(%(ids)s::bigint[]), unnest(%(kinds)s::text[]),
       unnest(%(episodes)s::int[]), unnest(%(calm)s::bool[]), %(origin)s
on conflict do nothing
"""
# the groups that have become part of one are told of under its number
_TOLD: LiteralString = """
select distinct n.channel_id, g.id, g.direction
from alert_group g
join alert_group told
  on told.project_id = g.project_id and (told.id = g.id or told.merged_into = g.number)
join notice n
  on n.project_id = told.project_id and n.subject = 'alert_group' and n.subject_id = told.id
where g.project_id = %s and g.id = any(%s) and n.kind = any(%s)
"""
# heard: its message arrived before there was this to say, or is so old that it is forgotten
_RECEIVED_LAST: LiteralString = """
select distinct on (n.id) n.id, heard.kind = any(%(alarms)s),
       exists (select from notice ended
               where ended.project_id = n.project_id and ended.channel_id = n.channel_id
                 and ended.subject = n.subject and ended.subject_id = n.subject_id
                 and ended.kind = any(%(ends)s) and ended.id > heard.id and ended.id < n.id)
from notice n
join alert_group g on g.project_id = n.project_id and g.id = n.subject_id
join alert_group told
  on told.project_id = g.project_id and (told.id = g.id or told.merged_into = g.number)
join notice heard
  on heard.project_id = n.project_id and heard.channel_id = n.channel_id
 and heard.subject = 'alert_group' and heard.subject_id = told.id and heard.id < n.id
left join delivery d on d.project_id = heard.project_id and d.id = heard.delivery_id
where n.project_id = %(project)s and n.id = any(%(ids)s)
  and heard.delivery_id is not null and (d.id is null or d.sent_at < n.created_at)
order by n.id, heard.id desc
"""
_WAITING: LiteralString = """
select n.project_id, n.channel_id, n.is_calm, count(*), min(n.created_at)
from notice n
join channel c on c.project_id = n.project_id and c.id = n.channel_id
where n.delivery_id is null and c.paused_at is null and c.removed_at is null
  and not exists (select from delivery d
                  where d.project_id = n.project_id and d.channel_id = n.channel_id
                    and d.state = 'waiting' and d.attempts > 0)
group by n.project_id, n.channel_id, n.is_calm
order by n.project_id, n.channel_id, n.is_calm
"""
_LATELY: LiteralString = """
select count(*), max(created_at) filter (where kind = 'digest')
from delivery
where project_id = %s and channel_id = %s and created_at > %s and kind <> 'test'
"""
_EACH: LiteralString = """
with waiting as (
    select project_id, id, created_at from notice
    where project_id = %(project)s and channel_id = %(channel)s and is_calm = %(calm)s
      and delivery_id is null
    for update
), made as (
    insert into delivery (project_id, channel_id, kind, news, created_at)
    select %(project)s, %(channel)s, 'news', 1, %(now)s from waiting
    returning id
), paired as (
    select w.id as notice_id, m.id as delivery_id
    from (select id, row_number() over (order by id) as place from waiting) w
    join (select id, row_number() over (order by id) as place from made) m using (place)
)
update notice n set delivery_id = paired.delivery_id
from paired where n.project_id = %(project)s and n.id = paired.notice_id
"""
_TOGETHER: LiteralString = """
with waiting as (
    select id from notice
    where project_id = %(project)s and channel_id = %(channel)s and is_calm = %(calm)s
      and delivery_id is null
    for update
), made as (
    insert into delivery (project_id, channel_id, kind, news, created_at)
    select %(project)s, %(channel)s, 'digest', count(*), %(now)s from waiting having count(*) > 0
    returning id
)
update notice n set delivery_id = made.id
from made, waiting where n.project_id = %(project)s and n.id = waiting.id
"""


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened: to which group or outage, what, and the how manieth time."""

    subject_id: int
    kind: str
    episode: int
    is_calm: bool = False


@dataclass(frozen=True, slots=True)
class WaitingBucket:
    project_id: int
    channel_id: int
    heap: DueNews


@dataclass(frozen=True, slots=True)
class Notice:
    id: int
    subject: str
    subject_id: int
    kind: str
    episode: int
    created_at: datetime


def add(
    session: Session, project_id: int, channel_id: int, subject: str, news: Sequence[News]
) -> None:
    """Write down that a channel is to be told; what it was told of before is left out."""
    if not news:
        return
    asked = {
        "project": project_id,
        "channel": channel_id,
        "subject": subject,
        "ids": [one.subject_id for one in news],
        "kinds": [one.kind for one in news],
        "episodes": [one.episode for one in news],
        "calm": [one.is_calm for one in news],
        "origin": origin() or None,
    }
    raw_connection(session).execute(_ADD, asked)


def channels_notified(
    session: Session, project_id: int, group_ids: Sequence[int], kinds: Collection[AlertEvent]
) -> dict[int, dict[int, GroupDirection]]:
    """Return for each channel the groups of these of which such news was written down for it."""
    if not group_ids:
        return {}
    asked = (project_id, list(group_ids), [str(one) for one in kinds])
    found: dict[int, dict[int, GroupDirection]] = {}
    for channel, group, way in raw_connection(session).execute(_TOLD, asked):
        found.setdefault(channel, {})[group] = GroupDirection(way)
    return found


def last_received(
    session: Session, project_id: int, notice_ids: Sequence[int]
) -> dict[int, tuple[bool, bool]]:
    """Say of some notices whether their channel heard an alarm last of the same group.

    The second answer: an end was written down for it since, and has not arrived.
    """
    if not notice_ids:
        return {}
    asked = {
        "project": project_id,
        "ids": list(notice_ids),
        "alarms": [str(one) for one in ALARMS],
        "ends": [str(one) for one in ENDS],
    }
    rows = raw_connection(session).execute(_RECEIVED_LAST, asked)
    return {id_: (is_alarm, is_owed) for id_, is_alarm, is_owed in rows}


def waiting_buckets(session: Session) -> list[WaitingBucket]:
    """Return what waits in all projects; a channel that fails is not given more meanwhile."""
    return [
        WaitingBucket(project, channel, DueNews(count, since, is_calm))
        for project, channel, is_calm, count, since in raw_connection(session).execute(_WAITING)
    ]


def sent_lately(session: Session, project_id: int, channel_id: int, now: datetime) -> Lately:
    asked = (project_id, channel_id, now - WINDOW)
    row = raw_connection(session).execute(_LATELY, asked).fetchone()
    return Lately(*row) if row else Lately()


def make_messages(
    session: Session, waiting: WaitingBucket, now: datetime, *, is_together: bool
) -> None:
    """Make one message of all that waits, or one of each; the notices say which tells them."""
    asked = {
        "project": waiting.project_id,
        "channel": waiting.channel_id,
        "calm": waiting.heap.is_calm,
        "now": now,
    }
    raw_connection(session).execute(_TOGETHER if is_together else _EACH, asked)


def notices_of(session: Session, project_id: int, delivery_id: int) -> list[Notice]:
    """Return what a message tells, in the order in which it happened."""
    rows = session.scalars(
        select(NoticeRow)
        .where(NoticeRow.project_id == project_id, NoticeRow.delivery_id == delivery_id)
        .order_by(NoticeRow.id)
    )
    return [
        Notice(one.id, one.subject, one.subject_id, one.kind, one.episode, one.created_at)
        for one in rows
    ]


def origins_of(session: Session, project_id: int, delivery_id: int) -> list[str]:
    """Return the traces that led to a message, in the order in which it happened."""
    asked = select(NoticeRow.origin).where(
        NoticeRow.project_id == project_id, NoticeRow.delivery_id == delivery_id
    )
    return [one for one in session.scalars(asked.order_by(NoticeRow.id)) if one]


def drop_waiting(session: Session, project_id: int, channel_id: int) -> int:
    """Forget what waits for a channel, as when nobody wants to hear it; returns how much it was."""
    gone = "delete from notice where project_id = %s and channel_id = %s and delivery_id is null"
    return raw_connection(session).execute(gone, (project_id, channel_id)).rowcount
