"""The part of make bench about agents: leases from a short and a long queue, and idle agents."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from backend.bench import show
from backend.bench.fleet.crew import FIT, FIT_NOBODY, Crew
from backend.bench.fleet.idling import Idling, measure_idling
from backend.bench.fleet.leasing import Leasing, measure_leasing
from backend.bench.stand import Stand
from backend.bench.verdicts import DOUBTFUL, SLOWER, BudgetVerdict
from backend.bench.wire import Client

AGENTS = 1_000
SHORT, LONG = 5_000, 100_000
MOST_LEASE_MS = 50.0
MOST_IDLE_MS = 1.0


@dataclass(frozen=True, slots=True)
class FleetFigures:
    """What was measured, in the order of the budgets."""

    leasing: Sequence[Leasing]
    """From a short queue, then from a long one."""
    idling: Idling


def measure_fleet(stand: Stand, *, is_quick: bool) -> FleetFigures:
    """Let a fleet work on queues of two lengths, then find nothing in a long one."""
    project, secret = stand.project("fleet")
    client = Client(stand.address, "fleet", secret)
    seconds = 40.0 if is_quick else 120.0
    with stand.connect() as connection:
        crew = Crew(connection, project, AGENTS)
        crew.register()
        leasing = []
        for queued in (SHORT, LONG):
            with show.step(f"{AGENTS:,} agents at work, {queued:,} jobs queued"):
                crew.queue(queued, FIT)
                found = measure_leasing(stand, client, crew, seconds)
                show.say(f"  {_leases(found)}")
                show.say(f"  {show.cpu(found.use, len(found.waits.each), 'lease')}; {_load()}")
                crew.clear()
            leasing.append(found)
        with show.step(f"{AGENTS:,} agents that find nothing in {LONG:,} jobs"):
            crew.queue(LONG, FIT_NOBODY)
            idling = measure_idling(stand, client, crew, seconds)
            show.say(f"  {show.cpu(idling.use, AGENTS, 'agent')}; {_load()}")
    return FleetFigures(leasing, idling)


def of_fleet(found: FleetFigures) -> list[BudgetVerdict]:
    """Judge leases and idle agents."""
    short, long = found.leasing
    is_met = long.is_exact and long.waits.quantile(0.99) <= MOST_LEASE_MS
    time = long.waits.quantile(0.5) / short.waits.quantile(0.5)
    cpu = long.cpu_ms / short.cpu_ms
    foreign = max(short.use.foreign, long.use.foreign)
    slower = cpu if foreign > DOUBTFUL else time
    idle = found.idling
    return [
        BudgetVerdict(
            f"lease, {AGENTS:,} agents, {LONG:,} jobs", f"p99 ≤ {MOST_LEASE_MS:.0f} ms, each once",
            _leases(long), is_met, long.use.foreign,
        ),
        BudgetVerdict(
            f"the same, to {SHORT:,} jobs", f"≤ {SLOWER}x",
            f"{cpu:.2f}x in CPU time, {time:.2f}x in the median", slower <= SLOWER, foreign,
        ),
        BudgetVerdict(
            "an idle agent", f"≤ {MOST_IDLE_MS:.0f} ms CPU a minute", f"{idle.cpu_ms:.2f} ms",
            idle.cpu_ms <= MOST_IDLE_MS, idle.use.foreign,
        ),
    ]  # fmt: skip


def _leases(found: Leasing) -> str:
    waits = found.waits
    exact = "each once" if found.is_exact else "NOT EACH ONCE"
    return (
        f"p50 {waits.quantile(0.5):.0f} ms, p99 {waits.quantile(0.99):.0f} ms,"
        f" {len(found.given):,} leases, {exact}, {found.busy} put off"
    )


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"
