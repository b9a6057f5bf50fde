"""What a person can do to alert groups, and what becomes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from backend.domain.changes.alert_groups import GroupState
from backend.domain.changes.alert_placing import HeldGroup
from backend.domain.errors import Fault, InvalidError
from backend.domain.web_addresses import web_parts

SAID = (
    GroupState.OPEN,
    GroupState.ACKNOWLEDGED,
    GroupState.FIXED,
    GroupState.ACCEPTED,
    GroupState.INVALID,
)
"""States that a person can bring a group into; that evidence is gone only evidence says."""
IN_HAND = frozenset({GroupState.ACKNOWLEDGED, GroupState.FIXED, GroupState.ACCEPTED})
LONGEST_ADDRESS = 2_000


@dataclass(frozen=True, slots=True)
class SaidState:
    """A state that a person brings groups into, and why."""

    state: GroupState
    why: str = ""


@dataclass(frozen=True, slots=True)
class GroupBefore:
    """A group as it stood before something was done to it: what takes it back."""

    number: int
    state: GroupState
    """As it stood before."""


@dataclass(frozen=True, slots=True)
class RefusedGroup:
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class GroupJudgements:
    """What became of a judgement on several groups."""

    changed: list[GroupBefore]
    refused: list[RefusedGroup]
    """Those it does not apply to; they are as they were."""


@dataclass(frozen=True, slots=True)
class Details:
    """What people keep of a group beside its state."""

    assignee: int | None
    due_on: date | None
    tags: Sequence[str]
    issue_url: str
    culprit: int | None
    """The id of the commit at which a person says that the cause is."""


@dataclass(frozen=True, slots=True)
class DetailsBefore:
    """What was kept of a group before it was edited."""

    number: int
    details: Details


@dataclass(frozen=True, slots=True)
class Move:
    """Changes that go to another group, or to a new one."""

    changes: Sequence[int]
    groups: Sequence[int]
    """Groups of which all changes go."""
    to: int | None
    is_kept: bool = True
    """Evidence does not take them away from there."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Where changes have gone, and where each of them came from."""

    to: int
    from_: Mapping[int, Sequence[int]]


def refusal(group: HeldGroup, wanted: GroupState, *, has_standing: bool) -> str | None:
    """Say why a group cannot be brought into a state; None where it can."""
    if not group.changes:
        return f"change #{group.number} has no series any more"
    if group.state is wanted and (group.is_said or wanted is not GroupState.FIXED):
        return f"change #{group.number} is {wanted} already"
    if wanted in IN_HAND and group.state is GroupState.INVALID:
        return f"change #{group.number} is invalid: open it again first"
    if wanted in IN_HAND and not has_standing:
        return f"nothing of change #{group.number} is confirmed now"
    if wanted is GroupState.OPEN and group.state is not GroupState.INVALID and not has_standing:
        return f"change #{group.number} is {group.state} by its results: nothing of it stands"
    return None


def checked_tags(tags: Sequence[str]) -> list[str]:
    """Return tags without blanks around them and without repetition."""
    return list(dict.fromkeys(tag for one in tags if (tag := one.strip())))


def checked_address(text: str) -> str:
    """Return the address of an issue; InvalidError for what is none of the web."""
    address = text.strip()
    if not address:
        return ""
    if web_parts(address):
        return address
    reason = "it is no address of the web"
    remedy = "give the whole address of the issue, beginning with https://"
    raise InvalidError(
        "the address of the issue cannot be used", [Fault("/issue_url", reason, remedy)]
    )
