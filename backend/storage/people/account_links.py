"""Links that let somebody set a new password, and mails that wait to bring them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, insert, literal, select, update
from sqlalchemy.orm import Session

from backend.storage.tables.people.access import AccountLinkRow, AccountMailRow

PASSWORD = "password"  # noqa: S105 - the purpose of a link
MOST_WAITING = 10_000
"""Mails that wait at once; more are not kept, whoever asks."""


@dataclass(frozen=True, slots=True)
class AccountLink:
    """A link that can still be used."""

    user_id: int
    is_mailed: bool
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """A mail that was claimed: nobody else sends it until its claim runs out."""

    id: int
    email: str
    attempts: int
    """This one counted."""


def add(
    session: Session, user_id: int, token_hash: bytes, until: datetime, *, is_mailed: bool
) -> None:
    """Keep a link; links that have expired are forgotten."""
    session.execute(delete(AccountLinkRow).where(AccountLinkRow.expires_at < func.now()))
    session.add(
        AccountLinkRow(
            token_hash=token_hash,
            user_id=user_id,
            purpose=PASSWORD,
            is_mailed=is_mailed,
            expires_at=until,
        )
    )
    session.flush()


def find(session: Session, token_hash: bytes) -> AccountLink | None:
    row = session.scalars(
        select(AccountLinkRow).where(
            AccountLinkRow.token_hash == token_hash,
            AccountLinkRow.purpose == PASSWORD,
            AccountLinkRow.used_at.is_(None),
            AccountLinkRow.expires_at > func.now(),
        )
    ).one_or_none()
    return AccountLink(row.user_id, row.is_mailed, row.expires_at) if row else None


def use(session: Session, token_hash: bytes) -> bool:
    """Create link good no more; False where that has happened already. Callers hold the account."""
    used = session.scalars(
        update(AccountLinkRow)
        .where(
            AccountLinkRow.token_hash == token_hash,
            AccountLinkRow.used_at.is_(None),
            AccountLinkRow.expires_at > func.now(),
        )
        .values(used_at=func.now())
        .returning(AccountLinkRow.user_id)
    )
    return used.one_or_none() is not None


def remove(session: Session, token_hash: bytes) -> None:
    """Forget a link that did not reach anybody."""
    session.execute(delete(AccountLinkRow).where(AccountLinkRow.token_hash == token_hash))


def ask_for_mail(session: Session, email: str) -> None:
    """Let an address be sent a link, if it has an account; that is looked up when it is sent.

    One mail waits for an address, and none is added for a while after it was done.
    """
    same = select(AccountMailRow.id).where(
        AccountMailRow.kind == PASSWORD, AccountMailRow.email == email
    )
    waiting = select(func.count(AccountMailRow.id)).scalar_subquery()
    asked = select(literal(PASSWORD), literal(email)).where(~same.exists(), waiting < MOST_WAITING)
    session.execute(insert(AccountMailRow).from_select(["kind", "email"], asked))


def claim_mail(session: Session, patience: timedelta, pause: timedelta) -> WaitingMail | None:
    """Claim a mail that is due, so long as sending may take; None where there is none.

    Mails that were done longer ago than the pause are forgotten.
    """
    now = session.execute(select(func.now())).scalar_one()
    session.execute(delete(AccountMailRow).where(AccountMailRow.done_at < now - pause))
    due = (
        select(AccountMailRow.id)
        .where(
            AccountMailRow.kind == PASSWORD,
            AccountMailRow.done_at.is_(None),
            AccountMailRow.due_at <= now,
        )
        .order_by(AccountMailRow.due_at, AccountMailRow.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = session.scalars(
        update(AccountMailRow)
        .where(AccountMailRow.id.in_(due))
        .values(attempts=AccountMailRow.attempts + 1, due_at=now + patience)
        .returning(AccountMailRow)
    ).one_or_none()
    return WaitingMail(row.id, row.email, row.attempts) if row else None


def note_done(session: Session, mail_id: int) -> None:
    """Let a mail be sent no more: it arrived, nobody is to get it, or it was given up."""
    session.execute(
        update(AccountMailRow).where(AccountMailRow.id == mail_id).values(done_at=func.now())
    )
