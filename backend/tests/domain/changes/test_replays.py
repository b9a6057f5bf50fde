"""Replaying a history run by run, in any batches, ends where one look at the whole of it ends.

Pure: the detector, the newest runs and the state machine, without a database.
"""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.changes.findings import ChangeFinding, ChangePlace, FindingVerdict, with_fixes
from backend.domain.changes.reconciliation import Known, reconcile
from backend.domain.changes.states import CLOSED, ChangeEvent, State
from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Change
from backend.stats.online import Suspicion, suspicions
from backend.tests.domain.changes.findings import STEP_UP

Open = dict[int, tuple[State, bool]]
"""State and sign of every change point that is not closed, by position."""


def finding(found: Change | Suspicion, event: ChangeEvent, reach: tuple[int, int]) -> ChangeFinding:
    """Describe what was found in a history of which every run is a commit of its own."""
    is_up = found.after > found.before
    return replace(
        STEP_UP,
        event=event,
        verdict=FindingVerdict.REGRESSION if is_up else FindingVerdict.IMPROVEMENT,
        place=ChangePlace(
            position=found.index,
            commit_id=found.index,
            previous_commit_id=found.index - 1,
            first_position=reach[0],
            last_position=reach[1],
            first_commit_id=reach[0],
            last_commit_id=reach[1],
            suspects=reach[1] - reach[0] + 1,
        ),
        before=found.before,
        after=found.after,
    )


def findings(values: Floats) -> list[ChangeFinding]:
    analysis = analyse(values)
    steps = [finding(one, ChangeEvent.BOUNDARY, (one.first, one.last)) for one in analysis.changes]
    doubts = [
        finding(one, ChangeEvent.SURPRISED, (one.index, one.index))
        for one in suspicions(values, analysis)
    ]
    return [*with_fixes(steps), *doubts]


class Store:
    """The change points of one series, as the database would hold them."""

    def __init__(self) -> None:
        self.known: dict[int, Known] = {}

    def look(self, values: Floats) -> None:
        result = reconcile(list(self.known.values()), findings(values))
        for update in result.updated:
            self.known[update.id] = known_as(update.id, update.finding, update.standing)
        for closing in result.closed:
            self.known[closing.id] = replace(self.known[closing.id], standing=closing.standing)
        for new, standing in result.added:
            id_ = len(self.known) + 1
            self.known[id_] = known_as(id_, new, standing)

    def open(self) -> Open:
        found = [one for one in self.known.values() if one.standing.state not in CLOSED]
        positions = [one.position for one in found]
        assert len(positions) == len(set(positions)), "one change, two identities"
        return {one.position: (one.standing.state, one.after > one.before) for one in found}


def known_as(id_: int, new: ChangeFinding, standing: object) -> Known:
    place = new.place
    return Known(
        id_, new.kind, standing,  # type: ignore[arg-type]
        place.position, place.first_position, place.last_position, new.before, new.after,
    )  # fmt: skip


@st.composite
def histories(draw: st.DrawFn) -> Floats:
    """Draw noise with steps, spikes and sometimes correlation."""
    generator = np.random.default_rng(draw(st.integers(0, 10_000)))
    n = draw(st.integers(1, 120))
    x = 0.01 * generator.standard_normal(n)
    if draw(st.booleans()):
        for place in range(1, n):
            x[place] += 0.6 * x[place - 1]
    for place in draw(st.lists(st.integers(0, n - 1), max_size=3)):
        x[place:] += draw(st.sampled_from([-0.1, -0.04, 0.03, 0.08]))
    for place in draw(st.lists(st.integers(0, n - 1), max_size=3)):
        x[place] += draw(st.sampled_from([-0.2, 0.2]))
    return np.exp(x)


@settings(max_examples=60, deadline=None)
@given(histories(), st.lists(st.integers(1, 15), min_size=1, max_size=120))
def test_any_batches_end_in_the_same_open_change_points_as_one_look(
    values: Floats, batches: list[int]
) -> None:
    whole, replayed = Store(), Store()
    whole.look(values)
    seen = 0
    for size in batches:
        seen = min(seen + size, values.size)
        replayed.look(values[:seen])
    replayed.look(values)
    assert replayed.open() == whole.open()


@settings(max_examples=30, deadline=None)
@given(histories())
def test_a_second_look_changes_nothing(values: Floats) -> None:
    store = Store()
    for seen in range(1, values.size + 1):
        store.look(values[:seen])
    before = dict(store.known)
    store.look(values)
    assert store.known == before


def test_a_step_keeps_one_identity_from_suspicion_through_every_move_of_its_boundary() -> None:
    for seed in range(20):
        x = 0.01 * np.random.default_rng(seed).standard_normal(110)
        x[60:] += 0.06
        values = np.exp(x)
        store = Store()
        seen = []
        for n in range(55, values.size + 1):
            store.look(values[:n])
            seen += [one.id for one in store.known.values() if abs(one.position - 60) <= 1]
        assert len(set(seen)) == 1
        assert store.open() == {60: (State.CONFIRMED, True)}
