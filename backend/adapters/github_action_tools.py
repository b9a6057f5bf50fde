"""What each tool that github-action-benchmark reads means by its units, ranges and extras.

The sources are the tools' own documents. `cargo` prints half a story: libtest writes the
distance between its fastest and slowest sample after the sign, criterion's bencher format one
standard deviation, and the file does not say which of the two ran.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.domain.catalogue.metrics import BetterDirection

RangeKind = Literal[
    "interval", "standard_deviation", "time_deviation", "range_or_deviation", "as_given", "unstated"
]


@dataclass(frozen=True, slots=True)
class Extra:
    """A further quantity that a tool writes into `extra`: its metric, unit and pattern."""

    metric: str
    unit: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Tool:
    """The published meaning of one tool's output."""

    directions: Mapping[str, BetterDirection] = field(default_factory=dict)
    """By base unit; "*" stands for any unit."""
    range_kind: RangeKind = "as_given"
    range_means: str = "a spread of a kind that the file does not name"
    count: re.Pattern[str] | None = None
    """Finds the numbers in `extra` whose product is the sample count."""
    extras: tuple[Extra, ...] = ()
    repeats: bool = False
    """One name may come several times in an entry: each is one repetition."""


_NUMBER = r"([0-9][0-9.,eE+-]*)"
_LOWER, _HIGHER = BetterDirection.LOWER, BetterDirection.HIGHER
_TIME = {"s": _LOWER, "s/op": _LOWER}
_RATE = {"op/s": _HIGHER}
_CARGO_RANGE = (
    "the distance from fastest to slowest sample (libtest) or one standard deviation (criterion)"
)

TOOLS: Mapping[str, Tool] = {
    "customSmallerIsBetter": Tool({"*": _LOWER}),
    "customBiggerIsBetter": Tool({"*": _HIGHER}),
    "cargo": Tool(_TIME, range_kind="range_or_deviation", range_means=_CARGO_RANGE),
    "cargo-criterion": Tool(
        _TIME, range_kind="interval", range_means="the interval of the mean at 95 % confidence"
    ),
    "go": Tool({**_TIME, "B/op": _LOWER, "allocs/op": _LOWER, "B/s": _HIGHER}, repeats=True),
    "benchmarkjs": Tool(
        _RATE,
        range_kind="interval",
        range_means="margin of error of the mean at 95 % confidence",
        count=re.compile(r"(\d+) samples"),
    ),
    "pytest": Tool(
        _RATE,
        range_kind="time_deviation",
        range_means="standard deviation of the time, carried over to the rate to first order",
        count=re.compile(r"rounds: (\d+)"),
    ),
    "googlecpp": Tool(
        _TIME,
        extras=(Extra("cpu_time", "/iter", re.compile(rf"cpu: {_NUMBER} (\w+)")),),
        repeats=True,
    ),
    "catch2": Tool(
        _TIME,
        range_kind="unstated",
        range_means="standard deviations whose unit the file does not give",
        count=re.compile(r"(\d+) samples"),
    ),
    "julia": Tool(
        {**_TIME, "B/op": _LOWER, "allocs/op": _LOWER},
        extras=(
            Extra("memory_per_op", "B/op", re.compile(rf"memory={_NUMBER}")),
            Extra("allocations_per_op", "allocs/op", re.compile(rf"allocs={_NUMBER}")),
        ),
    ),
    "jmh": Tool({**_RATE, **_TIME}, count=re.compile(r"(?:iterations|forks): (\d+)")),
    "benchmarkdotnet": Tool(
        _TIME, range_kind="standard_deviation", range_means="one standard deviation"
    ),
    "benchmarkluau": Tool(_TIME),
}
_NO_TOOL = Tool()

_LONGEST_RANGE = 100
_MOST_SAMPLES = 10**9
_PLUS_MINUS = re.compile(r"±|\+/?-")
_FROM_TO = re.compile(r"^\[?\s*(\S+?)\s*(?:\.\.\.?|…|\u2013|;|,\s|\s-\s|\sto\s)\s*(\S+?)\s*\]?$")


