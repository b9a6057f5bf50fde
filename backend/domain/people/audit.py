"""The audit trail: who wrote what, from where, and what it was before."""

import ipaddress
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from backend.domain.people.projects import NOBODY as UNNAMED
from backend.domain.people.projects import Actor
from backend.domain.people.rights import Scope

Value = str | int | float | bool | None
Values = Mapping[str, Value]

LONGEST = 200
"""Characters of one value: the trail tells what changed, it is no second copy of it."""
MOST_VALUES = 20
NOT_SHOWN = frozenset({"password", "token", "secret", "old", "new"})


class Who(StrEnum):
    """What kind of somebody did it."""

    PERSON = "person"
    KEY = "key"
    AGENT = "agent"
    CI = "ci"
    FORGE = "forge"
    SHELL = "shell"
    SERVER = "server"
    NOBODY = "nobody"
    """Who was not let in."""


@dataclass(frozen=True, slots=True)
class AuditActor:
    """Who did it: a name is looked up where there is an id."""

    kind: Who
    id: int | None = None
    name: str = ""


SHELL = AuditActor(Who.SHELL, name="the server's shell")
SERVER = AuditActor(Who.SERVER, name="the server")
NOBODY = AuditActor(Who.NOBODY, name=UNNAMED)


@dataclass(frozen=True, slots=True)
class AuditedAction:
    """What a call does: a verb in the past tense, and the noun it is done to."""

    verb: str
    noun: str


@dataclass(slots=True)
class AuditRecord:
    """What a transaction says of what it does, while it does it."""

    thing: str | None = None
    """Id of what it was done to; None: what the address names."""
    name: str = ""
    before: dict[str, Value] = field(default_factory=dict)
    after: dict[str, Value] = field(default_factory=dict)
    actor: AuditActor | None = None
    """Who turned out to be doing it, where the request did not say."""
    project_id: int | None = None
    """Where it belongs, if the address names no project."""
    wrote: bool = True


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One row of the trail, as it is read."""

    id: int
    at: datetime
    who: Who
    who_name: str
    """As they were called then."""
    verb: str
    noun: str
    thing: str
    """Id of what it was done to; empty where it has none."""
    name: str
    before: Values
    """What changed, as it was."""
    after: Values
    address: str
    """Where the request came from; empty for the server itself."""


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Events, newest first, and what they can be filtered by."""

    rows: Sequence[AuditEvent]
    total: int
    next: str | None
    nouns: Sequence[str]
    """Of everything that is in the trail, whatever is asked for."""
    kept_days: int
    """0: for ever."""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which events are asked for; what is None does not count."""

    who: str | None = None
    """Part of a name."""
    kind: Who | None = None
    noun: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def audit_actor_of(actor: Actor) -> AuditActor:
    """Say who an actor is to the trail; a key that may act as an agent is one."""
    if actor.user is not None:
        return AuditActor(Who.PERSON, actor.user.id)
    if actor.ci is not None:
        return AuditActor(
            Who.CI, actor.ci.rule_id, f"{actor.ci.name}: {actor.ci.subject}"[:LONGEST]
        )
    if actor.key is not None:
        is_agent = Scope.AGENT in actor.key.scopes
        return AuditActor(Who.AGENT if is_agent else Who.KEY, actor.key.id)
    return NOBODY


def small(values: Values) -> dict[str, Value]:
    """Return values as the trail keeps them: few, short, and no secret among them."""
    kept = [(name, value) for name, value in values.items() if name not in NOT_SHOWN]
    return {name[:LONGEST]: _short(value) for name, value in kept[:MOST_VALUES]}


def differences(before: Values, after: Values) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return both sides of what changed."""
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}


def list_of(names: Iterable[str]) -> str:
    """Write several names as one value."""
    return ", ".join(sorted(names))


def network_of(address: str) -> str:
    """Return what failures are counted by: an address, or the /64 that one host of IPv6 has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if found.version == 4:  # noqa: PLR2004  a version of IP is its own name
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _short(value: Value) -> Value:
    if isinstance(value, str) and len(value) > LONGEST:
        return value[: LONGEST - 1] + "…"
    return value
