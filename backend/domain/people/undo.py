"""What stands again when somebody takes back at once what they said: whose word, and of when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

UNDONE_WITHIN = timedelta(minutes=1)
"""The bar at the foot offers it for ten seconds; slow networks come on top."""


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody said a thing is from then on; no name: Tidemark itself."""

    what: str
    by: str
    at: datetime
    why: str = ""


def word_that_stands(words: Sequence[Word], at_first: str) -> Word | None:
    """Return whose word holds after all of them, the oldest first; None where none does.

    Of a word that `undoes` the last one neither holds.
    """
    standing: list[Word] = []
    for word in words:
        if undoes(word, standing, at_first):
            standing.pop()
        else:
            standing.append(word)
    return standing[-1] if standing else None


def undoes(word: Word, standing: Sequence[Word], at_first: str) -> bool:
    """Tell whether a word undoes the last of those that stand, the oldest first.

    Whoever returns within a minute from their own word to what was before it, `at_first` before
    every word, takes it back.
    """
    if not standing:
        return False
    last = standing[-1]
    before = standing[-2].what if len(standing) > 1 else at_first
    return word.what == before and word.by == last.by and word.at - last.at <= UNDONE_WITHIN
