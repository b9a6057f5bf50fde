"""Folded stacks: what is read, what is refused, and the time of each function."""

import gzip
from base64 import b64encode
from collections.abc import Sequence

import pytest

from backend.domain.errors import InvalidError
from backend.domain.reports.profiles import FunctionTime, functions_of, stacks_of, unpack


def packed(lines: bytes) -> str:
    return b64encode(gzip.compress(lines, mtime=0)).decode()


def test_a_function_has_its_own_time_and_that_of_what_it_called() -> None:
    lines = b"main;parse;read 3\nmain;parse 2\nmain;walk;walk;walk 5\n"
    assert functions_of(stacks_of(lines)) == [
        FunctionTime("walk", 5, 5),
        FunctionTime("read", 3, 3),
        FunctionTime("parse", 2, 5),
        FunctionTime("main", 0, 10),
    ]


def test_a_frame_may_hold_spaces_and_any_letters() -> None:
    (one,) = stacks_of("main;<T as Über>::f(a,\u2028b\x85) 7\n\n".encode())
    assert one == (["main", "<T as Über>::f(a,\u2028b\x85)"], 7)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (b"main;read", "line 1 is not frames, a space and a count"),
        (b"main 1\nmain;read x", "line 2 is not frames, a space and a count"),
        (b"main -1", "line 1 is not frames, a space and a count"),
        (b" 5", "line 1 is not frames, a space and a count"),
        ("main ٣".encode(), "line 1 is not frames, a space and a count"),
        (b"main 1" + b"0" * 18, "line 1 is not frames, a space and a count"),
        (b"a;" * 2_000 + b"a 1", "line 1 has more than 2000 frames"),
        (b"\xff 1", "the lines are not UTF-8"),
        (b"a 1\n" * 100_001, "there are more than 100000 lines"),
    ],
)
def test_a_line_that_is_no_stack_is_named(lines: bytes, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        list(stacks_of(lines))


def _cut(document: str) -> str:
    return document[: len(document) // 8 * 4]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("no base64!", "not base64"),
        ("AAAÄ", "not base64"),
        (b64encode(b"main 1").decode(), "not compressed with gzip"),
        (_cut(packed(bytes(range(256)) * 20)), "does not end where its document ends"),
        (packed(bytes(2_000_000)), "unpacks to more than 1000000 bytes"),
    ],
)
def test_what_cannot_be_unpacked_is_said(data: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        unpack(data, 1_000_000)


def test_what_was_packed_is_unpacked() -> None:
    lines: Sequence[bytes] = [b"main;read 3\n", b""]
    for one in lines:
        assert unpack(packed(one), 100) == one
