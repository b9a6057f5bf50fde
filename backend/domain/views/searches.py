"""Searching a project by words: what was found, of every kind, the best few of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST_WORDS = 8


class SearchKind(StrEnum):
    """In the order in which they are shown."""

    BENCHMARK = "benchmark"
    SUITE = "suite"
    SWEEP = "sweep"
    CHANGE = "change"
    SPLIT = "split"
    LADDER = "ladder"
    VIEW = "view"
    MACHINE = "machine"
    COMMIT = "commit"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One thing with a page: enough to name it and to go there."""

    kind: SearchKind
    id: int
    title: str
    detail: str
    key: str | None
    """Axis of a sweep, name of a commit, address of a view; null for others."""


@dataclass(frozen=True, slots=True)
class SearchHits:
    hits: Sequence[SearchHit]


def words_of(text: str) -> list[str]:
    """Return the words that all have to occur."""
    return text.split()[:MOST_WORDS]


LAST_CHARACTER = "\U0010ffff"
BEFORE_SURROGATES, AFTER_SURROGATES = "\ud7ff", "\ue000"
"""Between them stand numbers that are no characters, which no database stores."""


def following(character: str) -> str:
    """Return the next character, the last one for itself."""
    if character == BEFORE_SURROGATES:
        return AFTER_SURROGATES
    return character if character == LAST_CHARACTER else chr(ord(character) + 1)


def pattern_of(word: str) -> str:
    r"""Return the LIKE pattern of a word anywhere; `%`, `_` and `\` stand for themselves."""
    for sign in "\\%_":
        word = word.replace(sign, f"\\{sign}")
    return f"%{word}%"
