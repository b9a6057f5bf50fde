"""Accounts of people: whether their address is proven, what opens them, and from where."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

LONGEST_AGENT = 300
LONGEST_PLACE = 64


@dataclass(frozen=True, slots=True)
class Device:
    """What a browser says of itself, and where it asks from."""

    user_agent: str = ""
    address: str = ""

    def short(self) -> "Device":
        """Return it as it is stored: a browser may say anything of any length."""
        agent = "".join(one for one in self.user_agent if one.isprintable())
        return Device(agent[:LONGEST_AGENT], self.address[:LONGEST_PLACE])


@dataclass(frozen=True, slots=True)
class Account:
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
    device: Device
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    is_this: bool
    """The one that is asking."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person of the installation, as administrators see them."""

    id: int
    name: str
    email: str
    is_admin: bool
    is_proven: bool
    has_password: bool
    has_provider: bool
    """An account of an identity provider is linked."""
    disabled_at: datetime | None
    created_at: datetime
    seen_at: datetime | None
    """None: no session since it is noted."""
    projects: Sequence[str]
    """Where they are members."""
