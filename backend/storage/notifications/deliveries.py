"""Messages on their way: claimed by one sender at a time, tried again, given up, sent again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, LiteralString
from uuid import UUID

from sqlalchemy import ColumnElement, String, cast, delete, func, select, tuple_, update
from sqlalchemy.orm import Session

from backend.domain.notifications.channels import ChannelKind
from backend.domain.pages import Page, PageRequest
from backend.storage.engine import raw_connection
from backend.storage.pages import newest_first
from backend.storage.tables.notifications import ChannelRow, DeliveryRow

DeliveryKind = Literal["news", "digest", "test"]
DeliveryState = Literal["waiting", "sent", "dead", "dropped"]
CLAIM_S = 60
"""How long a sender has; a message of a dead sender is sent by another one afterwards."""
_DUE: LiteralString = """
select distinct d.project_id, d.channel_id
from delivery d
join channel c on c.project_id = d.project_id and c.id = d.channel_id
where d.state = 'waiting' and d.next_at <= now() and c.paused_at is null and c.removed_at is null
  and not exists (select from delivery busy
                  where busy.project_id = d.project_id and busy.channel_id = d.channel_id
                    and busy.state = 'waiting' and busy.claimed_until > now())
limit %s
"""
# the row of the channel is the lock: one message of a channel is under way at a time
_CLAIM: LiteralString = """
with free as materialized (
    select c.id from channel c
    where c.project_id = %(project)s and c.id = %(channel)s
      and c.paused_at is null and c.removed_at is null
    for update skip locked
)
update delivery d
set attempts = attempts + 1, tried_at = now(),
    claimed_until = now() + make_interval(secs => %(seconds)s)
where d.project_id = %(project)s and d.id = (
    select due.id from delivery due, free
    where due.project_id = %(project)s and due.channel_id = free.id and due.state = 'waiting'
      and due.next_at <= now()
      and not exists (select from delivery busy
                      where busy.project_id = due.project_id and busy.channel_id = due.channel_id
                        and busy.state = 'waiting' and busy.claimed_until > now())
    order by due.id limit 1)
returning d.id, d.message_id, d.kind, d.attempts, d.created_at
"""


@dataclass(frozen=True, slots=True)
class DeliveryClaim:
    """A message that the caller alone sends for a while."""

    project_id: int
    channel_id: int
    id: int
    message_id: UUID
    kind: str
    attempts: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message as the log shows it."""

    id: int
    message_id: str
    channel_id: int
    channel: str
    channel_kind: ChannelKind
    kind: DeliveryKind
    state: DeliveryState
    news: int
    title: str
    """As it was sent; empty before."""
    attempts: int
    next_at: datetime | None
    status: int | None
    """What the other side answered last, where it was no success."""
    reason: str
    created_at: datetime
    sent_at: datetime | None


def due_channels(session: Session, most: int) -> list[tuple[int, int]]:
    """Return project and channel of what is due and nobody is sending."""
    return raw_connection(session).execute(_DUE, (most,)).fetchall()


def claim(session: Session, project_id: int, channel_id: int) -> DeliveryClaim | None:
    """Take the next message of a channel; None where there is none, or one is under way."""
    asked = {"project": project_id, "channel": channel_id, "seconds": CLAIM_S}
    row = raw_connection(session).execute(_CLAIM, asked).fetchone()
    return DeliveryClaim(project_id, channel_id, *row) if row else None


def add_test(session: Session, project_id: int, channel_id: int) -> int:
    """Ask for a message that only tells that the channel works."""
    row = DeliveryRow(project_id=project_id, channel_id=channel_id, kind="test")
    session.add(row)
    session.flush()
    return row.id


def note_sent(session: Session, claim: DeliveryClaim, title: str) -> None:
    _end(session, claim, state="sent", title=title, reason="", status=None, sent_at=func.now())


def note_dropped(session: Session, claim: DeliveryClaim, reason: str) -> None:
    _end(session, claim, state="dropped", reason=reason)


