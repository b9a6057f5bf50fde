"""A connection that asks one short question after the other, beside the pool of a process."""

import asyncio
from contextlib import suppress
from typing import Any

import psycopg

from backend.storage.database_urls import driver_url, read_url

PATIENCE_S = 3.0
"""How long the database may take to answer a question before it counts as away."""
AWAY = (psycopg.Error, OSError, TimeoutError)


class AskingConnection:
    """Opened with the first question, and again after it was lost."""

    def __init__(self, database_url: str, name: str, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._url = driver_url(database_url)
        self._named: dict[str, Any] = {
            "autocommit": True,
            "prepare_threshold": None if read_url(database_url)[1] else 0,
            "connect_timeout": int(PATIENCE_S),
            "application_name": name,
        }
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None

    async def ask(self, question: str) -> str | None:
        """Return the answer of one row and column; None where there is no row, or nothing in it.

        Raises one of AWAY where the database does not answer.
        """
        try:
            async with asyncio.timeout(self._patience_s):
                return await self._ask_twice(question.encode())
        except AWAY:
            await self.close()
            raise

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*AWAY):
                async with asyncio.timeout(self._patience_s):
                    await connection.close()

    async def _ask_twice(self, question: bytes) -> str | None:
        try:
            return await self._ask(question)
        except psycopg.OperationalError:
            # the server closed the connection that rested: one more try on a new one
            await self.close()
            return await self._ask(question)

    async def _ask(self, question: bytes) -> str | None:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(self._url, **self._named)
        row = await (await self._connection.execute(question)).fetchone()
        return None if row is None or row[0] is None else str(row[0])
