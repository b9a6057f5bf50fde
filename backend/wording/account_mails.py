"""Mails about one's account: the link to set a new password, or why there is none."""

from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from enum import StrEnum

from backend.domain.people.accounts import SignInAccount


class ResetHindrance(StrEnum):
    """Why somebody cannot set a new password by a link."""

    DISABLED = "disabled"
    BY_PROVIDER = "provider"
    """They sign in by the identity provider alone: a password would be a way around it."""


def hindrance_of(account: SignInAccount, *, is_by_provider: bool) -> ResetHindrance | None:
    """Say what keeps an account from a new password; None where nothing does."""
    if account.is_disabled:
        return ResetHindrance.DISABLED
    if is_by_provider and account.password_hash is None:
        return ResetHindrance.BY_PROVIDER
    return None


@dataclass(frozen=True, slots=True)
class ResetMail:
    """What a mail says to whom."""

    email: str
    origin: str
    """Address of the installation."""
    at: datetime
    id: str
    """Stands in its head, so that a mailbox that got it twice can tell."""
    link: str = ""
    """Path of the page where the password is set; empty where something hinders it."""
    minutes: int = 0
    hindrance: ResetHindrance | None = None
    provider: str = ""
    """What the identity provider is called."""


def mail_of_reset(told: ResetMail, sender: str) -> EmailMessage:
    """Write the mail; what others chose stands in its body only."""
    mail = EmailMessage(SMTP)
    mail["Subject"] = "Your password at Tidemark"
    mail["From"] = Address("Tidemark", addr_spec=sender)
    mail["To"] = [Address(addr_spec=told.email)]
    mail["Date"] = format_datetime(told.at)
    mail["Message-ID"] = f"<{told.id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("\n\n".join(_paragraphs(told)) + "\n", cte="quoted-printable")
    return mail


def _paragraphs(told: ResetMail) -> list[str]:
    asked = f"Somebody asked for a new password for {told.email} at {told.origin}."
    ignored = "If it was not you, you need to do nothing: your account stays as it is."
    return [asked, *_answer(told), ignored]


def _answer(told: ResetMail) -> tuple[str, ...]:
    if told.hindrance is ResetHindrance.DISABLED:
        return ("Your account is disabled. An administrator can enable it.",)
    if told.hindrance is ResetHindrance.BY_PROVIDER:
        where = f"you sign in with {told.provider}, at {told.origin}/welcome"
        return (f"Your account has no password: {where}. There is nothing to reset here.",)
    once = f"The link works once, within {told.minutes} minutes."
    return f"Set a new one here:\n{told.origin}{told.link}", f"{once} Your sessions end with it."
