"""What a quantity is called: slower and faster for time, throughput for rates, memory for sizes."""

import re
from dataclasses import dataclass
from functools import lru_cache

SIZES = frozenset(
    {"size", "disk", "file", "binary", "transfer", "sent", "received", "written", "read"}
)
"""Words in the name of a metric in bytes that is no memory."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is compared, as far as words depend on it; `direction` is "lower", "higher" or else."""

    metric: str
    unit: str
    direction: str = "unknown"


@dataclass(frozen=True, slots=True)
class _QuantityWords:
    """More and less of a quantity, and its largest and smallest result; none: as it is called."""

    more: str
    less: str
    most: str = ""
    least: str = ""


_TIME = _QuantityWords("slower", "faster", "is slowest", "is fastest")
_SPAN = _QuantityWords("longer", "shorter", "is longest", "is shortest")
_THROUGHPUT = _QuantityWords(
    "higher throughput",
    "lower throughput",
    "has the highest throughput",
    "has the lowest throughput",
)
_RATE = _QuantityWords("higher rate", "lower rate", "has the highest rate", "has the lowest rate")
_SIZE = _QuantityWords("larger", "smaller", "is largest", "is smallest")
_COUNT = _QuantityWords("higher", "lower")
_TAKEN = {"B": "memory", "J": "energy", "W": "power"}


def words_of(quantity: Quantity) -> tuple[str, str]:
    """Return what more and what less of a quantity is called."""
    words = _words(quantity)
    return words.more, words.less


def superlative(quantity: Quantity) -> str:
    """Say how the best result of a quantity differs from the others."""
    words, is_lower = _words(quantity), quantity.direction == "lower"
    if words.most:
        return words.least if is_lower else words.most
    return f"has the {'lowest' if is_lower else 'highest'} {quantity.metric}"


def dimension_of(unit: str, metric: str) -> str:
    """Return what results must share to be added up; counts are of what their metric counts."""
    numerator, _, denominator = unit.partition("/")
    if numerator == "s":
        return "time"
    if denominator == "s":
        return "throughput"
    if numerator == "B" and SIZES.intersection(_names(metric)):
        return "size"
    return _TAKEN.get(numerator) or (metric if unit in ("", "1") else unit)


@lru_cache(maxsize=1024)
def _words(quantity: Quantity) -> _QuantityWords:
    numerator, _, denominator = quantity.unit.partition("/")
    if numerator == "s":  # time that one wants more of is not called fast
        return _TIME if quantity.direction == "lower" else _SPAN
    if denominator == "s":
        return _RATE if quantity.direction == "lower" else _THROUGHPUT
    if numerator == "B" and SIZES.intersection(_names(quantity.metric)):
        return _SIZE
    if numerator in _TAKEN:
        named = _TAKEN[numerator]
        return _QuantityWords(
            f"more {named}", f"less {named}", f"takes the most {named}", f"takes the least {named}"
        )
    return _COUNT


def _names(metric: str) -> list[str]:
    """Return the words of a name, however it is written: binary_size, binary-size, binarySize."""
    return [word.lower() for word in _WORD.findall(metric)]
