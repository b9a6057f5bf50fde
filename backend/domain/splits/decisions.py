"""Decisions on a split, and what stands again when somebody takes theirs back at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.people.undo import Word, undoes
from backend.domain.splits.stored import SplitEvent, SplitState

ACTIONS = {
    SplitState.OPEN: "opened again",
    SplitState.ACCEPTED: "accepted",
    SplitState.REJECTED: "rejected",
}
TAKEN_BACK = "took back"
STATES = {action: state for state, action in ACTIONS.items()}


@dataclass(frozen=True, slots=True)
class SplitDecision:
    """Who brought a split into its state, when and why; nobody where it is so from the start."""

    state: SplitState
    by: str = ""
    reason: str = ""
    at: datetime | None = None


def restored(
    events: Sequence[SplitEvent], wanted: SplitState, actor: str, now: datetime
) -> SplitDecision | None:
    """Return the decision that stands again; None where this is a new one.

    `events` have the newest first; `undo` says what takes a decision back.
    """
    words = [Word(STATES[one.action], one.actor, one.at, one.text) for one in _standing(events)]
    if not undoes(Word(wanted, actor, now), words[::-1], SplitState.OPEN):
        return None
    before = words[1] if len(words) > 1 else None
    if before is None:
        return SplitDecision(SplitState.OPEN)
    return SplitDecision(SplitState(before.what), before.by, before.why, before.at)


def _standing(events: Sequence[SplitEvent]) -> Iterator[SplitEvent]:
    """Yield decisions that nobody took back, the newest first."""
    taken = 0
    for event in events:
        if event.action == TAKEN_BACK:
            taken += 1
        elif event.action in STATES and taken:
            taken -= 1
        elif event.action in STATES:
            yield event
