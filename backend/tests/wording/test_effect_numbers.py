"""Shares and factors show their interval and never a number that nobody reads."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from backend.domain.effects import Effect
from backend.domain.quantities import SIZES, Quantity
from backend.wording.effects import amount, compared, ratio_words, said_of_aspect, signed
from backend.wording.numbers import PHRASES, counted_in, factor, goal, per_cent, per_cents

TIME = Quantity("wall_time", "s", "lower")
SIZE = Quantity("binary_size", "B", "lower")


@pytest.mark.parametrize(
    ("ends", "texts"),
    [
        ((0.048, 0.031, 0.064), ["4.8", "3.1", "6.4"]),
        ((0.0012, 0.0011, 0.0013), ["0.12", "0.11", "0.13"]),
        ((0.0001, -0.0003, 0.0005), ["0.01", "\u22120.03", "0.05"]),
        ((0.05, 0.049999, 0.050001), ["5.000", "5.000", "5.000"]),
        ((0.05, 0.05, 0.05), ["5.0", "5.0", "5.0"]),
        ((0.28, -373.92, 0.999), ["28.0", "\u221237\u202f392", "99.9"]),
        ((0.28, -math.inf, math.inf), ["28.0", "\u2212no limit", "no limit"]),
        ((0.0004, -0.031, 0.032), ["0.0", "\u22123.1", "3.2"]),
        ((-0.0004, -0.031, 0.032), ["0.0", "\u22123.1", "3.2"]),
        ((-0.002, -0.004, -0.0001), ["\u22120.20", "\u22120.40", "\u22120.01"]),
        ((-0.002, -0.004, 0.0001), ["\u22120.2", "\u22120.4", "0.0"]),
        ((0.002, 1e-7, 0.004), ["0.2", "0.0", "0.4"]),
    ],
)
def test_an_interval_is_written_with_what_it_tells(
    ends: tuple[float, float, float], texts: list[str]
) -> None:
    assert per_cents(*ends) == texts


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "0.0"),
        (0.0007, "0.07"),
        (-0.00007, "\u22120.007"),
        (1e-9, "0.0"),
        (-1e-9, "0.0"),
        (0.9994, "99.9"),
        (0.9996, "100"),
        (12.345, "1\u202f234"),
        (1e300, "1.00e302"),
        (math.nan, "unknown"),
    ],
)
def test_one_share(share: float, text: str) -> None:
    assert per_cent(share) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.01, "1"), (0.012, "1.2"), (0.125, "12"), (0.996, "100"), (0.9, "90"), (33.0, "3\u202f300")],
)
def test_a_goal_is_short_and_has_no_exponent(share: float, text: str) -> None:
    assert goal(share) == text


def test_factors_have_three_digits_and_thousands_apart() -> None:
    ratios = (3.02, 51.6, 1e6, 9.8e300, math.inf)
    assert [factor(ratio) for ratio in ratios] == [
        "3.02", "51.6", "1\u202f000\u202f000", "9.80e300", "no limit",
    ]  # fmt: skip
    assert counted_in(1000) == "1\u202f000"


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((1.048, 1.031, 1.064), "4.8\u202f% slower [3.1, 6.4]"),
        ((0.952, 0.936, 0.969), "4.8\u202f% faster [3.1, 6.4]"),
        ((8e3, 7e3, 9e3), "8\u202f000\u00d7 slower [7\u202f000, 9\u202f000]"),
        ((1.0, 1.0, 1.0), "no difference"),
        ((1.0, math.nan, math.nan), "no difference"),
        ((1.0, 0.909, 1.1), "no difference [9.1\u202f% faster to 10.0\u202f% slower]"),
        ((1.0, 1.0, 1.1), "no difference [up to 10.0\u202f% slower]"),
        ((1.0, 0.9, 1.0), "no difference [up to 10.0\u202f% faster]"),
        ((0.713, 0.282, 1.8), ("28.7\u202f% faster, between 1.80\u00d7 "
        "slower and 3.55\u00d7 faster")),
        ((0.713, 0.0, 1.8), ("28.7\u202f% faster, between 1.80\u00d7 "
        "slower and faster without limit")),
        ((1.2, 0.8, 2.5), "20.0\u202f% slower, between 1.25\u00d7 faster and 2.50\u00d7 slower"),
        ((3.39, 0.7, 16.5), "3.39\u00d7 slower, between 1.43\u00d7 faster and 16.5\u00d7 slower"),
        ((1.0, 0.4, math.inf), "no difference, between 2.50\u00d7 faster and slower without limit"),
        ((0.9, 0.5, 2.0), "10.0\u202f% faster [\u2212100, 50.0]"),
        ((0.25, 0.0, 0.5), "4.00\u00d7 faster [2.00, no limit]"),
    ],
)  # fmt: skip
def test_a_ratio_in_words(ends: tuple[float, float, float], text: str) -> None:
    assert ratio_words(ends, TIME) == text


@pytest.mark.parametrize(
    ("effect", "size", "with_sign", "in_words"),
    [
        (
            Effect(math.log(0.967), math.log(0.955), math.log(0.979)),
            "3.3\u202f% [2.1, 4.5]",
            "+3.3\u202f% [2.1, 4.5]",
            "3.3\u202f% smaller [2.1, 4.5] than v1",
        ),
        (
            Effect(math.log(1.0012), math.log(1.0011), math.log(1.0013)),
            "0.12\u202f% [0.11, 0.13]",
            "\u22120.12\u202f% [\u22120.13, \u22120.11]",
            "0.12\u202f% larger [0.11, 0.13] than v1",
        ),
        (Effect(0.0, math.nan, math.nan), "0.0\u202f%", "0.0\u202f%", "no difference to v1"),
        (
            Effect(-1e-9, math.nan, math.nan),
            "0.0\u202f%",
            "0.0\u202f%",
            "0.0\u202f% smaller than v1",
        ),
    ],
)
def test_an_effect(effect: Effect, size: str, with_sign: str, in_words: str) -> None:
    assert amount(effect, "lower") == size
    assert signed(effect, "lower") == with_sign
    assert compared(effect, "lower", SIZE, "v1") == in_words


CASES = json.loads(Path(__file__).with_name("effects.json").read_text("utf-8"))
"""The page tests read the same cases: both say them alike."""


@pytest.mark.parametrize("case", CASES, ids=[case["said"] for case in CASES])
def test_effects_are_said_as_pages_say_them(case: dict[str, Any]) -> None:
    ratio, low, high = (
        math.nan if case[end] is None else float(case[end]) for end in ("ratio", "low", "high")
    )
    quantity = Quantity(case["metric"], case["unit"], case["direction"])
    assert ratio_words((ratio, low, high), quantity) == case["said"]


def test_pages_tell_sizes_from_memory_by_the_same_names() -> None:
    assert set(PHRASES["sizes"]) == SIZES


def test_nothing_becomes_less_than_all_of_it() -> None:
    memory = Quantity("memory", "B", "lower")
    assert ratio_words((0.0, -0.84, 0.84), memory) == "100\u202f% less memory [16.0, 100]"


@dataclass(frozen=True)
class _Moved:
    aspect: str
    before: float = 0.002
    after: float = 0.006
    modes_before: tuple[float, ...] = ()
    modes_after: tuple[float, ...] = ()
    series: Quantity = TIME


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_Moved(""), "3.00\u00d7 slower"),
        (_Moved("p99"), "p99 2.00 → 6.00 ms, 3.00\u00d7 slower"),
        (_Moved("spread"), "spread 2.00 → 6.00 ms, 3.00\u00d7 wider"),
        (
            _Moved("spread", modes_before=(0.001,), modes_after=(0.001, 0.00107)),
            "one mode became two: 1.00 and 1.07 ms",
        ),
    ],
)
def test_what_moved_is_named_before_its_effect(change: _Moved, said: str) -> None:
    assert said_of_aspect(change, "3.00\u00d7 slower").replace("\u202f", " ") == said
