"""Who takes a word back at once leaves what stood before, with who and when."""

from datetime import UTC, datetime, timedelta

from backend.domain.people.undo import Word, word_that_stands

AT = datetime(2026, 11, 1, 12, tzinfo=UTC)
LATER = AT + timedelta(days=1)
SOON = timedelta(seconds=8)
ADA = Word("acknowledged", "Ada", AT)
BOB = Word("open", "Bob", LATER)


def test_what_stood_before_stands_again() -> None:
    undone = Word("acknowledged", "Bob", LATER + SOON)
    assert word_that_stands([ADA, BOB, undone], "open") is ADA
    assert word_that_stands([ADA, Word("open", "Ada", AT + SOON)], "open") is None


def test_it_can_be_taken_back_again_and_again() -> None:
    again = [Word(word, "Bob", LATER + SOON) for word in ("acknowledged", "open", "acknowledged")]
    assert word_that_stands([ADA, BOB, *again], "open") is ADA
    assert word_that_stands([ADA, BOB, *again[:2]], "open") is again[1]


def test_another_person_a_later_time_or_another_word_is_a_new_one() -> None:
    for new in (
        Word("acknowledged", "Eve", LATER + SOON),
        Word("acknowledged", "Bob", LATER + timedelta(minutes=2)),
        Word("accepted", "Bob", LATER + SOON),
    ):
        assert word_that_stands([ADA, BOB, new], "open") is new
