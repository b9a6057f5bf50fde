"""The states of a change point: which there are, and what leads from one to another."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    SUSPECTED = "suspected"
    """The newest runs surprise; nothing is claimed yet."""
    CONFIRMED = "confirmed"
    """The detector reports the boundary, or re-runs show the step."""
    REFUTED = "refuted"
    """Re-runs do not show it, or a person said that it is none."""
    CLEARED = "cleared"
    """A suspicion that further runs did not bear out."""
    FIXED = "fixed"
    """A later step brought the level back."""
    WITHDRAWN = "withdrawn"
    """It was confirmed, and later results took it back."""


CLOSED = frozenset({State.REFUTED, State.CLEARED, State.WITHDRAWN})
"""States of what is no change as far as is known; kept, and open again when it shows again."""


class StateCause(StrEnum):
    """Who or what brought a change point into its state."""

    DETECTION = "detection"
    RERUNS = "reruns"
    JOB = "job"
    """Both commits were measured in turns: more than any history shows."""
    PERSON = "person"


class ChangeEvent(StrEnum):
    """What can happen to a change point."""

    SURPRISED = "surprised"
    """A run among the newest lies far from its level, and no boundary explains it."""
    BOUNDARY = "boundary"
    """The detector reports the boundary."""
    UNDONE = "undone"
    """The detector reports the boundary, and a later one that brings the level back."""
    RERUNS_AGREED = "reruns agreed"
    RERUNS_DISAGREED = "reruns disagreed"
    JOB_UPHELD = "job upheld"
    """Last good and first bad commit differ, measured in turns on one machine."""
    JOB_REFUTED = "job refuted"
    GONE = "gone"
    """Neither a boundary nor a surprise is there any more."""
    REJECTED = "rejected"
    """A person says that it is no change."""
    REOPENED = "reopened"
    """A person takes that back."""


CAUSES = {
    ChangeEvent.SURPRISED: StateCause.DETECTION,
    ChangeEvent.BOUNDARY: StateCause.DETECTION,
    ChangeEvent.UNDONE: StateCause.DETECTION,
    ChangeEvent.RERUNS_AGREED: StateCause.RERUNS,
    ChangeEvent.RERUNS_DISAGREED: StateCause.RERUNS,
    ChangeEvent.JOB_UPHELD: StateCause.JOB,
    ChangeEvent.JOB_REFUTED: StateCause.JOB,
    ChangeEvent.GONE: StateCause.DETECTION,
    ChangeEvent.REJECTED: StateCause.PERSON,
    ChangeEvent.REOPENED: StateCause.PERSON,
}
"""Whose word each event is."""


@dataclass(frozen=True, slots=True)
class ChangeStanding:
    """The state of a change point, and what decides where it may go from there."""

    state: State
    cause: StateCause
    was_confirmed: bool = False
    """It has been confirmed or fixed at some time: somebody may have been told of it."""


_S, _E = State, ChangeEvent
_FOUND = {
    _E.SURPRISED: _S.SUSPECTED,
    _E.BOUNDARY: _S.CONFIRMED,
    _E.UNDONE: _S.FIXED,
    _E.RERUNS_AGREED: _S.CONFIRMED,
    _E.RERUNS_DISAGREED: _S.REFUTED,
    _E.JOB_UPHELD: _S.CONFIRMED,
    _E.JOB_REFUTED: _S.REFUTED,
}
"""Where what detection finds leads to, from every state that a person has not fixed."""

TRANSITIONS: dict[State | None, dict[ChangeEvent, State]] = {
    None: _FOUND,
    _S.SUSPECTED: _FOUND | {_E.GONE: _S.CLEARED, _E.REJECTED: _S.REFUTED},
    _S.CONFIRMED: _FOUND | {_E.GONE: _S.WITHDRAWN, _E.REJECTED: _S.REFUTED},
    _S.FIXED: _FOUND | {_E.GONE: _S.WITHDRAWN, _E.REJECTED: _S.REFUTED},
    # nothing that was seen before is seen as new: the same identity is open again
    _S.CLEARED: _FOUND,
    _S.WITHDRAWN: _FOUND,
    # by re-runs: a boundary that later runs show is more than three pairs
    _S.REFUTED: _FOUND,
}
"""From a state (None: not known yet) by an event to a state; what is not here cannot happen."""

BY_A_PERSON: dict[ChangeEvent, State] = {_E.REOPENED: _S.SUSPECTED}
"""All that moves what a person refuted; the next look at the history says what it is then."""

BY_A_JOB: dict[State, dict[ChangeEvent, State]] = {
    _S.REFUTED: BY_A_PERSON | {_E.JOB_UPHELD: _S.CONFIRMED},
    _S.CONFIRMED: {_E.UNDONE: _S.FIXED, _E.REJECTED: _S.REFUTED, _E.JOB_REFUTED: _S.REFUTED},
}
"""All that moves what a job decided: what the history shows of the same step does not."""


def after(standing: ChangeStanding | None, event: ChangeEvent) -> ChangeStanding | None:
    """Return the standing after an event; the same one where the event does not apply to it."""
    state = _table(standing).get(event)
    if state is None:
        return standing
    told = state in (State.CONFIRMED, State.FIXED) or bool(standing and standing.was_confirmed)
    if state is State.CLEARED and told:
        # somebody was told of it, so it is taken back and not only cleared
        state = State.WITHDRAWN
    if standing is not None and state is standing.state:
        # whoever brought it there stays the cause, but for a job: what it decided stays so
        cause = StateCause.JOB if CAUSES[event] is StateCause.JOB else standing.cause
        return ChangeStanding(state, cause, told)
    return ChangeStanding(state, CAUSES[event], told)


def applies(standing: ChangeStanding | None, event: ChangeEvent) -> bool:
    """Tell whether an event can happen to a change point in this standing."""
    return event in _table(standing)


def _table(standing: ChangeStanding | None) -> dict[ChangeEvent, State]:
    if standing is None:
        return TRANSITIONS[None]
    if standing.state is State.REFUTED and standing.cause is StateCause.PERSON:
        return BY_A_PERSON
    if standing.cause is StateCause.JOB and standing.state in BY_A_JOB:
        return BY_A_JOB[standing.state]
    return TRANSITIONS[standing.state]
