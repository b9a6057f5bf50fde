"""Imports from addresses: a history that the server fetches itself, page by page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from backend.domain.people.projects import Actor, Key, User


class AddressImportState(StrEnum):
    WAITING = "waiting"
    WALKING = "walking"
    """Its pages are fetched."""
    IMPORTING = "importing"
    DONE = "done"
    FAILED = "failed"


ENDED = (AddressImportState.DONE, AddressImportState.FAILED)


@dataclass(frozen=True, slots=True)
class AddressOptions:
    """What its sender says of the history; as of a file."""

    format_name: str = "auto"
    testbed: str = ""
    branch: str = ""
    suite: str = ""
    directions: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    is_same_history: bool = False
    is_dry: bool = False


@dataclass(frozen=True, slots=True)
class AddressSender:
    """Who asked, as far as a worker must know it."""

    name: str
    user_id: int | None = None
    key_id: int | None = None
    testbed: str | None = None
    """The only testbed that the key may speak for."""

    def actor(self, project_id: int) -> Actor:
        """Return who sends the reports; what they may do was looked at when they asked."""
        if self.user_id is not None:
            return Actor(user=User(self.user_id, self.name, "", is_admin=False))
        if self.key_id is not None:
            name = self.name.removeprefix("key ")
            return Actor(key=Key(self.key_id, name, project_id, frozenset(), self.testbed))
        return Actor()


def sender_of(actor: Actor) -> AddressSender:
    """Return what is kept of somebody who asks."""
    return AddressSender(
        actor.name,
        actor.user.id if actor.user else None,
        actor.key.id if actor.key else None,
        actor.testbed,
    )


@dataclass(frozen=True, slots=True)
class AddressImport:
    """An import from an address, and how far it is."""

    id: int
    address: str
    options: AddressOptions
    sender: AddressSender
    state: AddressImportState
    pages: int
    """Fetched so far."""
    known_pages: int
    """As far as the pages so far say."""
    bytes: int
    tries: int
    """How often the page that comes next failed, or the import of all pages was begun."""
    wait_until: datetime | None
    created_at: datetime
    finished_at: datetime | None = None
    outcome: Mapping[str, Any] | None = None
    error: str = ""
    """Why it failed."""
    faults: tuple[Mapping[str, Any], ...] = ()
