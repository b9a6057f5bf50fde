"""What a machine cannot measure, in one line: what is missing, and how to install it."""

import re
from collections.abc import Iterable

MOST_LINES = 6
_MISSING = re.compile(r"Missing dependency: (?P<test>.+?)\. (?P<remedy>Install .+)")
_HEADER = re.compile(r"-include (\S+)")
LONGEST = 200
KINDS = {
    "": "something that it needs is missing on this machine",
    "needs": "something that it needs is missing on this machine",
    "unavailable": "it is not available on this machine",
    "build": "it could not be built",
    "crash": "it crashed",
    "timeout": "it took too long",
    "wrong_answer": "its answer was wrong",
    "vetoed": "the machine was not fit",
}
"""What is said of a failure without words of its own."""


def absence_words(message: str) -> str:
    """Say of a failure's message what is missing and what to install, without a compiler's text.

    The message may follow its kind, "needs: …"; without a message the kind is said.
    """
    first = message.strip().split("\n", 1)[0].strip()
    kind, _, rest = first.partition(":")
    if kind in KINDS and not rest.strip():
        return _ended(KINDS[kind])
    first = rest.strip() if kind in {"needs", "unavailable"} else first
    found = _MISSING.fullmatch(first)
    if found is None:
        return _ended(first[:LONGEST])
    header = _HEADER.search(found["test"])
    what = f"the header {header[1]} is" if header else f"“{found['test'][:LONGEST]}” is"
    return _ended(f"{what} missing. {found['remedy']}")


def absence_lines(messages: Iterable[str]) -> list[str]:
    """Return one line for each cause, in the order of first sight, at most six.

    What has no message is said only where nothing has one.
    """
    every = list(messages)
    told = [one for one in every if one.strip()] or every
    return list(dict.fromkeys(absence_words(one) for one in told))[:MOST_LINES]


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
