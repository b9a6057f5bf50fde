"""Send the mails that people asked for: a link to set a new password, or why there is none."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.domain.people.audit import SERVER, AuditedAction
from backend.domain.people.tokens import token_hash
from backend.outgoing.mail import Mailer, MailError
from backend.services.mailers import mailer_of
from backend.services.people.audit import leave_event, record
from backend.services.people.reset_password import MAILED, PAGE, hindrance_at, new_link
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.storage.people import account_links, accounts
from backend.storage.people.account_links import WaitingMail
from backend.wording.account_mails import ResetMail, mail_of_reset

log = structlog.get_logger()
PAUSE = timedelta(minutes=5)
"""Between two mails to one address, whoever asks."""
PATIENCE = timedelta(minutes=1)
"""After which a mail is tried again: whoever sent it failed, or never came back."""
MOST_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class LinkOffice:
    """What sending links takes."""

    mailer: Mailer
    origin: str
    issuer: str
    provider: str


@dataclass(frozen=True, slots=True)
class ReadyMail:
    """A mail that only has to be handed over."""

    mail: EmailMessage
    email: str
    user_id: int
    token_hash: bytes | None
    """Of the link in it."""


def link_office(settings: Settings) -> LinkOffice:
    return LinkOffice(
        mailer_of(settings), settings.address, settings.oidc_issuer, settings.oidc_name
    )


def mail_all(engine: Engine, office: LinkOffice) -> int:
    """Send what is due, one mail after the other; returns how many were dealt with."""
    dealt_with = 0
    while office.mailer.is_set_up and mail_next(engine, office):
        dealt_with += 1
    return dealt_with


def mail_next(engine: Engine, office: LinkOffice) -> bool:
    """Send the next mail; False where there is none. What did not arrive is tried again later."""
    with transaction(engine) as session:
        claim = account_links.claim_mail(session, PATIENCE, PAUSE)
        ready = _ready(session, office, claim) if claim else None
    if claim is None:
        return False
    if ready is None:
        return True
    try:
        office.mailer.send(ready.mail, (ready.email,))
    except MailError as error:
        log.warning("a link was not mailed", error=str(error), attempts=claim.attempts)
        with transaction(engine) as session:
            _note_failed(session, claim, ready, error)
        return True
    with transaction(engine) as session:
        account_links.note_done(session, claim.id)
        record(session, ready.user_id, ready.email)
        leave_event(session, None, AuditedAction("mailed", "password link"), SERVER, "")
    return True


def _ready(session: Session, office: LinkOffice, claim: WaitingMail) -> ReadyMail | None:
    """Write a mail; None, and noted, where nobody here has the address, or it failed too often."""
    account = accounts.hold_of(session, claim.email)
    if account is None or claim.attempts > MOST_ATTEMPTS:
        account_links.note_done(session, claim.id)
        return None
    hindrance = hindrance_at(session, office.issuer, account)
    link = None if hindrance else new_link(session, account, MAILED, is_mailed=True)
    told = ResetMail(
        email=account.email,
        origin=office.origin,
        at=datetime.now(UTC),
        id=f"password-{claim.id}-{claim.attempts}",
        link=link.path if link else "",
        minutes=int(MAILED.total_seconds() // 60),
        hindrance=hindrance,
        provider=office.provider,
    )
    stored = token_hash(link.path.removeprefix(PAGE)) if link else None
    mail = mail_of_reset(told, office.mailer.sender)
    return ReadyMail(mail, account.email, account.id, stored)


def _note_failed(
    session: Session, claim: WaitingMail, ready: ReadyMail, error: MailError
) -> None:  # fmt: skip
    """Forget the link, which nobody has; a refusal for good is the end of it."""
    if ready.token_hash is not None:
        account_links.remove(session, ready.token_hash)
    if error.is_lasting or claim.attempts == MOST_ATTEMPTS:
        account_links.note_done(session, claim.id)
