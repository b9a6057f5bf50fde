"""Admits as many requests to the database as it has connections for them.

A request that may use the database holds a place from its first dependency to its commit. So a
connection is free whenever somebody looks for one, and a thread never waits for a connection
whose holder waits for a thread. Who finds no place within a second is told to come again.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from backend.domain.errors import UnavailableError

PATIENCE_S = 1.0
"""How long a request waits for a place before it is answered 503."""
COME_AGAIN_S = 1


HEAVY_AT_ONCE = 2
"""Calls that take tens of megabytes and much of a processor: more at once finish no earlier."""
HEAVY_PATIENCE_S = 20.0


def _busy() -> UnavailableError:
    return UnavailableError(
        "the server is busy with other requests; nothing was stored, "
        f"send it again in {COME_AGAIN_S} s",
        COME_AGAIN_S,
    )


class Admission:
    """The places of one process, given in the order of arrival."""

    def __init__(self, places: int) -> None:
        self._free = asyncio.Semaphore(places)
        self._heavy = asyncio.Semaphore(HEAVY_AT_ONCE)
        self.entered = 0
        """How many requests have taken a place since the start."""

    async def enter(self) -> "Place":
        """Wait for a place; UnavailableError where none becomes free in time."""
        place = Place(self._free)
        await place.take()
        self.entered += 1
        return place

    @asynccontextmanager
    async def heavy(self) -> AsyncIterator[None]:
        """Let a few at once do what takes much memory; the others wait without a place.

        UnavailableError where the turn does not come in time.
        """
        try:
            async with asyncio.timeout(HEAVY_PATIENCE_S):
                await self._heavy.acquire()
        except TimeoutError:
            raise _busy() from None
        try:
            yield
        finally:
            self._heavy.release()


class Place:
    """The right of one request to use the database."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free = free
        self._is_held = False

    async def take(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._free.acquire()
        except TimeoutError:
            raise _busy() from None
        self._is_held = True

    def leave(self) -> None:
        """Give the place to the next; harmless where it was left before."""
        if self._is_held:
            self._is_held = False
            self._free.release()

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[None]:
        """Leave the place to others while the block waits for a sender."""
        self.leave()
        yield
        await self.take()
