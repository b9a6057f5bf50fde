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


class Admission:
    """The places of one process, given in the order of arrival."""

    def __init__(self, places: int) -> None:
        self._free = asyncio.Semaphore(places)

    async def enter(self) -> "Place":
        """Wait for a place; UnavailableError where none becomes free in time."""
        place = Place(self._free)
        await place.take()
        return place


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
            raise UnavailableError(
                "the server is busy with other requests; nothing was stored, "
                f"send it again in {COME_AGAIN_S} s",
                COME_AGAIN_S,
            ) from None
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
