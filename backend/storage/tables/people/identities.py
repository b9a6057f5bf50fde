"""Accounts of an identity provider that open accounts here, and sign-ins that are under way."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, created


class IdentityRow(Base):
    __tablename__ = "user_identity"

    issuer: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(
        ForeignKey("user_account.id", ondelete="CASCADE"), index=True
    )
    created_at: Mapped[datetime] = created()


class ProviderSignInRow(Base):
    """Somebody went to the provider and has not come back yet."""

    __tablename__ = "provider_sign_in"

    state_hash: Mapped[bytes] = mapped_column(primary_key=True)
    browser_hash: Mapped[bytes]
    nonce: Mapped[str]
    verifier: Mapped[str]
    expires_at: Mapped[datetime] = mapped_column(index=True)
