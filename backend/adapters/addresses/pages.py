"""A page to ask a tracker for, and the tools that read addresses."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, urlencode

import msgspec

from backend.adapters.loose_fields import UnreadableError


@dataclass(frozen=True, slots=True)
class WantedPage:
    """A request to make, and what becomes of its answer."""

    url: str
    step: str
    """Which of the steps reads the answer."""
    name: str = ""
    """Of the file that the answer is among those of the history; empty: it only leads on."""
    is_optional: bool = False
    """It may not be there."""


@dataclass(frozen=True, slots=True)
class GivenPage:
    """An answer, and where it came from after redirects."""

    wanted: WantedPage
    url: str
    body: bytes
    headers: Mapping[str, str]
    """Names in lower case."""

    def json(self) -> Any:  # noqa: ANN401  whatever it holds
        """Return its value; UnreadableError where it is no JSON."""
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise UnreadableError(
                f"{self.url} is no complete JSON: {error}", "Look at it, then import again."
            ) from error


Step = Callable[[GivenPage], Iterable[WantedPage]]


def at_host(url: SplitResult, path: str, query: Mapping[str, str] | None = None) -> str:
    """Return an address of the same host."""
    return url._replace(path=path, query=urlencode(query or {}), fragment="").geturl()


def said_in(query: str) -> dict[str, str]:
    """Return the names of a query with their last values."""
    return dict(parse_qsl(query, keep_blank_values=True))


def part(text: str) -> str:
    """Write a text as one part of a path."""
    return quote(text, safe="")
