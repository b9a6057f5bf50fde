"""What can be chosen for a side of a comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

OfferKind = Literal["run", "commit", "branch", "pull", "tag", "testbed"]

KIND_WORDS: Mapping[OfferKind, str] = {
    "run": "run", "commit": "commit", "branch": "branch",
    "pull": "pull request", "tag": "tag", "testbed": "testbed",
}  # fmt: skip
SHORTEST = 3
"""Letters from which on the beginning of a word is taken for it."""


@dataclass(frozen=True, slots=True)
class SideOffer:
    """A side as its address names it, and what helps to recognise it."""

    kind: OfferKind
    name: str
    detail: str
    time: datetime | None


@dataclass(frozen=True, slots=True)
class SideOffers:
    sides: Sequence[SideOffer]


def sought(text: str, kind: OfferKind) -> str:
    """Return what is looked for among things of a kind: "pull 7" is 7 among pull requests."""
    words, rest = KIND_WORDS[kind].split(), text.split()
    while words and rest and _begins(words[0], rest[0].lower()):
        words, rest = words[1:], rest[1:]
    return text if len(words) == len(KIND_WORDS[kind].split()) else " ".join(rest)


def _begins(word: str, typed: str) -> bool:
    return len(typed) >= SHORTEST and word.startswith(typed)
