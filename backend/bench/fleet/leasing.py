"""How long a lease takes while a fleet works through a long queue, and whether one is given twice.

Each agent asks, measures for some seconds, says that it is done, and asks again. How long it
measures is drawn again for each job, so that agents ask at all times, as a fleet does.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from backend.bench.fleet.asking import BusyError, PollingAgent
from backend.bench.fleet.crew import Crew, JobCounts
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.wire import Client, Waits

T = TypeVar("T")
WAIT_S = 50
WORK_S = 60.0
"""How long an agent measures a job, in the mean."""
COME_AGAIN_S = 1.0
WARM_UP = 24


@dataclass(slots=True)
class Fleet:
    """Agents at work, and what they were given."""

    client: Client
    names: Sequence[str]
    waits: list[float] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    """Jobs, in the order of the answers."""
    busy: int = 0
    """Questions that the server asked to be put again."""

    async def drain(self, name: str) -> None:
        """Take jobs and end them at once, until none is left."""
        agent = PollingAgent(self.client, name)
        while (lease := await self._insist(partial(agent.seek, 0))) is not None:
            self.given.append(lease["id"])
            await self._insist(partial(agent.end, lease))

    async def warm_up(self) -> None:
        """Let the server load what leases need; these count as given, and are not timed."""
        for name in self.names[:WARM_UP]:
            agent = PollingAgent(self.client, name)
            lease = await agent.seek(WAIT_S)
            self.given.append(lease["id"])
            await agent.end(lease)

    async def work(self, seconds: float) -> None:
        pace = random.Random(7)  # noqa: S311  a pace, no secret
        until = time.perf_counter() + seconds
        await asyncio.gather(*(self._work(name, pace, until) for name in self.names))

    async def _work(self, name: str, pace: random.Random, until: float) -> None:
        agent = PollingAgent(self.client, name)
        await asyncio.sleep(pace.uniform(0.0, WORK_S))
        while (began := time.perf_counter()) < until:
            lease = await self._insist(partial(agent.seek, WAIT_S))
            if lease is None:
                continue
            self.waits.append(time.perf_counter() - began)
            self.given.append(lease["id"])
            await asyncio.sleep(min(pace.uniform(0.5, 1.5) * WORK_S, until - time.perf_counter()))
            await self._insist(partial(agent.end, lease))

    async def _insist(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until the server has time, as agents do."""
        while True:
            try:
                return await ask()
            except BusyError:
                self.busy += 1
                await asyncio.sleep(COME_AGAIN_S)


@dataclass(frozen=True, slots=True)
class Leasing:
    """What a fleet got of a queue of some length."""

    queued: int
    waits: Waits
    given: Sequence[int]
    counts: JobCounts
    """What the database says of the same."""
    busy: int
    use: Use

    @property
    def cpu_ms(self) -> float:
        """Return milliseconds of the server's processor time per lease, its end included."""
        return self.use.cpu / len(self.waits.each) * 1e3

    @property
    def is_exact(self) -> bool:
        """Tell whether every answer is one lease of one job, and every lease was an answer."""
        told = len(set(self.given))
        return told == len(self.given) == self.counts.leased and self.counts.leased_again == 0


def measure_leasing(stand: Stand, client: Client, crew: Crew, seconds: float) -> Leasing:
    """Let the crew work for so long on what is queued."""
    fleet = Fleet(client, crew.names)
    asyncio.run(fleet.warm_up())
    queued = crew.counts().queued
    with watched(stand.roots) as use:
        asyncio.run(fleet.work(seconds))
    waits = Waits(fleet.waits, seconds)
    return Leasing(queued, waits, fleet.given, crew.counts(), fleet.busy, use)
