"""Warm-up and measured part: as many workers as connections, each with one order at a time.

The bound is kept by the workers themselves: there is never a task for an order that could not be
on its way. In the open loop a clock puts orders into a queue when they fall due.
"""

import asyncio
import resource
import time
from dataclasses import dataclass

from client.desk import Desk, session_for
from client.options import Options
from client.orders import Clerk
from client.record import Record

NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Measured:
    """The measured part."""

    record: Record
    seconds: float
    cpu_seconds: float


async def play(options: Options) -> Measured:
    """Play a whole run."""
    clerk = Clerk(options.seed)
    async with session_for(options) as session:
        await _warm_up(Desk(session, options, clerk, "w"), options)
        desk = Desk(session, options, clerk, "o")
        cpu_before = _cpu_seconds()
        started = desk.ended = time.monotonic_ns()
        await (_open(desk, options, started) if options.is_open else _closed(desk, options))
        cpu = _cpu_seconds() - cpu_before
    return Measured(desk.record, (desk.ended - started) / NS_PER_S, cpu)


async def _warm_up(desk: Desk, options: Options) -> None:
    async def work(worker: int) -> None:
        for index in range(worker, options.warmup, options.connections):
            await desk.send(index + 1)

    await asyncio.gather(*(work(worker) for worker in range(options.connections)))


async def _closed(desk: Desk, options: Options) -> None:
    numbers = iter(range(1, options.orders + 1))

    async def work() -> None:
        for number in numbers:
            await desk.send(number)

    await asyncio.gather(*(work() for _ in range(options.connections)))


async def _open(desk: Desk, options: Options, started: int) -> None:
    due: asyncio.Queue[tuple[int, int] | None] = asyncio.Queue()

    async def work() -> None:
        while order := await due.get():
            await desk.send(*order)

    async def clock() -> None:
        await _put_when_due(desk, due, options, started)
        for _ in range(options.connections):
            due.put_nowait(None)

    await asyncio.gather(clock(), *(work() for _ in range(options.connections)))


async def _put_when_due(
    desk: Desk, due: asyncio.Queue[tuple[int, int] | None], options: Options, started: int
) -> None:
    """Put each order; the loop wakes a millisecond late or so, which its latency contains."""
    for index in range(options.orders):
        if desk.record.gave_up:
            return
        when = started + int(index * NS_PER_S / (options.rate or 1))
        await _sleep_until(when)
        due.put_nowait((index + 1, when))
        if index % options.connections == 0:
            await asyncio.sleep(0)  # a burst of overdue orders must not keep answers waiting


async def _sleep_until(when: int) -> None:
    while (left := when - time.monotonic_ns()) > 0:  # noqa: ASYNC110 - it is the time that is awaited
        await asyncio.sleep(left / NS_PER_S)


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
