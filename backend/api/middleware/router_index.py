"""Finds the router of a call by one word of its address.

FastAPI tries one route after another, which for the last of hundreds takes longer than looking
up who asks. What the index does not know is still tried one by one. What is found
may not be loaded yet; then the request waits until it is.
"""

from collections.abc import Iterable
from typing import Protocol

from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

API = "/api/v1"
CHOSEN = "tidemark.chosen"
"""Where a request keeps the route that the index found; nothing where it must be loaded."""


class Loadable(Protocol):
    """Calls that are loaded when somebody asks for one of them."""

    route: BaseRoute | None

    async def load(self) -> None:
        """Make the route."""


class RouterIndex(BaseRoute):
    """A route in front of all others, that knows which of them may answer."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[Loadable]] = {}
        self._elsewhere: list[BaseRoute] = []

    def add(self, calls: Loadable, words: Iterable[str]) -> None:
        """Let all requests below the API find calls by these words of their addresses."""
        for word in words:
            self._by_word.setdefault(word, []).append(calls)

    def stand_before(self, routes: list[BaseRoute]) -> None:
        """Become the first of all routes; those that stand here now are elsewhere than the API."""
        self._elsewhere = [*routes]
        routes.insert(0, self)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        known = self._known(scope)
        if any(calls.route is None for calls in known):
            return Match.FULL, {CHOSEN: None}
        for route in self._candidates(scope, known):
            match, found = route.matches(scope)
            if match == Match.FULL:
                return match, {**found, CHOSEN: route}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen: BaseRoute | None = scope.pop(CHOSEN)
        if chosen is not None:
            await chosen.handle(scope, receive, send)
            return
        for calls in self._known(scope):
            if calls.route is None:
                await calls.load()
        await scope["router"](scope, receive, send)

    def _known(self, scope: Scope) -> list[Loadable]:
        """Return the calls that share a word with the address of a request to the API."""
        path: str = scope.get("path", "")
        if not _is_plain(scope) or not path.startswith(f"{API}/"):
            return []
        return self._by_word.get(_word_of(path.removeprefix(API)), [])

    def _candidates(self, scope: Scope, known: list[Loadable]) -> list[BaseRoute]:
        if not _is_plain(scope):
            return []
        if scope["path"].startswith(f"{API}/"):
            return [calls.route for calls in known if calls.route is not None]
        return self._elsewhere


def _is_plain(scope: Scope) -> bool:
    return scope["type"] == "http" and not scope.get("root_path")


def _word_of(path: str) -> str:
    """Return the word after the project, or the first where there is none."""
    words = path.split("/")[1:]
    if words[0] == "projects":
        return words[2] if len(words) > 2 else ""  # noqa: PLR2004 - projects/{project}/word
    return words[0]
