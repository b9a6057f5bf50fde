"""What agents cost the server that find nothing to do, beside the same server without them."""

import asyncio
import time
from dataclasses import dataclass

from backend.bench.fleet.asking import BusyError, PollingAgent
from backend.bench.fleet.crew import Crew
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.wire import Client

COME_AGAIN_S = 1.0
SHORTEST_HELD_S = 60
SETTLED_S = 50
"""From the first question until their cost is measured."""


@dataclass(frozen=True, slots=True)
class Idling:
    """Processor time of the server with so many idle agents, and without any."""

    agents: int
    use: Use
    alone: Use

    @property
    def cpu_ms(self) -> float:
        """Return milliseconds of the server's processor time per agent and minute."""
        return (_per_minute(self.use) - _per_minute(self.alone)) / self.agents * 1e3


def _per_minute(use: Use) -> float:
    return use.cpu / use.seconds * 60.0


def measure_idling(stand: Stand, client: Client, crew: Crew, seconds: float) -> Idling:
    """Let the crew wait for work for so long; before that, let nobody."""
    with watched(stand.roots) as alone:
        time.sleep(seconds / 4)
    use = asyncio.run(_idle(stand, client, crew.names, seconds))
    return Idling(crew.agents, use, alone)


async def _idle(stand: Stand, client: Client, names: list[str], seconds: float) -> Use:
    agents = [PollingAgent(client, name) for name in names]
    longest = [await agent.introduce() for agent in agents]
    # as long after a start of the server: at any time as many ask again as at any other
    tasks = [
        asyncio.create_task(_wait(agent, longest[place], (place + 1) / len(names)))
        for place, agent in enumerate(agents)
    ]
    await asyncio.sleep(SETTLED_S)
    with watched(stand.roots) as use:
        await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end
    return use


async def _wait(agent: PollingAgent, longest: int, phase: float) -> None:
    """Wait for work on held questions; the first one ends after a part of its time."""
    await asyncio.sleep(phase * SETTLED_S / 2)
    wait = max(SHORTEST_HELD_S, round(phase * longest))
    while True:
        try:
            if await agent.seek(wait) is not None:
                raise RuntimeError("an idle agent was given a job")
            wait = longest
        except BusyError:
            await asyncio.sleep(COME_AGAIN_S)
