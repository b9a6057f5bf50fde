"""Whether machines are fit to measure: one answer for the overview, the list, and their pages."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from backend.domain.machines.fitness import RECENT, Fitness, fitness_of
from backend.domain.machines.pages import Agent
from backend.storage.machines import pages as machine_pages
from backend.storage.machines import readings as machine_readings
from backend.storage.machines import self_comparisons
from backend.wording.machines import rate_of


def judge_machines(
    session: Session, project_id: int, names: Mapping[int, str], agents: Sequence[Agent]
) -> dict[int, Fitness]:
    """Judge machines, given by id with their names; `agents` may be more than theirs."""
    readings = machine_readings.read_newest(session, project_id, list(names), RECENT)
    testbeds = machine_pages.find_testbeds(session, project_id)
    tallies = self_comparisons.read_tallies(session, project_id)
    alarms = {testbed_id: rate_of(tally, []) for testbed_id, tally in tallies.items()}
    return {
        machine_id: fitness_of(
            name,
            readings[machine_id],
            [agent for agent in agents if agent.machine_id == machine_id],
            alarms.get(testbeds.get(machine_id, 0)),
        )
        for machine_id, name in names.items()
    }