def note_failed(
    session: Session, claim: DeliveryClaim, told: tuple[str, int | None, str], pause_s: float | None
) -> None:
    """Keep title, status and reason; without a pause nobody tries it any more."""
    title, status, reason = told
    values: dict[str, Any] = {"title": title, "status": status, "reason": reason}
    if pause_s is None:
        _end(session, claim, state="dead", **values)
        return
    later = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, pause_s)
    _end(session, claim, next_at=later, **values)


def _end(session: Session, claim: DeliveryClaim, **values: Any) -> None:  # noqa: ANN401
    """Let go of a message; whoever came too late and lost the claim changes nothing."""
    session.execute(
        update(DeliveryRow)
        .where(
            DeliveryRow.project_id == claim.project_id,
            DeliveryRow.id == claim.id,
            DeliveryRow.state == "waiting",
            DeliveryRow.attempts == claim.attempts,
        )
        .values(claimed_until=None, **values)
    )


def send_again(session: Session, project_id: int, delivery_id: int) -> Delivery | None:
    """Let a message that was given up be tried again from the first attempt on."""
    session.execute(
        update(DeliveryRow)
        .where(
            DeliveryRow.project_id == project_id,
            DeliveryRow.id == delivery_id,
            DeliveryRow.state == "dead",
        )
        .values(state="waiting", attempts=0, next_at=func.now(), claimed_until=None)
    )
    return find(session, project_id, delivery_id)


def find(session: Session, project_id: int, delivery_id: int) -> Delivery | None:
    found = _log(project_id, [DeliveryRow.id == delivery_id])
    row = session.execute(found).one_or_none()
    return _delivery(*row) if row else None


def forget_older(session: Session, days: int, most: int) -> int:
    """Forget messages that ended longer ago; their notices stay, so that none is repeated."""
    old = (
        select(DeliveryRow.project_id, DeliveryRow.id)
        .where(
            DeliveryRow.state != "waiting",
            DeliveryRow.created_at < func.now() - func.make_interval(0, 0, 0, days),
        )
        .limit(most)
    )
    gone = session.execute(
        delete(DeliveryRow)
        .where(tuple_(DeliveryRow.project_id, DeliveryRow.id).in_(old))
        .returning(DeliveryRow.id)
    )
    return len(gone.all())


@dataclass(frozen=True, slots=True)
class LogQuery:
    """Which messages; what is None does not count."""

    channel_id: int | None = None
    state: str | None = None


def read_page(
    session: Session, project_id: int, query: LogQuery, page: PageRequest
) -> Page[Delivery]:
    """Return messages, the newest first."""
    found = _log(project_id, _conditions(query))
    return newest_first(session, found, DeliveryRow.id, page, _delivery)


def _conditions(query: LogQuery) -> list[ColumnElement[bool]]:
    named = {DeliveryRow.channel_id: query.channel_id, DeliveryRow.state: query.state}
    return [column == value for column, value in named.items() if value is not None]


_OTHERS: dict[str, Any] = {
    "message_id": cast(DeliveryRow.message_id, String),
    "channel": ChannelRow.name,
    "channel_kind": ChannelRow.kind,
}
_NAMES = Delivery.__dataclass_fields__
_COLUMNS = [
    (_OTHERS[name] if name in _OTHERS else getattr(DeliveryRow, name)).label(name)
    for name in _NAMES
]


def _delivery(*columns: Any) -> Delivery:  # noqa: ANN401  its fields
    values = dict(zip(_NAMES, columns, strict=True))
    return Delivery(**values | {"channel_kind": ChannelKind(values["channel_kind"])})


def _log(project_id: int, conditions: Sequence[ColumnElement[bool]]) -> Any:  # noqa: ANN401
    return (
        select(*_COLUMNS)
        .join(
            ChannelRow,
            (ChannelRow.project_id == DeliveryRow.project_id)
            & (ChannelRow.id == DeliveryRow.channel_id),
        )
        .where(DeliveryRow.project_id == project_id, *conditions)
    )
