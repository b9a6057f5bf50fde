"""How many calls are left, and for how long somebody has to wait for the next."""

import pytest

from backend.domain.rates import (
    Caller,
    CallerKind,
    CallKind,
    CallRate,
    CallStanding,
    WindowCounts,
    refusal_in_words,
    room_in,
)

RATE = CallRate(60, 60)


@pytest.mark.parametrize(
    ("counts", "room"),
    [
        (WindowCounts(0, 0, 60.0), (60, 1)),
        (WindowCounts(0, 60, 20.0), (0, 20)),  # this window is used up until it ends
        (WindowCounts(60, 30, 30.0), (0, 1)),  # of the one before, the oldest call weighs no more
        (WindowCounts(60, 50, 40.0), (0, 30)),  # it has to weigh 10, as with 10 s left
        (WindowCounts(60, 20, 30.0), (10, 1)),
        (WindowCounts(0, 120, 20.0), (0, 50)),  # other processes counted too
    ],
)
def test_room_is_what_the_last_minute_leaves(counts: WindowCounts, room: tuple[int, int]) -> None:
    assert room_in(RATE, counts) == room


@pytest.mark.parametrize(
    ("caller", "words"),
    [
        (Caller(CallerKind.KEY, "7"), "this API key may have 60 in 60 s"),
        (Caller(CallerKind.PERSON, "7"), "this account"),
        (Caller(CallerKind.ADDRESS, "10.0.0.1"), "the address 10.0.0.1"),
        (Caller(CallerKind.MEMBERS, "main"), "all members and keys of the project “main”"),
        (Caller(CallerKind.VISITORS, "main"), "all visitors of the project “main”"),
    ],
)
def test_a_refusal_names_the_limit_whom_it_counts_and_when_to_come_again(
    caller: Caller, words: str
) -> None:
    said = refusal_in_words(CallStanding(CallKind.WRITE, caller, RATE, 0, 12, is_refused=True))
    assert words in said
    assert "too many writes" in said
    assert "again in 12 s" in said
