"""Says whether the database changed: between equal snapshots nothing was committed."""

import asyncio

from backend.domain.errors import UnavailableError
from backend.storage.connections.asking import AWAY, AskingConnection

COME_AGAIN_S = 2


class Snapshots:
    """Names the state of the database, on one connection of its own.

    However many ask at once, one look is under way and at most one waits. Whoever asks is given
    a look that began after the question, so an answer kept under that name is as new as any.
    """

    def __init__(self, database_url: str) -> None:
        self._connection = AskingConnection(database_url, "tidemark snapshots")
        self._looking: asyncio.Task[str] | None = None
        self._waiting: asyncio.Task[str] | None = None

    async def current(self) -> str:
        """Return the name of a snapshot taken from now on.

        Raises UnavailableError where the database does not answer.
        """
        if self._waiting is None:
            self._waiting = asyncio.create_task(self._look_after(self._looking))
        return await asyncio.shield(self._waiting)

    async def close(self) -> None:
        for task in (self._looking, self._waiting):
            if task is not None:
                task.cancel()
        await self._connection.close()

    async def _look_after(self, before: "asyncio.Task[str] | None") -> str:
        if before is not None:
            await asyncio.wait({before})
        self._looking, self._waiting = self._waiting, None
        try:
            return await self._connection.ask("select pg_current_snapshot()::text") or ""
        except AWAY as error:
            raise UnavailableError(
                "the database cannot be reached just now; nothing was stored, send it again later",
                COME_AGAIN_S,
            ) from error
