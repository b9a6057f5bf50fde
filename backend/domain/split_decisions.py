"""Decisions on a split, and what stands again when somebody takes theirs back at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from backend.domain.stored_splits import SplitEvent, SplitState

ACTIONS = {
    SplitState.OPEN: "opened again",
    SplitState.ACCEPTED: "accepted",
    SplitState.REJECTED: "rejected",
}
TAKEN_BACK = "took back"
STATES = {action: state for state, action in ACTIONS.items()}
UNDONE_WITHIN = timedelta(minutes=1)
"""The bar at the foot offers it for ten seconds; slow networks come on top."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who brought a split into its state, when and why; nobody where it is so from the start."""

    state: SplitState
    by: str = ""
    reason: str = ""
    at: datetime | None = None


def restored(
    events: Sequence[SplitEvent], wanted: SplitState, actor: str, now: datetime
) -> Decision | None:
    """Return the decision that stands again; None where this is a new one.

    `events` have the newest in front. Whoever returns within a minute from their own decision to
    the state before it takes it back.
    """
    standing = _standing(events)
    last = next(standing, None)
    if last is None or last.actor != actor or now - last.at > UNDONE_WITHIN:
        return None
    before = next(standing, None)
    found = (
        Decision(SplitState.OPEN)
        if before is None
        else Decision(STATES[before.action], before.actor, before.text, before.at)
    )
    return found if found.state is wanted else None


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
