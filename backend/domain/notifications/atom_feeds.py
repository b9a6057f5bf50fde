"""The news of a project as a feed (Atom, RFC 4287)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.sax.saxutils import escape, quoteattr

from backend.domain.notifications.messages import MARKS, NewsEntry

_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One piece of news; `id` never changes."""

    id: str
    story: NewsEntry
    published: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class Feed:
    id: str
    title: str
    address: str
    """Of the feed itself, without what opens it."""
    page: str
    updated: datetime
    entries: Sequence[FeedEntry]


def atom(feed: Feed) -> str:
    """Write a feed; everything named by people is text in it."""
    entries = "".join(_entry(entry) for entry in feed.entries)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{_text(feed.id)}</id>\n<title>{_text(feed.title)}</title>\n"
        f"<updated>{_when(feed.updated)}</updated>\n<author><name>Tidemark</name></author>\n"
        f'<link rel="self" href={_attribute(feed.address)}/>\n'
        f"<link href={_attribute(feed.page)}/>\n{entries}</feed>\n"
    )


def _entry(entry: FeedEntry) -> str:
    story = entry.story
    facts = "\n".join(f"{label}: {said}" for label, said in story.facts)
    title = f"{MARKS[story.mood]} {story.headline}: {story.about}"
    return (
        f"<entry>\n<id>{_text(entry.id)}</id>\n<title>{_text(title)}</title>\n"
        f"<published>{_when(entry.published)}</published>\n"
        f"<updated>{_when(entry.updated)}</updated>\n"
        f"<link href={_attribute(story.address)}/>\n"
        f'<content type="text">{_text(facts)}</content>\n</entry>\n'
    )


def _text(text: str) -> str:
    return escape(_NOT_IN_XML.sub(" ", text))


def _attribute(text: str) -> str:
    return quoteattr(_NOT_IN_XML.sub(" ", text))


def _when(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
