"""Identities of providers, and sign-ins that are under way, in the database."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from backend.domain.people.identities import Identity
from backend.storage.tables.people.identities import IdentityRow, ProviderSignInRow


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What only we know of a sign-in that began here."""

    nonce: str
    verifier: str


def user_of(session: Session, identity: Identity) -> int | None:
    row = session.get(IdentityRow, (identity.issuer, identity.subject))
    return row.user_id if row else None


def link(session: Session, identity: Identity, user_id: int) -> None:
    """Let an identity open an account from now on; the account is held."""
    session.add(IdentityRow(issuer=identity.issuer, subject=identity.subject, user_id=user_id))
    session.flush()


def is_linked(session: Session, issuer: str, user_id: int) -> bool:
    """Tell whether somebody at a provider opens an account already."""
    linked = select(IdentityRow.subject).where(
        IdentityRow.issuer == issuer, IdentityRow.user_id == user_id
    )
    return session.scalars(linked).first() is not None


def unlink(session: Session, user_id: int) -> int:
    """Let no identity open an account any more; returns how many did."""
    gone = delete(IdentityRow).where(IdentityRow.user_id == user_id)
    return len(session.scalars(gone.returning(IdentityRow.subject)).all())


def begin(
    session: Session, hashes: tuple[bytes, bytes], secrets: UnderWay, until: datetime
) -> None:
    """Keep what must fit when somebody comes back; hashes of the state and of the browser's token.

    What nobody came back for is forgotten.
    """
    session.execute(delete(ProviderSignInRow).where(ProviderSignInRow.expires_at < func.now()))
    state, browser = hashes
    session.add(
        ProviderSignInRow(
            state_hash=state,
            browser_hash=browser,
            nonce=secrets.nonce,
            verifier=secrets.verifier,
            expires_at=until,
        )
    )


def take(session: Session, state: bytes, browser: bytes) -> UnderWay | None:
    """Return a sign-in that is under way in this browser, once."""
    row = session.execute(
        delete(ProviderSignInRow)
        .where(
            ProviderSignInRow.state_hash == state,
            ProviderSignInRow.browser_hash == browser,
            ProviderSignInRow.expires_at > func.now(),
        )
        .returning(ProviderSignInRow.nonce, ProviderSignInRow.verifier)
    ).one_or_none()
    return UnderWay(row.nonce, row.verifier) if row else None
