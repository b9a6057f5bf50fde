"""benchmark-memory of Ruby, as it prints."""

import re

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
)

_KINDS = {
    "memsize": ("memory_per_op", "B/op"), "objects": ("allocations_per_op", "allocs/op"),
    "strings": ("strings_per_op", "strings/op"),
}  # fmt: skip
_SCALES = {"k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "Q": 1e15}
_RETAINED = "retained)"


def _sign(file: ToolText) -> str:
    found = next((one for one in file.head.splitlines() if _kind(one) == "memsize"), "")
    return f"“{' '.join(found.split())[:60]}”, as benchmark-memory prints" if found else ""


def _kind(line: str) -> str:
    before, bracket, after = line.partition(" (")
    kind = before.rpartition(" ")[2]
    return kind if bracket and kind in _KINDS and after.rstrip().endswith(_RETAINED) else ""


def _read(file: ToolText) -> Items:
    """Read three lines for each benchmark; the first has its name."""
    name = ""
    for number, line in file.numbered():
        if kind := _kind(line):
            words = line.partition(" (")[0].split()
            name = " ".join(words[:-2]) if kind == "memsize" else name
            yield from guarded(f"line {number}", (name, kind, words[-2:-1], line), _row)


def _row(row: tuple[str, str, list[str], str], place: str) -> Items:
    name, kind, numbers, line = row
    if not name or not numbers:
        raise UnreadableError("the row has no name or no number", "Send it as it was printed.")
    metric, unit = _KINDS[kind]
    retained = line.rpartition("(")[2].rstrip().removesuffix(_RETAINED).strip()
    yield Reading(name, unit, _number(numbers[0]), metric, direction=LOWER, place=place)
    yield Reading(name, unit, _number(retained), f"retained_{metric}", direction=LOWER, place=place)


def _number(text: str) -> float:
    """Return `12.5k` as a number."""
    plain = re.sub(r"[kMBTQ]$", "", text)
    return read_number(plain) * _SCALES.get(text[-1:], 1.0)


BENCHMARK_MEMORY = ToolFormat("benchmark-memory", "benchmark-memory (Ruby)", _sign, _read)
