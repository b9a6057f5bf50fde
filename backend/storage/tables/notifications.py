"""Who is told what: channels, subscriptions, what waits for them, and what was sent."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    Uuid,
    false,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ChannelRow(InProject, Base):
    __tablename__ = "channel"
    __table_args__ = (CheckConstraint("cadence in ('at_once', 'hourly', 'daily')", name="cadence"),)

    name: Mapped[str]
    kind: Mapped[str]
    """A `ChannelKind`; no constraint repeats the list, so that a new kind needs no migration."""
    hint: Mapped[str]
    """What may be shown of the address."""
    encrypted_address: Mapped[bytes]
    """Encrypted: whoever knows the address of a webhook can write there."""
    encrypted_secret: Mapped[bytes | None]
    """What signs messages to a webhook of any kind; encrypted."""
    cadence: Mapped[str]
    time_zone: Mapped[str]
    daily_at: Mapped[int] = mapped_column(Integer)
    """Minute of the day."""
    quiet_start: Mapped[int | None] = mapped_column(Integer)
    quiet_end: Mapped[int | None] = mapped_column(Integer)
    paused_at: Mapped[datetime | None]
    paused_by: Mapped[str | None]
    removed_at: Mapped[datetime | None]
    """Removed ones are kept: their log tells what was sent."""
    created_by: Mapped[str]
    created_at: Mapped[datetime] = created()
    last_sent_at: Mapped[datetime | None]
    failing_since: Mapped[datetime | None]
    """Of the first failure since something last arrived."""
    last_reason: Mapped[str] = mapped_column(server_default="")


class SubscriptionRow(InProject, Base):
    __tablename__ = "subscription"
    __table_args__ = (
        ForeignKeyConstraint(["project_id", "channel_id"], ["channel.project_id", "channel.id"]),
        Index(None, "project_id", "channel_id"),
        CheckConstraint("ways in ('worse', 'better', 'any')", name="ways"),
    )

    channel_id: Mapped[int]
    filters: Mapped[dict[str, Any]] = mapped_column(JSONB)
    ways: Mapped[str]
    min_effect: Mapped[float] = mapped_column(Double)
    events: Mapped[list[str]] = mapped_column(ARRAY(Text))
    with_outages: Mapped[bool]
    with_server: Mapped[bool] = mapped_column(server_default=false())
    """Also the health of the server; only an administrator of the installation asks for it."""
    created_by: Mapped[str]
    created_at: Mapped[datetime] = created()


class OutageRow(InProject, Base):
    """Something that should report and does not; one row for each time."""

    __tablename__ = "outage"
    __table_args__ = (
        Index(
            "uq_outage_open", "project_id", "kind", "thing",
            unique=True, postgresql_where=text("ended_at is null"),
        ),
        CheckConstraint(
            "kind in ('agent', 'suite', 'benchmark', 'veto', 'channel', 'claim', 'budget',"
            " 'server')",
            name="kind",
        ),
    )  # fmt: skip

    kind: Mapped[str]
    thing: Mapped[str]
    name: Mapped[str]
    detail: Mapped[str]
    since: Mapped[datetime]
    noticed_at: Mapped[datetime] = created()
    ended_at: Mapped[datetime | None]


class NoticeRow(InProject, Base):
    """One piece of news for one channel: written with what makes it news, and never twice."""

    __tablename__ = "notice"
    __table_args__ = (
        UniqueConstraint("project_id", "channel_id", "subject", "subject_id", "kind", "episode"),
        Index(
            "ix_notice_waiting", "project_id", "channel_id",
            postgresql_where=text("delivery_id is null"),
        ),
        Index(
            "ix_notice_delivery", "project_id", "delivery_id",
            postgresql_where=text("delivery_id is not null"),
        ),
        CheckConstraint("subject in ('alert_group', 'outage')", name="subject"),
    )  # fmt: skip

    channel_id: Mapped[int]
    subject: Mapped[str]
    subject_id: Mapped[int]
    kind: Mapped[str]
    episode: Mapped[int] = mapped_column(Integer)
    is_calm: Mapped[bool]
    """It can wait for the digest of the day."""
    created_at: Mapped[datetime] = created()
    delivery_id: Mapped[int | None]
    """The message that tells it."""
    origin: Mapped[str | None]
    """The trace that led to it, as `traceparent` says it; null: it is not traced."""


class DeliveryRow(InProject, Base):
    """One message to one channel, and how it fared."""

    __tablename__ = "delivery"
    __table_args__ = (
        Index(
            "ix_delivery_due", "next_at",
            postgresql_where=text("state = 'waiting'"),
        ),
        Index(None, "project_id", "channel_id", "created_at"),
        Index("ix_delivery_dead", "project_id", postgresql_where=text("state = 'dead'")),
        CheckConstraint("state in ('waiting', 'sent', 'dead', 'dropped')", name="state"),
        CheckConstraint("kind in ('news', 'digest', 'test')", name="kind"),
    )  # fmt: skip

    channel_id: Mapped[int]
    message_id: Mapped[Any] = mapped_column(Uuid, server_default=text("gen_random_uuid()"))
    """The same however often it is tried: receivers that know it take it once."""
    kind: Mapped[str]
    state: Mapped[str] = mapped_column(server_default="waiting")
    news: Mapped[int] = mapped_column(Integer, server_default="0")
    """Notices in it."""
    title: Mapped[str] = mapped_column(server_default="")
    """As it was sent; empty before."""
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    next_at: Mapped[datetime] = created()
    claimed_until: Mapped[datetime | None]
    """Somebody is sending it; afterwards it is taken for lost on the way and tried again."""
    status: Mapped[int | None] = mapped_column(Integer)
    """What the other side answered last."""
    reason: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = created()
    tried_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]


class FeedTokenRow(Base):
    """Opens the feed of a private project to programs that cannot sign in; one a person."""

    __tablename__ = "feed_token"

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True
    )
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    created_at: Mapped[datetime] = created()
    used_at: Mapped[datetime | None]
