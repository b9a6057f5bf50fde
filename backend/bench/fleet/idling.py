"""What agents cost the server that find nothing to do, beside the same server without them."""

import asyncio
import time
from dataclasses import dataclass

from backend.bench.fleet.asking import PollingAgent
from backend.bench.fleet.crew import Crew
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.wire import Client

WAIT_S = 50
"""How long a question of the agents waits."""
BEAT_S = 15.0


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
    """Let the crew ask for work, and beat, for so long; before that, let nobody."""
    with watched(stand.roots) as alone:
        time.sleep(seconds / 4)
    use = asyncio.run(_idle(stand, client, crew.names, seconds))
    return Idling(crew.agents, use, alone)


async def _idle(stand: Stand, client: Client, names: list[str], seconds: float) -> Use:
    agents = [PollingAgent(client, name) for name in names]
    ids = [await agent.introduce() for agent in agents]
    tasks = [
        asyncio.create_task(coroutine)
        for place, agent in enumerate(agents)
        for coroutine in (
            _seek(agent, place / len(names)),
            _beat(agent, ids[place], place / len(names)),
        )
    ]
    await asyncio.sleep(WAIT_S)
    with watched(stand.roots) as use:
        await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end
    return use


async def _seek(agent: PollingAgent, phase: float) -> None:
    await asyncio.sleep(phase * WAIT_S)
    while True:
        if await agent.seek(WAIT_S) is not None:
            raise RuntimeError("an idle agent was given a job")


async def _beat(agent: PollingAgent, number: str, phase: float) -> None:
    await asyncio.sleep(phase * BEAT_S)
    while True:
        await agent.post(f"/agents/{number}/beats", {"state": "idle", "spooled": 0})
        await asyncio.sleep(BEAT_S)
