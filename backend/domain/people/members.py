"""Members of a project, and invitations to become one."""

import re
from dataclasses import dataclass
from datetime import datetime

from backend.domain.errors import Fault, InvalidError
from backend.domain.people.rights import Role

LONGEST_ADDRESS = 254
_ADDRESS = re.compile(r"[^@\s\x00-\x20\x7f,;<>\"]{1,64}@[\w.\[\]:-]{1,189}")


@dataclass(frozen=True, slots=True)
class Member:
    id: int
    name: str
    email: str
    role: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class Assignable:
    """Who can be given work in a project: a member, or an administrator of all."""

    id: int
    name: str
    nick: str
    """What their mail address begins with."""


@dataclass(frozen=True, slots=True)
class Invitation:
    id: int
    project_id: int
    email: str
    role: Role
    invited_by: str
    created_at: datetime
    expires_at: datetime
    is_mailed: bool = False
    """Opened by the link that only the address was sent."""


def is_of_this_machine(email: str) -> bool:
    """Tell whether an address is one that every machine has: no provider can vouch for it."""
    host = email.rpartition("@")[2].rstrip(".")
    return host == "localhost" or host.endswith(".localhost")


def read_email(text: str) -> str:
    """Return an address as it is compared and kept: without what could be a second line of mail."""
    address = text.strip().lower()
    if len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
        raise InvalidError(
            "this is no e-mail address",
            [Fault("/email", "it does not read like name@host", "correct it")],
        )
    return address
