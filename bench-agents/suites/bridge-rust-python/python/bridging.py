"""The Python half of the bridge: a batch of requests becomes tasks, their ends become replies."""

import asyncio
import contextvars
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from json import dumps
from typing import Protocol

Handler = Callable[[str], Coroutine[object, object, object]]
Answering = Callable[[int, Handler, str], Coroutine[object, object, None]]
Step = Callable[[], object]
Suspended = dict[int, asyncio.Task[None]]
# What to call for a key, and with what; no handler: cancel what runs for it.
Job = tuple[int, Handler | None, str]

# Since 3.12 a task can begin at once. Before, its first step has to be taken from the loop.
HAS_EAGER_TASKS = sys.version_info >= (3, 12)


class Shard(Protocol):
    """The Rust half: what is queued for one loop, and the way back."""

    def take(self) -> list[Job]: ...
    def hold(self) -> None: ...
    def release(self) -> None: ...
    def reply(self, key: int, body: str) -> None: ...
    def fail(self, key: int, message: str) -> None: ...
    def wake_by_callback(self, call_soon: object, drain: object) -> None: ...
    def wake_by_descriptor(self) -> int: ...


def describe(error: BaseException) -> str:
    """Return the text of a 500."""
    return f"{type(error).__name__}: {error}"


def attach_plainly(shard: Shard, loop: asyncio.AbstractEventLoop) -> None:
    """Let the loop serve the shard: one call_soon_threadsafe per batch, a task per request."""

    def finish(key: int, task: asyncio.Task[object]) -> None:
        try:
            shard.reply(key, dumps(task.result()))
        except BaseException as error:  # noqa: BLE001 - every end of a handler is an answer
            shard.fail(key, describe(error))

    def drain() -> None:
        for key, handler, number in shard.take():
            if handler is not None:
                task = loop.create_task(handler(number))
                task.add_done_callback(partial(finish, key))

    shard.wake_by_callback(loop.call_soon_threadsafe, drain)


def attach_eagerly(shard: Shard, loop: asyncio.AbstractEventLoop) -> None:
    """Let the loop serve the shard: woken without the GIL, the first step of each task at once."""
    suspended: Suspended = {}  # the loop itself holds tasks only weakly
    begin = _begin_eagerly if HAS_EAGER_TASKS else _begin_by_taking
    take = shard.take
    replies = Replies(shard, loop)
    answer = _answering(shard, suspended, replies)

    def drain() -> None:
        """Begin every request that waits, and cancel what nobody waits for any more."""
        replies.are_released_soon = True
        try:
            begin(loop, answer, suspended, take())
        finally:
            replies.release()

    loop.add_reader(shard.wake_by_descriptor(), drain)


class Replies:
    """Hands replies over together, once the loop has gone through what is ready.

    Threads of the server woken one by one would compete with the loop for the cores.
    """

    __slots__ = ("_call_soon", "_release", "are_released_soon")

    def __init__(self, shard: Shard, loop: asyncio.AbstractEventLoop) -> None:
        shard.hold()
        self._release = shard.release
        self._call_soon = loop.call_soon
        self.are_released_soon = False

    def release_soon(self) -> None:
        self.are_released_soon = True
        self._call_soon(self.release)

    def release(self) -> None:
        self.are_released_soon = False
        self._release()


def _answering(shard: Shard, suspended: Suspended, replies: Replies) -> Answering:
    """Return the coroutine function that brings one request to its reply."""
    reply, fail, forget = shard.reply, shard.fail, suspended.pop

    async def answer(key: int, handler: Handler, number: str) -> None:
        try:
            body = dumps(await handler(number))
        except BaseException as error:  # nothing a handler raises may end otherwise
            fail(key, describe(error))
            if isinstance(error, asyncio.CancelledError | GeneratorExit):
                raise
        else:
            reply(key, body)
        finally:
            forget(key, None)
            if not replies.are_released_soon:
                replies.release_soon()

    return answer


def _begin_eagerly(
    loop: asyncio.AbstractEventLoop, answer: Answering, suspended: Suspended, jobs: list[Job]
) -> None:
    """Make tasks that take their first step when they are made."""
    new_task: Callable[..., asyncio.Task[None]] = asyncio.Task
    for key, handler, number in jobs:
        if handler is None:
            _cancel(suspended, key)
            continue
        task = new_task(answer(key, handler, number), loop=loop, eager_start=True)
        if not task.done():
            suspended[key] = task


def _begin_by_taking(
    loop: asyncio.AbstractEventLoop, answer: Answering, suspended: Suspended, jobs: list[Job]
) -> None:
    """Make all tasks, then run the first steps that they have asked the loop for.

    A task asks by `call_soon` when it is made. That name stands on the loop only meanwhile: what
    handlers schedule goes to the loop as ever.
    """
    steps: list[tuple[Step, contextvars.Context]] = []
    cancelled: list[int] = []

    def take(step: Step, *, context: contextvars.Context) -> None:
        steps.append((step, context))

    new_task: Callable[..., asyncio.Task[None]] = asyncio.Task
    loop.call_soon = take  # type: ignore[method-assign, assignment]
    try:
        for key, handler, number in jobs:
            if handler is None:
                cancelled.append(key)
            else:
                suspended[key] = new_task(answer(key, handler, number), loop=loop)
    finally:
        del loop.call_soon
    for step, context in steps:
        context.run(step)
    for key in cancelled:
        _cancel(suspended, key)


def _cancel(suspended: Suspended, key: int) -> None:
    task = suspended.get(key)
    if task is not None:
        task.cancel()
