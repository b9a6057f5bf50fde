"""The states of a change point: every transition there is, and that there are no others."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.changes.states import (
    CAUSES,
    ChangeEvent,
    ChangeStanding,
    State,
    StateCause,
    after,
    applies,
)

FOUND = {
    ChangeEvent.SURPRISED: State.SUSPECTED,
    ChangeEvent.BOUNDARY: State.CONFIRMED,
    ChangeEvent.UNDONE: State.FIXED,
    ChangeEvent.RERUNS_AGREED: State.CONFIRMED,
    ChangeEvent.RERUNS_DISAGREED: State.REFUTED,
    ChangeEvent.JOB_UPHELD: State.CONFIRMED,
    ChangeEvent.JOB_REFUTED: State.REFUTED,
}
DETECTED = {state: ChangeStanding(state, StateCause.DETECTION) for state in State}
BY_PERSON = ChangeStanding(State.REFUTED, StateCause.PERSON)

# every transition, written out by hand: from, event, to
ALLOWED = [
    *((None, event, state) for event, state in FOUND.items()),
    *((start, event, state) for start in State for event, state in FOUND.items()),
    (State.SUSPECTED, ChangeEvent.GONE, State.CLEARED),
    (State.CONFIRMED, ChangeEvent.GONE, State.WITHDRAWN),
    (State.FIXED, ChangeEvent.GONE, State.WITHDRAWN),
    (State.SUSPECTED, ChangeEvent.REJECTED, State.REFUTED),
    (State.CONFIRMED, ChangeEvent.REJECTED, State.REFUTED),
    (State.FIXED, ChangeEvent.REJECTED, State.REFUTED),
]
FORBIDDEN = [
    (start, event)
    for start, event in itertools.product([None, *State], ChangeEvent)
    if (start, event) not in {(start, event) for start, event, _ in ALLOWED}
]


@pytest.mark.parametrize(("start", "event", "end"), ALLOWED)
def test_every_allowed_transition_leads_where_the_table_says_and_names_its_cause(
    start: State | None, event: ChangeEvent, end: State
) -> None:
    standing = None if start is None else DETECTED[start]
    assert applies(standing, event)
    result = after(standing, event)
    assert result is not None
    assert result.state is end
    if end is not start:
        assert result.cause is CAUSES[event]


@pytest.mark.parametrize(("start", "event"), FORBIDDEN)
def test_every_other_event_leaves_a_change_point_as_it_is(
    start: State | None, event: ChangeEvent
) -> None:
    standing = None if start is None else DETECTED[start]
    assert not applies(standing, event)
    assert after(standing, event) is standing


def test_the_table_leaves_some_things_impossible() -> None:
    assert (None, ChangeEvent.GONE) in FORBIDDEN
    assert (State.WITHDRAWN, ChangeEvent.GONE) in FORBIDDEN
    assert (State.REFUTED, ChangeEvent.GONE) in FORBIDDEN
    assert {start for start, event in FORBIDDEN if event is ChangeEvent.REOPENED} == {None, *State}


@pytest.mark.parametrize("event", ChangeEvent)
def test_what_a_person_refuted_only_a_person_opens_again(event: ChangeEvent) -> None:
    result = after(BY_PERSON, event)
    if event is ChangeEvent.REOPENED:
        assert result == ChangeStanding(State.SUSPECTED, StateCause.PERSON)
    else:
        assert result is BY_PERSON


def test_what_somebody_was_told_of_is_taken_back_and_not_only_cleared() -> None:
    told = after(after(None, ChangeEvent.BOUNDARY), ChangeEvent.SURPRISED)
    assert told == ChangeStanding(State.SUSPECTED, StateCause.DETECTION, was_confirmed=True)
    assert after(told, ChangeEvent.GONE) == ChangeStanding(
        State.WITHDRAWN, StateCause.DETECTION, was_confirmed=True
    )
    never = after(None, ChangeEvent.SURPRISED)
    assert after(never, ChangeEvent.GONE) == ChangeStanding(State.CLEARED, StateCause.DETECTION)


@given(st.lists(st.sampled_from(ChangeEvent), max_size=30))
def test_no_sequence_of_events_loses_a_change_point_or_forgets_that_it_was_confirmed(
    events: list[ChangeEvent],
) -> None:
    standing: ChangeStanding | None = None
    was_confirmed = False
    for event in events:
        before, standing = standing, after(standing, event)
        assert before is None or standing is not None
        if standing is None:
            continue
        was_confirmed |= standing.state in (State.CONFIRMED, State.FIXED)
        assert standing.was_confirmed is was_confirmed
        if before and before.state is State.REFUTED and before.cause is StateCause.PERSON:
            assert standing.state is State.REFUTED or event is ChangeEvent.REOPENED


@given(st.lists(st.sampled_from(ChangeEvent), max_size=20), st.sampled_from(list(FOUND)))
def test_what_is_found_last_decides_whatever_came_before_unless_a_person_or_a_job_did(
    events: list[ChangeEvent], last: ChangeEvent
) -> None:
    standing: ChangeStanding | None = None
    for event in events:
        standing = after(standing, event)
    if standing and standing.cause in (StateCause.PERSON, StateCause.JOB):
        return
    result = after(standing, last)
    assert result is not None
    assert result.state is FOUND[last]


@pytest.mark.parametrize(
    ("state", "events"),
    [
        (State.REFUTED, {ChangeEvent.REOPENED, ChangeEvent.JOB_UPHELD}),
        (State.CONFIRMED, {ChangeEvent.UNDONE, ChangeEvent.REJECTED, ChangeEvent.JOB_REFUTED}),
    ],
)
def test_what_a_job_decided_is_moved_by_no_history(state: State, events: set[ChangeEvent]) -> None:
    decided = ChangeStanding(state, StateCause.JOB)
    assert {event for event in ChangeEvent if applies(decided, event)} == events
