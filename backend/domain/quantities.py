"""What is measured, as far as comparing and adding up depend on it."""

import re
from dataclasses import dataclass

SIZES = frozenset(
    {"size", "disk", "file", "binary", "transfer", "sent", "received", "written", "read"}
)
"""Words in the name of a metric in bytes that is no memory."""
TAKEN = {"B": "memory", "J": "energy", "W": "power"}
"""What is taken, by its unit."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is compared; `direction` is "lower", "higher" or else."""

    metric: str
    unit: str
    direction: str = "unknown"


def dimension_of(unit: str, metric: str) -> str:
    """Return what results must share to be added up; counts are of what their metric counts."""
    numerator, _, denominator = unit.partition("/")
    if numerator == "s":
        return "time"
    if denominator == "s":
        return "throughput"
    if is_size(numerator, metric):
        return "size"
    return TAKEN.get(numerator) or (metric if unit in ("", "1") else unit)


def is_size(numerator: str, metric: str) -> bool:
    """Tell a size on disk or on a wire from memory, by the name of its metric."""
    return numerator == "B" and not SIZES.isdisjoint(_names(metric))


def _names(metric: str) -> list[str]:
    """Return the words of a name, however it is written: binary_size, binary-size, binarySize."""
    return [word.lower() for word in _WORD.findall(metric)]
