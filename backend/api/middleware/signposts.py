"""Finds the router of a call by one word of its address.

FastAPI tries one route after another, which for the last of hundreds takes longer than looking
up who asks. Whatever the signpost does not know is still tried one by one.
"""

from collections.abc import Iterable

from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

API = "/api/v1"
CHOSEN = "tidemark.chosen"
"""Where a request keeps the route that a signpost found for it."""


class Signpost(BaseRoute):
    """A route in front of all others, that knows which of them may answer."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[BaseRoute]] = {}
        self._elsewhere: list[BaseRoute] = []

    def add(self, route: BaseRoute, paths: Iterable[str]) -> None:
        """Let all calls below the API that share a word with one of these paths find the route."""
        for word in sorted({_word_of(path) for path in paths}):
            if "{" in word:
                raise LookupError(f"{word}: the word that a call is found by must not vary")
            self._by_word.setdefault(word, []).append(route)

    def stand_before(self, routes: list[BaseRoute]) -> None:
        """Become the first of all routes; those that were not added are elsewhere than the API."""
        known = {id(route) for added in self._by_word.values() for route in added}
        self._elsewhere = [route for route in routes if id(route) not in known]
        routes.insert(0, self)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        for route in self._candidates(scope):
            match, found = route.matches(scope)
            if match == Match.FULL:
                return match, {**found, CHOSEN: route}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen: BaseRoute = scope.pop(CHOSEN)
        await chosen.handle(scope, receive, send)

    def _candidates(self, scope: Scope) -> list[BaseRoute]:
        if scope["type"] != "http" or scope.get("root_path"):
            return []
        path: str = scope["path"]
        if path.startswith(f"{API}/"):
            return self._by_word.get(_word_of(path.removeprefix(API)), [])
        return self._elsewhere


def _word_of(path: str) -> str:
    """Return the word after the project, or the first where there is none."""
    words = path.split("/")[1:]
    if words[0] == "projects":
        return words[2] if len(words) > 2 else ""  # noqa: PLR2004 - projects/{project}/word
    return words[0]
