"""Who an identity provider says somebody is, and when that opens an account here."""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from backend.domain.errors import ForbiddenError, InvalidError
from backend.domain.people.members import is_of_this_machine, read_email

LONGEST = 255


class Hindrance(StrEnum):
    """Why somebody who came from the provider is not signed in; pages say it in words."""

    UNAVAILABLE = "unavailable"
    """The provider does not answer as it should."""
    REFUSED = "refused"
    """The provider, or the person there, said no."""
    EXPIRED = "expired"
    """It took too long, was done before, or began in another browser."""
    UNTRUSTED = "untrusted"
    """What the provider sent cannot be believed."""
    UNVERIFIED = "unverified"
    """No account is linked, and the provider does not vouch for an address."""
    UNINVITED = "uninvited"
    """The address is vouched for, and nobody has invited it."""
    TAKEN = "taken"
    """Another account of the provider opens the account of this address."""
    DISABLED = "disabled"
    """An administrator has disabled the account."""


class SignInHinderedError(ForbiddenError):
    """Somebody came back from the provider and is not signed in."""

    def __init__(self, hindrance: Hindrance, detail: str) -> None:
        super().__init__(detail)
        self.hindrance = hindrance


@dataclass(frozen=True, slots=True)
class Identity:
    """What a provider vouches for; issuer and subject stay the same, the rest may change."""

    issuer: str
    subject: str
    name: str
    email: str | None
    """Only where the provider has verified it."""


def read_identity(issuer: str, claims: Mapping[str, Any]) -> Identity:
    """Read the claims of a token that was checked."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST:
        raise SignInHinderedError(Hindrance.UNTRUSTED, "the token names no subject")
    email = _verified_email(claims)
    named = [claims.get("name"), claims.get("preferred_username"), email, subject]
    name = next(text for text in named if isinstance(text, str) and text.strip())
    return Identity(issuer, subject, name.strip().replace("\x00", "")[:200], email)


def _verified_email(claims: Mapping[str, Any]) -> str | None:
    text = claims.get("email")
    if claims.get("email_verified") is not True or not isinstance(text, str):
        return None
    try:
        address = read_email(text)
    except InvalidError:
        return None
    return None if is_of_this_machine(address) else address


def is_of_domain(email: str, domains: frozenset[str]) -> bool:
    """Tell whether an address belongs to a domain whose people may come in by themselves."""
    return email.rpartition("@")[2] in domains


def read_domains(text: str) -> frozenset[str]:
    """Read `example.org, example.com`."""
    return frozenset(part.strip().lower().lstrip("@") for part in text.split(",") if part.strip())


def challenge_of(verifier: str) -> str:
    """Return the S256 challenge of a verifier (RFC 7636)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
