"""Bodies that an endpoint takes whole, as bytes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from backend.api.admission import Place
from backend.api.dependencies import Db, Needs
from backend.api.errors import full_disk
from backend.api.middleware.body_limit import LARGEST_BODY
from backend.api.shared_calls import in_place
from backend.domain.errors import Fault, TooLargeError
from backend.domain.people.projects import Project


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
        if _is_disk_full(request):
            raise full_disk()
        await run_in_threadpool(db.commit)
        place: Place = request.state.place
        async with place.lent():
            return await _read(request, most())

    return read


def _is_disk_full(request: Request) -> bool:
    is_full: bool = request.app.state.components.readiness().is_disk_full
    return is_full


async def _read(request: Request, most: int) -> bytes:
    received = bytearray()
    async for piece in request.stream():
        received += piece
        if len(received) > most:
            raise too_large(most)
    return bytes(received)


@dataclass(frozen=True, slots=True)
class Sent:
    """A body that was read whole."""

    body: bytes
    let_in: Callable[[Session], Project]
    """Finds who sent it and the project; raises what `Needs` raises."""


@dataclass(frozen=True, slots=True)
class Receives(Needs):
    """Declares the action of a call that takes a body, stored in one transaction with its sender.

    A small body is read before its sender is looked up, as in every call that takes JSON, so that
    one thread does all the rest. A larger one is read only of those who may send it. The call has
    to let the sender in itself.
    """

    most: Callable[[], int]

    async def __call__(self, request: Request, project: str) -> Sent:  # type: ignore[override]
        """Return the body. Nothing is read where the disk is full: FullDiskError."""

        def let_in(session: Session) -> Project:
            return self.let_in(request, project, session)

        is_full = _is_disk_full(request)
        if is_full or not _is_announced_small(request, min(LARGEST_BODY, self.most())):
            await in_place(request, let_in)
            # a key may be revoked while a large body comes: its sender is looked up again then
            del request.state.actor
        if is_full:
            raise full_disk()
        return Sent(await _read(request, self.most()), let_in)


def _is_announced_small(request: Request, most: int) -> bool:
    announced = request.headers.get("content-length", "")
    return announced.isdecimal() and int(announced) <= most
