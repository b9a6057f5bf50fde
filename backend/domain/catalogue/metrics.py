"""Metric, unit, direction and noise kind; conversion to base units."""

import re
from dataclasses import dataclass
from enum import StrEnum


class BetterDirection(StrEnum):
    LOWER = "lower"
    HIGHER = "higher"
    UNKNOWN = "unknown"


class NoiseKind(StrEnum):
    SAMPLED = "sampled"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit text read: multiply a number by `factor` to get it in `base`."""

    base: str
    factor: float


_TIME = {
    "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0,
    "ms": 1e-3, "msec": 1e-3, "millis": 1e-3, "millisecond": 1e-3, "milliseconds": 1e-3,
    "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "usec": 1e-6, "microsecond": 1e-6, "microseconds": 1e-6,
    "ns": 1e-9, "nsec": 1e-9, "nanos": 1e-9, "nanosecond": 1e-9, "nanoseconds": 1e-9,
    "ps": 1e-12, "min": 60.0, "minute": 60.0, "minutes": 60.0, "h": 3600.0, "hour": 3600.0,
}  # fmt: skip
_SIZE = {
    "b": 1.0, "byte": 1.0, "bytes": 1.0,
    "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
    "kbyte": 1e3, "kbytes": 1e3, "kilobyte": 1e3, "kilobytes": 1e3,
    "megabyte": 1e6, "megabytes": 1e6, "gigabyte": 1e9, "gigabytes": 1e9,
    "kib": 2.0**10, "mib": 2.0**20, "gib": 2.0**30, "tib": 2.0**40,
    "kibibyte": 2.0**10, "kibibytes": 2.0**10, "mebibyte": 2.0**20, "mebibytes": 2.0**20,
}  # fmt: skip
_BITS = {
    "bit": 1.0, "bits": 1.0, "kbit": 1e3, "mbit": 1e6, "gbit": 1e9, "kbits": 1e3, "mbits": 1e6,
    "gbits": 1e9, "kilobit": 1e3, "kilobits": 1e3, "megabit": 1e6, "megabits": 1e6,
    "gigabit": 1e9, "gigabits": 1e9,
}  # fmt: skip
_FREQUENCY = {"hz": 1.0, "khz": 1e3, "mhz": 1e6, "ghz": 1e9}
_RATIO = {"": 1.0, "1": 1.0, "count": 1.0, "ratio": 1.0, "%": 0.01, "percent": 0.01}
_OPERATIONS = ("op", "ops", "iter", "iteration", "iterations", "iters", "operation", "operations")
_ELEMENTS = ("elem", "elems", "element", "elements")
_MULTIPLES = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9}
_EXACT = {"Mb": Unit("bit", 1e6), "Gb": Unit("bit", 1e9), "#": Unit("1", 1.0), "-": Unit("1", 1.0)}
"""By case: a small b after a large prefix is bits; kb is written for kilobytes everywhere."""
_TABLES = {
    "s": _TIME,
    "B": _SIZE,
    "bit": _BITS,
    "1": _RATIO,
    "Hz": _FREQUENCY,
    "J": {"j": 1.0},
    "W": {"w": 1.0},
}
_KNOWN = {
    **{
        word: Unit(base, factor)
        for base, table in _TABLES.items()
        for word, factor in table.items()
    },
    **{
        f"{prefix}{word}": Unit(base, factor)
        for base, words in (("op", _OPERATIONS), ("elem", _ELEMENTS))
        for word in words
        for prefix, factor in _MULTIPLES.items()
    },
}
"""By the spelling in small letters."""
_WORD = re.compile(r"[^\W\d_°][\w .%()-]{0,39}|°[^\W\d_]{1,3}")


def parse_unit(text: str) -> Unit | None:
    """Read a unit; None where it cannot be one. Plain words are units of their own."""
    text = text.strip()
    numerator, slash, denominator = text.partition("/")
    top = _parse_simple(numerator.strip())
    if not slash or top is None:
        return top
    bottom = _parse_simple(denominator.strip())
    if bottom is None or bottom.base == "1":
        return None
    return Unit(f"{top.base}/{bottom.base}", top.factor / bottom.factor)


def _parse_simple(word: str) -> Unit | None:
    known = _EXACT.get(word) or _KNOWN.get(word.lower())
    return known or (Unit(word, 1.0) if _WORD.fullmatch(word) else None)


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity of a suite. `unit` is a base unit: what is stored is in it."""

    id: int
    name: str
    unit: str
    direction: BetterDirection
    noise: NoiseKind


def contradiction(stored: Metric, declared: Unit, direction: BetterDirection) -> str | None:
    """Say why a declaration does not fit the stored metric, or None when it does."""
    if stored.unit != declared.base:
        return f"{stored.name} is stored in {stored.unit}, and this is in {declared.base}"
    if BetterDirection.UNKNOWN in (stored.direction, direction) or stored.direction == direction:
        return None
    return f"{stored.name} is stored as {stored.direction} is better, and this says {direction}"
