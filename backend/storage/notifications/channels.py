"""Channels and subscriptions in the database."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.filled import filled
from backend.domain.notifications.channels import (
    Cadence,
    Channel,
    ChannelHealth,
    ChannelKind,
    QuietHours,
    Timetable,
)
from backend.domain.notifications.subscriptions import NewsSelection, Subscription, Ways
from backend.storage.tables.notifications import ChannelRow, DeliveryRow, NoticeRow, SubscriptionRow
from backend.storage.tables.people.projects import ProjectRow


@dataclass(frozen=True, slots=True)
class EncryptedChannel:
    """What opens a channel, encrypted."""

    address: bytes
    secret: bytes | None
    hint: str


def channels_of(session: Session, project_id: int) -> list[Channel]:
    rows = session.scalars(
        select(ChannelRow).where(*_present(project_id)).order_by(func.lower(ChannelRow.name))
    )
    return [_channel(row) for row in rows]


def find_channel(session: Session, project_id: int, channel_id: int) -> Channel | None:
    """Return a channel that is not removed."""
    found = select(ChannelRow).where(*_present(project_id), ChannelRow.id == channel_id)
    row = session.scalars(found).one_or_none()
    return _channel(row) if row else None


def add_channel(
    session: Session, project_id: int, kind: ChannelKind, named: tuple[str, Timetable, str],
    encrypted: EncryptedChannel,
) -> Channel:  # fmt: skip
    """Keep a channel: its name, its timetable, and who made it."""
    name, timetable, by = named
    row = session.scalars(
        insert(ChannelRow)
        .values(
            project_id=project_id,
            name=name,
            kind=kind,
            hint=encrypted.hint,
            encrypted_address=encrypted.address,
            encrypted_secret=encrypted.secret,
            created_by=by,
            **_columns(timetable),
        )
        .returning(ChannelRow)
    ).one()
    return _channel(row)


def write_channel(
    session: Session, project_id: int, channel_id: int, name: str, timetable: Timetable
) -> None:
    _change(session, project_id, channel_id, name=name, **_columns(timetable))


def write_address(
    session: Session, project_id: int, channel_id: int, encrypted: EncryptedChannel
) -> None:
    """Put another address in place; what failed before says nothing of it."""
    _change(
        session, project_id, channel_id, hint=encrypted.hint, encrypted_address=encrypted.address,
        failing_since=None, last_reason="",
    )  # fmt: skip


def write_secret(session: Session, project_id: int, channel_id: int, encrypted: bytes) -> None:
    _change(session, project_id, channel_id, encrypted_secret=encrypted)


def pause(session: Session, project_id: int, channel_id: int, by: str | None) -> None:
    """Let a channel say nothing; nobody named: it speaks again."""
    at = None if by is None else func.now()
    _change(session, project_id, channel_id, paused_at=at, paused_by=by)


def remove(session: Session, project_id: int, channel_id: int, *, is_gone: bool) -> bool:
    """Remove a channel or bring it back; False where there is none to do that to."""
    state = ChannelRow.removed_at.is_(None) if is_gone else ChannelRow.removed_at.is_not(None)
    done = session.execute(
        update(ChannelRow)
        .where(ChannelRow.project_id == project_id, ChannelRow.id == channel_id, state)
        .values(removed_at=func.now() if is_gone else None)
        .returning(ChannelRow.id)
    )
    return done.one_or_none() is not None


def note_sent(session: Session, project_id: int, channel_id: int) -> None:
    _change(
        session, project_id, channel_id, last_sent_at=func.now(), failing_since=None, last_reason=""
    )


def note_failed(session: Session, project_id: int, channel_id: int, reason: str) -> None:
    since = func.coalesce(ChannelRow.failing_since, func.now())
    _change(session, project_id, channel_id, failing_since=since, last_reason=reason)


def health_of(session: Session, project_id: int) -> dict[int, ChannelHealth]:
    """Return how each channel has been doing."""
    waiting = _counts(session, project_id, NoticeRow, NoticeRow.delivery_id.is_(None))
    given_up = and_(DeliveryRow.state == "dead", DeliveryRow.kind != "test")
    dead = _counts(session, project_id, DeliveryRow, given_up)
    rows = session.execute(
        select(
            ChannelRow.id, ChannelRow.last_sent_at, ChannelRow.failing_since, ChannelRow.last_reason
        ).where(*_present(project_id))
    )
    return {
        id_: ChannelHealth(waiting.get(id_, 0), sent_at, since, reason, dead.get(id_, 0))
        for id_, sent_at, since, reason in rows
    }


def _counts(
    session: Session,
    project_id: int,
    table: type[NoticeRow | DeliveryRow],
    condition: ColumnElement[bool],
) -> dict[int, int]:
    """Count rows by channel."""
    found = (
        select(table.channel_id, func.count())
        .where(table.project_id == project_id, condition)
        .group_by(table.channel_id)
    )
    return {row[0]: row[1] for row in session.execute(found)}


def subscriptions_of(
    session: Session, project_id: int, channel_id: int | None = None
) -> list[Subscription]:
    """Return the subscriptions of the channels that are there."""
    found = (
        select(SubscriptionRow)
        .join(
            ChannelRow,
            (ChannelRow.project_id == SubscriptionRow.project_id)
            & (ChannelRow.id == SubscriptionRow.channel_id),
        )
        .where(*_present(project_id))
        .order_by(SubscriptionRow.id)
    )
    if channel_id is not None:
        found = found.where(SubscriptionRow.channel_id == channel_id)
    return [_subscription(row) for row in session.scalars(found)]


def add_subscription(
    session: Session, project_id: int, channel_id: int, selection: NewsSelection, by: str
) -> Subscription:
    row = session.scalars(
        insert(SubscriptionRow)
        .values(project_id=project_id, channel_id=channel_id, created_by=by, **_selected(selection))
        .returning(SubscriptionRow)
    ).one()
    return _subscription(row)


def write_subscription(
    session: Session, project_id: int, subscription_id: int, selection: NewsSelection
) -> Subscription:
    """Put another selection in place."""
    row = session.scalars(
        update(SubscriptionRow)
        .where(SubscriptionRow.project_id == project_id, SubscriptionRow.id == subscription_id)
        .values(**_selected(selection))
        .returning(SubscriptionRow)
    ).one()
    return _subscription(row)


def remove_subscription(session: Session, project_id: int, subscription_id: int) -> None:
    session.execute(
        delete(SubscriptionRow).where(
            SubscriptionRow.project_id == project_id, SubscriptionRow.id == subscription_id
        )
    )


def projects_notified_of_server(session: Session) -> list[int]:
    """Return the projects with a channel that is told of the server's health."""
    found = (
        select(SubscriptionRow.project_id)
        .join(
            ChannelRow,
            (ChannelRow.project_id == SubscriptionRow.project_id)
            & (ChannelRow.id == SubscriptionRow.channel_id),
        )
        .join(ProjectRow, ProjectRow.id == SubscriptionRow.project_id)
        .where(
            SubscriptionRow.with_server,
            ChannelRow.removed_at.is_(None),
            ProjectRow.deleted_at.is_(None),
        )
    )
    return sorted(set(session.scalars(found)))


