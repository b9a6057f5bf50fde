"""Which JSON values can be kept: no NUL, no half of a character, no number beyond 64 bits."""

import math
from collections.abc import Iterator
from typing import Annotated

from backend.domain.errors import Fault

LARGEST = 2**63
DEEPEST = 50
"""Levels of objects and arrays within one another."""
SHOWN = 100


def odd_values(document: object) -> Iterator[Fault]:
    """Say of every value in a JSON document that cannot be kept where it is, and why."""
    waiting: list[tuple[str, object, int]] = [("", document, 0)]
    while waiting:
        pointer, value, depth = waiting.pop()
        if reason := _oddness(value) or (depth > DEEPEST and "it is nested too deep"):
            yield Fault(pointer, reason, "correct it")
        elif isinstance(value, dict):
            names = [(_step(pointer, str(name)), name) for name in value]
            yield from (
                Fault(place, f"the name of a field: {reason}", "correct it")
                for place, name in names
                if (reason := _oddness(name))
            )
            waiting += [(place, value[name], depth + 1) for place, name in reversed(names)]
        elif isinstance(value, list):
            below = [(f"{pointer}/{at}", one, depth + 1) for at, one in enumerate(value)]
            waiting += reversed(below)


def _oddness(value: object) -> str:
    if isinstance(value, str):
        return text_oddness(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "the number is not finite"
    if isinstance(value, int) and not -LARGEST <= value < LARGEST:
        return "the number does not fit into 64 bits"
    return ""


def text_oddness(text: str) -> str:
    """Say why a text cannot be kept; empty where it can."""
    if "\x00" in text:
        return "the text holds a NUL character"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "the text holds half of a character (a lone surrogate)"
    return ""


def _step(pointer: str, name: str) -> str:
    plain = name[:SHOWN].encode(errors="backslashreplace").decode().replace("\x00", "\\u0000")
    return f"{pointer}/{plain.replace('~', '~0').replace('/', '~1')}"


NULL_IF_NOT_FINITE = "null where it is not finite"
"""Marks a number that answers carry as null where it is infinite or not a number."""
FiniteOrNull = Annotated[float, NULL_IF_NOT_FINITE]


def finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
