"""Agents that ask in the same moment: a testbed measures no more jobs than it may."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine, text

from backend.tests.api.jobs.fleet import FleetAgent, NewAgent, Person

AGENTS = 8


def count_given(agents: Sequence[FleetAgent]) -> int:
    """Let all agents ask at once, and count their leases."""
    start = threading.Barrier(len(agents))

    def seek(agent: FleetAgent) -> bool:
        start.wait()
        return agent.seek() is not None

    with ThreadPoolExecutor(len(agents)) as pool:
        return sum(pool.map(seek, agents))


def test_a_testbed_whose_agents_ask_at_once_measures_one_job_or_as_many_as_it_may(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agents = [new_agent(f"agent-{place}") for place in range(AGENTS)]
    for _ in agents:
        person.ask()
    assert count_given(agents) == 1
    with engine.begin() as connection:
        connection.execute(text('update testbed set tags = \'{"parallel": "3"}\''))
    assert count_given(agents) == 2


def test_testbeds_that_ask_at_once_take_no_more_minutes_than_a_project_has(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agents = [new_agent(f"agent-{place}", f"bed-{place}") for place in range(AGENTS)]
    for _ in agents:
        person.ask(budget_minutes=30)
    with engine.begin() as connection:
        connection.execute(text("update project set project_minutes = 45"))
    assert count_given(agents) == 2
