"""Bodies that an endpoint takes whole, as bytes."""

from collections.abc import Awaitable, Callable

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from backend.api.dependencies import Db
from backend.domain.errors import TooLargeError


def whole_body(most: Callable[[], int]) -> Callable[[Request, Db], Awaitable[bytes]]:
    """Return a dependency that reads a body, and stops as soon as it is larger than `most()`.

    An endpoint asks for it after the project, so that only those who may send are listened to.
    The connection to the database is given back meanwhile: a sender may take its time.
    """

    async def read(request: Request, db: Db) -> bytes:
        await run_in_threadpool(db.commit)
        received = bytearray()
        async for piece in request.stream():
            received += piece
            if len(received) > most():
                raise TooLargeError(f"the body is larger than the limit of {most()} bytes")
        return bytes(received)

    return read
