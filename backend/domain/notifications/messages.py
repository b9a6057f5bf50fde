"""Messages as every channel is told them: plain texts, before any of its formats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Mood = Literal["worse", "better", "plain"]
MARKS: dict[Mood, str] = {"worse": "▲", "better": "▼", "plain": "•"}
"""Not colour alone: worse and better read alike in greyscale."""
LONGEST_LINE = 300
LONGEST_TITLE = 180
MOST_LISTED = 20
"""News that a digest names; the page has the rest."""
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")
"""Those between a number and its unit stay: no line breaks there."""
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class NewsEntry:
    """One piece of news: the verdict first, then what it rests on."""

    headline: str
    """One sentence: "4.8 % slower [3.1, 6.4] since 3f2a…"."""
    about: str
    """What it is of: a series, an agent."""
    facts: Sequence[tuple[str, str]]
    """Data, by its label."""
    address: str
    mood: Mood = "plain"
    subject: str = ""
    """What the head of a mail says; empty: headline and what it is of."""
    place: str = ""
    """Where that is, beside the project: a branch."""


@dataclass(frozen=True, slots=True)
class Message:
    """What one delivery tells."""

    id: str
    """The same however often it is tried."""
    at: datetime
    project: str
    title: str
    stories: Sequence[NewsEntry]
    address: str
    """Where all of it is."""
    settings_address: str
    """Where somebody says that they want less of this."""
    more: int = 0
    """News that are not named."""
    picture: bytes | None = None
    """Of the series of the only story, as a PNG."""
    picture_words: str = ""
    events: Sequence[dict[str, object]] = field(default_factory=list)
    """The same for programs."""

    @property
    def mood(self) -> Mood:
        moods = {story.mood for story in self.stories}
        return moods.pop() if len(moods) == 1 else ("worse" if "worse" in moods else "plain")


def one_line(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text without breaks, control characters or marks that turn its direction.

    What people named may stand in the head of a mail or in a list of a chat, and must stay there.
    """
    clean = _SPACES.sub(" ", _BREAKS.sub(" ", text)).strip()
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def plain_text(message: Message) -> str:
    """Write a message as plain text."""
    parts = [message.title]
    for story in message.stories:
        lines = [f"{MARKS[story.mood]} {story.headline}", f"  {story.about}"]
        lines += [f"  {label}: {said}" for label, said in story.facts]
        lines.append(f"  {story.address}")
        parts.append("\n".join(lines))
    if message.more:
        parts.append(more_words(message))
    parts.append(f"All of it: {message.address}\nWhat is told here: {message.settings_address}")
    return "\n\n".join(parts) + "\n"


def more_words(message: Message) -> str:
    return f"And {message.more} more, listed on the page."
