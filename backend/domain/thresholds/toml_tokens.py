"""TOML taken apart into tokens, in one pass, and held to limits before a parser reads it.

A parser may need time and memory that grow with the square of a key's parts, or stop at arrays
inside arrays; whatever passes here it reads in time that grows with the length of the text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from backend.domain.errors import Fault, InvalidError

MOST_PARTS = 16
"""Names of a dotted key."""
MOST_DEPTH = 16
"""Arrays and tables inside each other."""
MOST_KEYS = 5_000
LONGEST_WORD = 100
"""Characters of a number, or of a name without quotes."""
# possessive: what was taken is never given back, so that no text is looked at twice
_TOKEN = re.compile(
    r"""
    (?P<line>\n)
    |(?P<blank>[^\S\n]++)
    |(?P<comment>\#[^\n]*+)
    |(?P<text>\"\"\"[^"\\]*+(?:(?:\\.|"{1,2}+(?!"))[^"\\]*+)*+"{3,5}
        |'''[^']*+(?:'{1,2}+(?!')[^']*+)*+'{3,5}
        |"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"
        |'[^'\n]*+')
    |(?P<mark>[\[\]{}.,=])
    |(?P<word>[^\s"'\#\[\]{}.,=]++)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    kind: str
    """line, blank, comment, text (in quotes), mark, or word (a name, a number, a date)."""
    text: str
    at: int
    """Where it begins: characters before it."""


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, up to the first that is none: there a parser stops too."""
    at = 0
    while found := _TOKEN.match(text, at):
        yield Token(str(found.lastgroup), found[0], at)
        at = found.end()


def demand_modest(text: str) -> None:
    """Refuse what no file for people looks like; InvalidError says what, and where."""
    parts = depth = keys = 0
    before = ""
    for token in tokens_of(text):
        if token.kind in ("blank", "comment"):
            continue
        mark = token.text if token.kind == "mark" else ""
        if token.kind in ("word", "text"):
            parts = parts + 1 if before == "." else 1
        depth += (mark in ("[", "{")) - (mark in ("]", "}"))
        keys += mark == "="
        if reason := _excess(token, parts, depth, keys):
            raise _too_much(text, token.at, reason)
        before = mark


def _excess(token: Token, parts: int, depth: int, keys: int) -> str:
    if parts > MOST_PARTS:
        return f"a key has more than {MOST_PARTS} parts"
    if depth > MOST_DEPTH:
        return f"arrays and tables are nested deeper than {MOST_DEPTH}"
    if keys > MOST_KEYS:
        return f"the file has more than {MOST_KEYS} keys"
    if token.kind == "word" and len(token.text) > LONGEST_WORD:
        return f"a number, or a name without quotes, is longer than {LONGEST_WORD} characters"
    return ""


def _too_much(text: str, at: int, reason: str) -> InvalidError:
    line, column = place_of(text, at)
    fault = Fault("/text", reason, "write it shorter or flatter", line=line, column=column)
    return InvalidError(f"the file is not read: {reason}", [fault])


def place_of(text: str, at: int) -> tuple[int, int]:
    """Return line and column of a character, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