def tool_named(name: str) -> Tool:
    """Return what is known of the tool; of an unknown one, nothing."""
    return TOOLS.get(name, _NO_TOOL)


def spread(tool: Tool, raw: object, value: float) -> dict[str, float]:
    """Return `sd`, or `low` and `high`, as far as the range says so for certain; else nothing.

    `value` and the answer are in the row's own unit. `band_of` says what the bounds are.
    """
    text = raw.strip() if isinstance(raw, str) else ""
    if not text or len(text) > _LONGEST_RANGE or tool.range_kind == "unstated":
        return {}
    try:
        return _SPREADS[tool.range_kind](text, value)
    except UnreadableError:
        return {}


def band_of(tool: Tool) -> str:
    """Return the kind of spread that the bounds of a range are; empty: an interval of 95 %."""
    return {"range_or_deviation": "range or standard deviation", "as_given": "not stated"}.get(
        tool.range_kind, ""
    )


def _interval(text: str, value: float) -> dict[str, float]:
    if between := _FROM_TO.match(text):
        low, high = (read_number(bound) for bound in between.groups())
        return {"low": low, "high": high} if low <= value <= high else {}
    half = _half_width(text, value)
    return {} if half is None else {"low": value - half, "high": value + half}


def _half_width(text: str, value: float) -> float | None:
    """Take what follows ±, or a percentage without it: an old form. A bare number says nothing."""
    number, is_percent = _width_of(text)
    if not number or not (is_percent or _PLUS_MINUS.match(text)):
        return None
    width = abs(read_number(number))
    return abs(value) * width / 100 if is_percent else width


def _width_of(text: str) -> tuple[str, bool]:
    """Return the number after ±, or the whole text, and whether it is a percentage."""
    sign = _PLUS_MINUS.match(text)
    number = text[sign.end() if sign else 0 :].strip()
    is_percent = number.endswith("%")
    return number.removesuffix("%").rstrip(), is_percent


def _standard_deviation(text: str, _value: float) -> dict[str, float]:
    number, is_percent = _width_of(text)
    if not number or is_percent or not _PLUS_MINUS.match(text):
        return {}
    return {"sd": abs(read_number(number))}


def _time_deviation(text: str, value: float) -> dict[str, float]:
    """Carry a spread in seconds over to a value in operations per second: sd(1/t) = sd(t)/t²."""
    label, _, number = text.partition("stddev:")
    if label.strip() or not number:
        return {}
    return {"sd": abs(read_number(number)) * value * value}


_SPREADS = {
    "interval": _interval,
    "range_or_deviation": _interval,
    "as_given": _interval,
    "standard_deviation": _standard_deviation,
    "time_deviation": _time_deviation,
}


def sample_count(tool: Tool, extra: object) -> int | None:
    """Return how many samples stand behind the row, where `extra` says so for certain."""
    if tool.count is None or not isinstance(extra, str):
        return None
    found = tool.count.findall(extra)
    if not found or any(len(number) > len(str(_MOST_SAMPLES)) for number in found):
        return None
    count = math.prod(map(int, found))
    return count if 0 < count <= _MOST_SAMPLES else None


def further_quantities(tool: Tool, extra: object) -> list[tuple[str, str, float]]:
    """Return (metric, unit text, value) of every further quantity that `extra` holds."""
    if not isinstance(extra, str):
        return []
    found = ((known, known.pattern.search(extra)) for known in tool.extras)
    return [quantity for known, match in found if match for quantity in _quantity(known, match)]


def _quantity(known: Extra, match: re.Match[str]) -> list[tuple[str, str, float]]:
    unit = match[2] + known.unit if match.re.groups > 1 else known.unit
    try:
        return [(known.metric, unit, read_number(match[1]))]
    except UnreadableError:
        return []
