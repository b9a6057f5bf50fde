"""What a person can do to a change point, and what becomes of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from backend.domain.changes.states import ChangeEvent, ChangeStanding, State, after, applies
from backend.domain.people.projects import Actor


class JudgementKind(StrEnum):
    """What a person says of a change point."""

    ACKNOWLEDGED = "acknowledged"
    """Acknowledged by somebody."""
    UNACKNOWLEDGED = "unacknowledged"
    REJECTED = "rejected"
    """It is no change, whatever later results show."""
    REOPENED = "reopened"
    """It is one after all."""


EVENTS = {
    JudgementKind.REJECTED: ChangeEvent.REJECTED,
    JudgementKind.REOPENED: ChangeEvent.REOPENED,
}
"""Judgements that bring a change point into another state."""
NOT_DONE = {
    JudgementKind.ACKNOWLEDGED: "be acknowledged",
    JudgementKind.UNACKNOWLEDGED: "be taken out of hand",
    JudgementKind.REJECTED: "be refuted",
    JudgementKind.REOPENED: "be opened again",
}


@dataclass(frozen=True, slots=True)
class JudgedChange:
    """How a change point stands after a judgement."""

    standing: ChangeStanding
    is_acknowledged: bool


def judged(
    standing: ChangeStanding, judgement: JudgementKind, *, is_acknowledged: bool = False
) -> JudgedChange | None:
    """Return how it stands then; None where the judgement does not apply to it."""
    event = EVENTS.get(judgement)
    if event is not None:
        moved = after(standing, event) if applies(standing, event) else None
        return JudgedChange(moved, is_acknowledged) if moved else None
    wanted = judgement is JudgementKind.ACKNOWLEDGED
    if wanted is is_acknowledged or (wanted and standing.state is not State.CONFIRMED):
        return None
    return JudgedChange(standing, wanted)


def refusal(change_id: int, standing: ChangeStanding, judgement: JudgementKind) -> str:
    """Say why a judgement does not apply."""
    return (
        f"change point {change_id} is {standing.state} by {standing.cause}:"
        f" it cannot {NOT_DONE[judgement]}"
    )


@dataclass(frozen=True, slots=True)
class RefusedJudgement:
    """A change point that a judgement does not apply to."""

    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class Judgements:
    """What became of a judgement on several change points."""

    changed: list[int]
    refused: list[RefusedJudgement]
    """Those it does not apply to; they are as they were."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Who says something: a person, or a program with a key."""

    name: str
    user_id: int | None = None


def author_of(actor: Actor) -> Judge:
    return Judge(actor.name, actor.user.id if actor.user else None)


@dataclass(frozen=True, slots=True)
class ChangeNote:
    """What was written of a change point or done to it; `text` is empty for what was only done."""

    id: int
    change: int
    kind: Literal["note", "acknowledged", "unacknowledged", "rejected", "reopened"]
    text: str
    author: str
    created_at: datetime
