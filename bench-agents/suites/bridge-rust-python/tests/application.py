"""Handlers that show what they are run in; `/seen` tells what happened to those that ended."""

import asyncio
import contextvars
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

STARTED = contextvars.ContextVar("STARTED", default="lost")
STARTED.set("before serving")
PRIVATE = contextvars.ContextVar("PRIVATE", default="clean")
SEEN: list[str] = []


async def task(number: str) -> object:
    """Say whether a task is current before, at and after the first await, and always the same."""
    first = asyncio.current_task()
    await asyncio.sleep(0)
    second = asyncio.current_task()
    same = first is second is not None and first in asyncio.all_tasks()
    return {"same": same, "kind": type(first).__name__, "n": number}


async def timeout(number: str) -> object:
    try:
        async with asyncio.timeout(0.005):
            await asyncio.sleep(30)
    except TimeoutError:
        return {"timed out": number}
    return "went on"


async def group(number: str) -> object:
    """Use a task group at once: it belongs to the current task."""
    async with asyncio.TaskGroup() as tasks:
        part = tasks.create_task(asyncio.sleep(0.001, number))
    return part.result()


async def context(number: str) -> object:
    """Change a context variable; say what a child and the time after an await see of it."""
    before = PRIVATE.get()
    PRIVATE.set(number)
    child = asyncio.create_task(read())
    await asyncio.sleep(0.02)
    thread = await asyncio.to_thread(PRIVATE.get)
    return [STARTED.get(), before, PRIVATE.get(), await child, thread]


async def read() -> str:
    return PRIVATE.get()


async def call_soon(number: str) -> object:
    """Schedule a callback before the first await: it belongs to the loop and comes later."""
    order = ["first step"]
    asyncio.get_running_loop().call_soon(order.append, "callback")
    order.append("still first step")
    await asyncio.sleep(0.001)
    return [*order, number]


async def wait(number: str) -> object:
    SEEN.append(f"{number} began")
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        SEEN.append(f"{number} cancelled")
        raise
    finally:
        SEEN.append(f"{number} finally")
        sys.stderr.write(f"{number} finally\n")
        sys.stderr.flush()
    return number


async def seen(_number: str) -> object:
    return SEEN


async def fail(number: str) -> object:
    await asyncio.sleep(0)
    raise ValueError(f"no such thing: {number}")


async def fail_at_once(number: str) -> object:
    raise KeyError(number)


async def leave(number: str) -> object:
    raise SystemExit(number)


async def cancel_itself(_number: str) -> object:
    raise asyncio.CancelledError


async def unsayable(_number: str) -> object:
    return object()


def no_coroutine(number: str) -> object:
    return number


async def block(_number: str) -> object:
    time.sleep(30)  # noqa: ASYNC251 - what a handler should not do, and some do
    return None


async def gate(number: str) -> object:
    """Keep the loop from everything else until the file `<n>.open` is there."""
    stand_still(Path(number))
    return None


def stand_still(place: Path) -> None:
    place.touch()
    while not place.with_suffix(".open").exists():
        time.sleep(0.001)


async def lie(_number: str) -> object:
    return {"handler": "lie", "n": "0"}


WATCHED = (task, timeout, group, context, call_soon, wait, seen)
FAILING = (fail, fail_at_once, leave, cancel_itself, unsayable, no_coroutine, block, gate)
ASYNC: dict[str, Callable[[str], Awaitable[object]]] = {
    f"/{function.__name__}": function for function in (*WATCHED, *FAILING)
}
# The load asks these for the same kind of answer as the suite's own.
ASYNC |= {"/lie": lie, "/refuse": fail}
SYNC = ASYNC
