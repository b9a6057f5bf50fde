"""Makes an answer once for all who ask the same while the database does not change.

Of each question one answer is being made and at most one more is waited for, however many ask:
who comes while an answer is made of an older state waits for the next, together with all others
who come meanwhile. What was made is stored for a moment, by the state that it tells of.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

KEPT_S = 2.0
"""How long an answer serves while nothing is committed: some of it depends on the clock."""
KEPT_BYTES = 32 * 2**20
"""Bytes of stored answers of one process."""
LARGEST_KEPT = 2**20


@dataclass(slots=True)
class Flight(Generic[T]):
    """An answer that is being made, or waits to be made."""

    state: str
    """The state of the database that it tells of, or a newer one; empty until that is known."""
    landed: asyncio.Event = field(default_factory=asyncio.Event)
    answer: T | None = None
    failure: BaseException | None = None


@dataclass(slots=True)
class StoredAnswer(Generic[T]):
    state: str
    until: float
    size: int
    answer: T


@dataclass(slots=True)
class Line(Generic[T]):
    """Who makes the answer to one question, and who is next."""

    flying: Flight[T] | None = None
    next: Flight[T] | None = None


class Sharing(Generic[T]):
    """The answers of one kind in one process."""

    def __init__(self, size_of: Callable[[T], int]) -> None:
        self._size_of = size_of
        self._lines: dict[Hashable, Line[T]] = {}
        self._stored: OrderedDict[Hashable, StoredAnswer[T]] = OrderedDict()
        self._bytes = 0

    async def ask(self, question: Hashable, state: str, make: Callable[[], Awaitable[T]]) -> T:
        """Return the answer in this state of the database or a newer one.

        A failure is raised to all who waited for it; where whoever made it went away, another
        of them makes it.
        """
        while True:
            stored = self._fresh(question)
            if stored is not None and stored.state == state:
                return stored.answer
            line = self._lines.setdefault(question, Line())
            flight = _joined(line, state)
            if flight is None:
                return await self._lead(question, line, Flight(state), make)
            await flight.landed.wait()
            if flight.failure is None and flight.answer is not None:
                return flight.answer
            if isinstance(flight.failure, Exception):
                raise flight.failure

    def is_asked(self, question: Hashable) -> bool:
        """Tell whether there is, or will be, an answer that may serve whoever asks now."""
        return question in self._lines or self._fresh(question) is not None

    async def ask_first(
        self, question: Hashable, make: Callable[[], Awaitable[tuple[str, T]]]
    ) -> T:  # fmt: skip
        """Make the answer to what nobody else asks; `make` returns it behind the state it tells of.

        So nobody has to look for the state before. Who asks meanwhile takes this answer only if it
        turns out to be new enough, and none of its failures.
        """
        flight: Flight[T] = Flight("")

        async def make_named() -> T:
            flight.state, answer = await make()
            return answer

        line = self._lines.setdefault(question, Line())
        return await self._lead(question, line, flight, make_named)

    async def _lead(
        self,
        question: Hashable,
        line: Line[T],
        flight: Flight[T],
        make: Callable[[], Awaitable[T]],
    ) -> T:
        try:
            while line.flying is not None:
                line.next = flight
                await line.flying.landed.wait()
            line.flying = flight
            if line.next is flight:
                line.next = None
            flight.answer = await self._stored_or_made(question, flight, make)
        except BaseException as failure:
            flight.failure = failure
            raise
        else:
            return flight.answer
        finally:
            if line.next is flight:
                line.next = None
            if line.flying is flight:
                line.flying = None
            flight.landed.set()
            if line.flying is None and line.next is None:
                self._lines.pop(question, None)

    async def _stored_or_made(
        self, question: Hashable, flight: Flight[T], make: Callable[[], Awaitable[T]]
    ) -> T:
        # the one before may have turned out to be new enough
        stored = self._fresh(question)
        if stored is not None and stored.state == flight.state:
            return stored.answer
        answer = await make()
        self._store(question, flight.state, answer)
        return answer

    def _fresh(self, question: Hashable) -> StoredAnswer[T] | None:
        stored = self._stored.get(question)
        return stored if stored is not None and time.monotonic() < stored.until else None

    def _store(self, question: Hashable, state: str, answer: T) -> None:
        before = self._stored.pop(question, None)
        self._bytes -= before.size if before else 0
        size = self._size_of(answer)
        if size > LARGEST_KEPT:
            return
        self._stored[question] = StoredAnswer(state, time.monotonic() + KEPT_S, size, answer)
        self._bytes += size
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drop what is too much, and what serves nobody any more."""
        now = time.monotonic()
        while self._stored:
            oldest = next(iter(self._stored.values()))
            if self._bytes <= KEPT_BYTES and now < oldest.until:
                return
            self._stored.popitem(last=False)
            self._bytes -= oldest.size


def _joined(line: Line[T], state: str) -> Flight[T] | None:
    """Return the flight whose answer is new enough for who asks now."""
    if line.flying is not None and line.flying.state == state:
        return line.flying
    if line.next is not None:
        line.next.state = state
        return line.next
    return None
