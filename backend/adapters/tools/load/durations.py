"""Durations as Go prints them: 1m30.5s, 143.14ms, 2µs."""

import re

from backend.adapters.loose_fields import UnreadableError, read_number

_PART = re.compile(r"(?<![\d.])([\d.]++)(h|ms|m|s|us|µs|μs|ns)")
_SECONDS = {
    "h": 3600.0, "m": 60.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9,
}  # fmt: skip


def seconds_of(text: str) -> float:
    """Return a duration in seconds; UnreadableError where the text is none."""
    plain = text.strip().removeprefix("-")
    if plain == "0":
        return 0.0
    parts = _PART.findall(plain)
    if not parts or "".join(number + unit for number, unit in parts) != plain:
        raise UnreadableError(f"{text[:40]!r} is not a duration", "Write it as 1m30.5s or 12ms.")
    return sum(read_number(number) * _SECONDS[unit] for number, unit in parts)
