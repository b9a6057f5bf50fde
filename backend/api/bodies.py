"""Bodies that an endpoint takes whole, as bytes."""

from collections.abc import Awaitable, Callable

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from backend.api.admission import Place
from backend.api.dependencies import Db
from backend.api.errors import full_disk
from backend.domain.errors import Fault, TooLargeError


def too_large(most: int) -> TooLargeError:
    """Say how what is too large may come: the same again would be refused again."""
    limit = most // 1024 // 1024
    size = f"{limit} MiB" if limit else f"{most} bytes"
    return TooLargeError(
        f"the body is larger than the limit of {size}, so nothing of it was read",
        [Fault("", f"more than {size}", "send it compressed by gzip, or in several parts")],
    )


def whole_body(most: Callable[[], int]) -> Callable[[Request, Db], Awaitable[bytes]]:
    """Return a dependency that reads a body, and stops as soon as it is larger than `most()`.

    An endpoint asks for it after the project, so that only those who may send are listened to.
    Connection and place are given back meanwhile: a sender may take its time. Nothing is read where
    the disk is full: FullDiskError.
    """

    async def read(request: Request, db: Db) -> bytes:
        if request.app.state.components.readiness().is_disk_full:
            raise full_disk()
        await run_in_threadpool(db.commit)
        received = bytearray()
        place: Place = request.state.place
        async with place.lent():
            async for piece in request.stream():
                received += piece
                if len(received) > most():
                    raise too_large(most())
        return bytes(received)

    return read