def _present(project_id: int) -> Sequence[ColumnElement[bool]]:
    return ChannelRow.project_id == project_id, ChannelRow.removed_at.is_(None)


def _change(session: Session, project_id: int, channel_id: int, **values: object) -> None:
    session.execute(
        update(ChannelRow)
        .where(ChannelRow.project_id == project_id, ChannelRow.id == channel_id)
        .values(**values)
    )


def _columns(timetable: Timetable) -> dict[str, str | int | None]:
    quiet = timetable.quiet
    return {
        "cadence": timetable.cadence,
        "time_zone": timetable.time_zone,
        "daily_at": timetable.daily_at,
        "quiet_start": quiet.start if quiet else None,
        "quiet_end": quiet.end if quiet else None,
    }


def timetable_of(row: ChannelRow) -> Timetable:
    start, end = row.quiet_start, row.quiet_end
    quiet = None if start is None or end is None else QuietHours(start, end)
    return Timetable(Cadence(row.cadence), row.time_zone, row.daily_at, quiet)


def _channel(row: ChannelRow) -> Channel:
    return filled(Channel, row, kind=ChannelKind(row.kind), timetable=timetable_of(row))


def _selected(selection: NewsSelection) -> dict[str, object]:
    return {
        "filters": asdict(selection.filters),
        "ways": selection.ways,
        "min_effect": selection.min_effect,
        "events": sorted(selection.events),
        "with_outages": selection.with_outages,
        "with_server": selection.with_server,
    }


def _subscription(row: SubscriptionRow) -> Subscription:
    selection = NewsSelection(
        filters=SeriesFilters(**row.filters),
        ways=Ways(row.ways),
        min_effect=row.min_effect,
        events=frozenset(map(AlertEvent, row.events)),
        with_outages=row.with_outages,
        with_server=row.with_server,
    )
    return Subscription(row.id, row.channel_id, selection, row.created_by, row.created_at)
