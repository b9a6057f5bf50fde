"""Lines of a job's log: whatever a program printed, made harmless, and no more than fits."""

import unicodedata
from collections.abc import Sequence

LONGEST_LINE = 2_000
MOST_LINES_AT_ONCE = 500
MOST_BYTES = 2 * 2**20
"""Of one job, before compression: half from its beginning, half from its end."""


def harmless(line: str) -> str:
    """Return a line without escape sequences and other signs that steer a terminal or a page."""
    shown = "".join(" " if sign == "\t" else sign for sign in line if _is_shown(sign))
    return shown if len(shown) <= LONGEST_LINE else shown[: LONGEST_LINE - 1] + "…"


def _is_shown(sign: str) -> bool:
    return sign == "\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs")


def size_of(lines: Sequence[str]) -> int:
    """Return how many bytes lines take before compression."""
    return sum(len(line.encode()) + 1 for line in lines)
