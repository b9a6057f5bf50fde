"""Accounts of people: whether their address is proven, what opens them, and from where."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from backend.domain.people.rights import Role

LONGEST_AGENT = 300
LONGEST_PLACE = 64


@dataclass(frozen=True, slots=True)
class Device:
    """What a browser says of itself, and where it asks from."""

    user_agent: str = ""
    """What the browser says of itself."""
    address: str = ""
    """Where it was last seen; empty: not known."""

    def short(self) -> "Device":
        """Return it as it is stored: a browser may say anything of any length."""
        agent = "".join(one for one in self.user_agent if one.isprintable())
        return Device(agent[:LONGEST_AGENT], self.address[:LONGEST_PLACE])


@dataclass(frozen=True, slots=True)
class SignInAccount:
    """What letting a person in needs to know of them."""

    id: int
    email: str
    name: str
    password_hash: str | None
    is_admin: bool
    is_proven: bool
    """The address was shown to be theirs, by a provider or by a mailed link."""
    is_disabled: bool


@dataclass(frozen=True, slots=True)
class Shed:
    """What an account lost when its address was proven: others could have made it before."""

    password: bool = False
    sessions: int = 0
    keys: int = 0
    feeds: int = 0

    @property
    def is_anything(self) -> bool:
        return self.password or self.sessions + self.keys + self.feeds > 0


@dataclass(frozen=True, slots=True)
class OwnSession:
    """A session of a person, as they see it."""

    id: int
    """By which it is ended."""
    device: Device
    """The browser."""
    created_at: datetime
    """When it began."""
    seen_at: datetime
    """When it was last used, to the minute."""
    expires_at: datetime
    """When it ends by itself."""
    is_this: bool
    """The one that is asking."""


@dataclass(frozen=True, slots=True)
class OwnSessions:
    """The sessions of a person."""

    rows: Sequence[OwnSession]
    """The one seen last first."""


@dataclass(frozen=True, slots=True)
class ResetLink:
    """A link to a new password, as it is shown once."""

    email: str
    """Address of the account."""
    path: str
    """Of the page where the password is set; shown once, only a hash is stored."""
    expires_at: datetime
    """When the link stops working."""


@dataclass(frozen=True, slots=True)
class OpenedReset:
    """What somebody sees who opens the link."""

    email: str
    """Address of the account."""
    expires_at: datetime
    """When the link stops working."""


@dataclass(frozen=True, slots=True)
class PersonRole:
    """What a person is in one project."""

    slug: str
    """Of the project."""
    project: str
    """Name of the project."""
    role: Role
    """What they are there."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person of the installation, as administrators see them."""

    id: int
    """Of the account."""
    name: str
    """What they are called."""
    email: str
    """Address of the account."""
    is_admin: bool
    """Administers the whole installation."""
    is_proven: bool
    """Somebody showed that the address is theirs."""
    has_password: bool
    """Signs in by a password."""
    has_provider: bool
    """An account of an identity provider opens it."""
    disabled_at: datetime | None
    """Since when they may not come in; null: they may."""
    created_at: datetime
    """When the account was made."""
    seen_at: datetime | None
    """When they were last here; null: never, so far as is known."""
    sessions: int
    """Browsers in which they are signed in now."""
    keys: int
    """API keys of theirs that work, and stop while their account is disabled."""
    roles: Sequence[PersonRole]
    """What they are in projects, by the name of the project."""


class AccountState(StrEnum):
    """Which accounts a list is asked for."""

    ENABLED = "enabled"
    DISABLED = "disabled"
    ADMINISTRATORS = "administrators"


@dataclass(frozen=True, slots=True)
class PeopleQuery:
    """Which accounts are asked for; what is None does not count."""

    text: str | None = None
    """Part of a name or an address."""
    state: AccountState | None = None


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Accounts by name."""

    rows: Sequence[Person]
    """By name."""
    total: int
    """Accounts that fit in all."""
    next: str | None
    """Cursor of the next page; null: this is the last."""
