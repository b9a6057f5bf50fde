"""What a machine cannot measure, in one line: what is missing, and how to install it."""

import re
from collections.abc import Iterable

MOST_LINES = 6
_MISSING = re.compile(r"Missing dependency: (?P<test>.+?)\. (?P<remedy>Install .+)")
_HEADER = re.compile(r"-include (\S+)")
LONGEST = 200


def absence_words(message: str) -> str:
    """Say of a failure's message what is missing and what to install, without a compiler's text."""
    first = message.strip().split("\n", 1)[0].strip()
    found = _MISSING.fullmatch(first)
    if found is None:
        return _ended(first[:LONGEST])
    header = _HEADER.search(found["test"])
    what = f"the header {header[1]} is" if header else f"“{found['test'][:LONGEST]}” is"
    return _ended(f"{what} missing. {found['remedy']}")


def absence_lines(messages: Iterable[str]) -> list[str]:
    """Return one line for each cause, in the order of first sight, at most six."""
    return list(dict.fromkeys(absence_words(one) for one in messages if one.strip()))[:MOST_LINES]


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
