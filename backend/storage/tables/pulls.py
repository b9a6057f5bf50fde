"""Connections to forges, pull requests with what was said of them, webhooks, acceptances."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Double, ForeignKeyConstraint, Index, Integer, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ForgeConnectionRow(InProject, Base):
    """One repository on one forge; a project has one that is not removed."""

    __tablename__ = "forge_connection"
    __table_args__ = (
        CheckConstraint("kind in ('github', 'gitlab', 'gitea')", name="kind"),
        Index(
            "uq_forge_connection_open", "project_id",
            unique=True, postgresql_where=text("removed_at is null"),
        ),
        Index("uq_forge_connection_hook", "hook", unique=True),
    )  # fmt: skip

    hook: Mapped[str]
    """The part of the webhook's address that names the connection."""
    kind: Mapped[str]
    api_url: Mapped[str]
    repository: Mapped[str]
    encrypted_token: Mapped[bytes | None]
    app_id: Mapped[str | None]
    encrypted_app_key: Mapped[bytes | None]
    installation: Mapped[str | None]
    encrypted_secret: Mapped[bytes]
    """Signs webhooks; encrypted."""
    is_gating: Mapped[bool] = mapped_column(server_default="true")
    least_effect: Mapped[float] = mapped_column(Double, server_default="0.03")
    has_picture: Mapped[bool] = mapped_column(server_default="true")
    created_by: Mapped[str]
    created_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]
    heard_at: Mapped[datetime | None]
    """When a webhook with a good signature came last."""
    forged: Mapped[int] = mapped_column(Integer, server_default="0")
    """Webhooks whose signature was wrong."""
    forged_at: Mapped[datetime | None]
    told_at: Mapped[datetime | None]
    failing_since: Mapped[datetime | None]
    last_reason: Mapped[str] = mapped_column(server_default="")


class PullRequestRow(InProject, Base):
    """A pull request, or a merge group, which has no number and gets no comment."""

    __tablename__ = "pull_request"
    __table_args__ = (
        ForeignKeyConstraint(
            ["project_id", "connection_id"], ["forge_connection.project_id", "forge_connection.id"]
        ),
        Index(
            "uq_pull_request_number", "project_id", "connection_id", "number",
            unique=True, postgresql_where=text("number is not null"),
        ),
        Index(
            "uq_pull_request_group", "project_id", "connection_id", "head",
            unique=True, postgresql_where=text("number is null"),
        ),
        Index(None, "project_id", "head"),
        Index(None, "project_id", "merged_as"),
        Index(
            "ix_pull_request_due", "due_at",
            postgresql_where=text("wanted > told and gave_up_at is null"),
        ),
        Index("uq_pull_request_picture", "picture", unique=True),
    )  # fmt: skip

    connection_id: Mapped[int]
    number: Mapped[int | None]
    title: Mapped[str] = mapped_column(server_default="")
    author: Mapped[str] = mapped_column(server_default="")
    url: Mapped[str] = mapped_column(server_default="")
    head: Mapped[str] = mapped_column(server_default="")
    head_branch: Mapped[str] = mapped_column(server_default="")
    base_branch: Mapped[str] = mapped_column(server_default="")
    """Of a merge group: the ref of the queue."""
    base: Mapped[str | None]
    """The tip of the base branch; of a merge group, what it is judged against."""
    fork_point: Mapped[str | None]
    is_from_fork: Mapped[bool] = mapped_column(server_default="false")
    is_open: Mapped[bool] = mapped_column(server_default="true")
    merged_as: Mapped[str | None]
    was_rewritten: Mapped[bool] = mapped_column(server_default="false")
    """The newest head no longer contains the one before it."""
    picture: Mapped[str] = mapped_column(
        server_default=text("replace(gen_random_uuid()::text, '-', '')")
    )
    """The part of the picture's address that nobody can guess."""
    state: Mapped[str] = mapped_column(server_default="waiting")
    headline: Mapped[str] = mapped_column(server_default="")
    judgement: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    base_commit: Mapped[str | None]
    judged_at: Mapped[datetime | None]
    reply: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """What the newest command was answered."""
    comment_id: Mapped[str | None]
    comment: Mapped[str | None]
    commented_at: Mapped[datetime | None]
    check_id: Mapped[str | None]
    check_head: Mapped[str | None]
    check_state: Mapped[str | None]
    check_title: Mapped[str | None]
    checked_at: Mapped[datetime | None]
    wanted: Mapped[int] = mapped_column(server_default="0")
    """Counts how often something happened that has to be told; `told` is how far that was done."""
    told: Mapped[int] = mapped_column(server_default="0")
    wanted_since: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    reason: Mapped[str] = mapped_column(server_default="")
    remedy: Mapped[str] = mapped_column(server_default="")
    gave_up_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = created()
    changed_at: Mapped[datetime] = created()


class WebhookRow(InProject, Base):
    """A webhook that came with a good signature; one row for each delivery, however often sent."""

    __tablename__ = "webhook"
    __table_args__ = (
        Index(
            "uq_webhook_delivery", "project_id", "connection_id", "delivery", unique=True
        ),
        Index(None, "project_id", "number"),
    )  # fmt: skip

    connection_id: Mapped[int]
    delivery: Mapped[str]
    kind: Mapped[str]
    number: Mapped[int | None]
    event: Mapped[dict[str, Any]] = mapped_column(JSONB)
    outcome: Mapped[str] = mapped_column(server_default="")
    """What came of it; empty while it waits."""
    received_at: Mapped[datetime] = created()
    heard_at: Mapped[datetime | None]


class AcceptanceRow(InProject, Base):
    """Regressions that somebody took as they are; kept also when it is taken back."""

    __tablename__ = "acceptance"
    __table_args__ = (
        Index(None, "project_id", "pull_id"),
        Index(
            "uq_acceptance_comment", "project_id", "pull_id", "comment",
            unique=True, postgresql_where=text("comment is not null"),
        ),
        CheckConstraint("via in ('comment', 'page')", name="via"),
    )  # fmt: skip

    pull_id: Mapped[int]
    head: Mapped[str]
    accepted_by: Mapped[str]
    via: Mapped[str]
    comment: Mapped[str | None]
    """Id of the comment on the forge that said so."""
    reason: Mapped[str]
    accepted: Mapped[dict[str, float]] = mapped_column(JSONB)
    """By the key of a series: the size up to which it is accepted."""
    at: Mapped[datetime] = created()
    ended_at: Mapped[datetime | None]
    ended_by: Mapped[str | None]
