"""Who takes a decision back at once leaves what stood before, with who and when."""

from datetime import UTC, datetime, timedelta

from backend.domain.people.undo import UNDONE_WITHIN, Word, word_that_stands
from backend.domain.splits.decisions import SplitDecision, restored
from backend.domain.splits.stored import SplitEvent, SplitState

AT = datetime(2026, 11, 1, 12, tzinfo=UTC)
ACCEPTED = SplitEvent(AT, "Ada", "accepted", "large first", "")
REOPENED = SplitEvent(AT + timedelta(days=1), "Bob", "opened again", "", "")
SOON = REOPENED.at + timedelta(seconds=8)


def test_what_stood_before_stands_again() -> None:
    events = [REOPENED, ACCEPTED]
    ada = SplitDecision(SplitState.ACCEPTED, "Ada", "large first", AT)
    assert restored(events, SplitState.ACCEPTED, "Bob", SOON) == ada
    assert restored([ACCEPTED], SplitState.OPEN, "Ada", AT) == SplitDecision(SplitState.OPEN)


def test_another_person_a_later_time_or_another_state_is_a_new_decision() -> None:
    events = [REOPENED, ACCEPTED]
    assert restored(events, SplitState.ACCEPTED, "Eve", SOON) is None
    assert restored(events, SplitState.ACCEPTED, "Bob", SOON + timedelta(minutes=2)) is None
    assert restored(events, SplitState.REJECTED, "Bob", SOON) is None


def test_splits_groups_and_changes_are_taken_back_within_the_same_time() -> None:
    for late in (timedelta(0), timedelta(seconds=1)):
        now = REOPENED.at + UNDONE_WITHIN + late
        words = [Word(one, by, at) for one, by, at in (
            ("accepted", "Ada", AT), ("open", "Bob", REOPENED.at), ("accepted", "Bob", now),
        )]  # fmt: skip
        is_taken_back = word_that_stands(words, "open") is words[0]
        found = restored([REOPENED, ACCEPTED], SplitState.ACCEPTED, "Bob", now)
        assert (found is not None) == is_taken_back == (not late)


def test_what_was_taken_back_is_not_taken_back_twice() -> None:
    undone = SplitEvent(SOON, "Bob", "took back", "", "")
    assert restored([undone, REOPENED, ACCEPTED], SplitState.OPEN, "Ada", AT) is not None
    assert restored([undone, REOPENED, ACCEPTED], SplitState.ACCEPTED, "Bob", SOON) is None
