"""What people named, as a comment on a forge may hold it: never markup, a link or a call.

A name stands in `<code>`, where no forge calls people, links issues or runs quick actions. Every
character that Markdown or HTML could take for its own is written as its number, so that a word
stays as it is read.
"""

import re

from backend.domain.notifications.messages import one_line

LONGEST_NAME = 160
LONGEST_SENTENCE = 600
_MARKUP = re.compile(r"[!\"#$&'()*:<>@\\^`{|}~_]|(?<=www)\.", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[\]]")
_CALLS = re.compile(r"([@#!$~^&]|\bGH-)(?=\w)", re.IGNORECASE)
NO_WIDTH = "\u200b"
"""Stands where a text would call somebody or link an issue, wherever it is copied to."""


def named(text: str, longest: int = LONGEST_NAME) -> str:
    """Write a name, a subject or a reason on one line, so that it stays what it is."""
    return f"<code>{_BRACKETS.sub(_number, _inert(one_line(text, longest)))}</code>"


def prose(text: str) -> str:
    """Write a sentence of ours that may quote what people named; intervals keep their brackets."""
    return _inert(one_line(text, LONGEST_SENTENCE))


def _inert(text: str) -> str:
    return _MARKUP.sub(_number, _CALLS.sub(rf"\1{NO_WIDTH}", text))


def _number(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"
