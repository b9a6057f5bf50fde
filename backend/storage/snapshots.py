"""Says whether the database changed: between equal snapshots nothing was committed."""

import asyncio
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy.engine import make_url

from backend.domain.errors import UnavailableError

PATIENCE_S = 3.0
"""How long the database may take to name its snapshot before it counts as away."""
COME_AGAIN_S = 2


class Snapshots:
    """Names the state of the database, on one connection of its own.

    However many ask at once, one look is under way and at most one waits. Whoever asks is given
    a look that began after the question, so an answer kept under that name is as new as any.
    """

    def __init__(self, database_url: str) -> None:
        plain = make_url(database_url).set(drivername="postgresql")
        self._url = plain.render_as_string(hide_password=False)
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
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
        await self._forget()

    async def _look_after(self, before: "asyncio.Task[str] | None") -> str:
        if before is not None:
            await asyncio.wait({before})
        self._looking, self._waiting = self._waiting, None
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._look()
        except (psycopg.Error, OSError, TimeoutError) as error:
            await self._forget()
            raise UnavailableError(
                "the database cannot be reached just now; nothing was stored, send it again later",
                COME_AGAIN_S,
            ) from error

    async def _look(self) -> str:
        try:
            return await self._ask()
        except psycopg.OperationalError:
            # the server closed the connection that rested: one more try on a new one
            await self._forget()
            return await self._ask()

    async def _ask(self) -> str:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(
                self._url,
                autocommit=True,
                prepare_threshold=0,
                connect_timeout=int(PATIENCE_S),
                application_name="tidemark snapshots",
            )
        found = await self._connection.execute("select pg_current_snapshot()::text")
        row = await found.fetchone()
        return str(row[0]) if row else ""

    async def _forget(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    await connection.close()
