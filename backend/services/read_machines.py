"""Machines for people: all of a project, or one with whether it is fit to measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.machine_fitness import Fitness, fitness_of
from backend.domain.machine_pages import MachineList, MeasuredSuite, ShownMachine
from backend.domain.machine_readings import MadeReading
from backend.domain.run_pages import ListedRun
from backend.domain.self_comparisons import AlarmRate, Tally, rate_of
from backend.settings import settings
from backend.storage import machine_pages, machine_readings, self_comparisons
from backend.storage.run_lists import read_runs

RUNS = 10
ALARMS = 5


@dataclass(frozen=True, slots=True)
class MachineDetail(ShownMachine):
    """A machine, whether it is fit to measure, and what that rests on."""

    fitness: Fitness
    readings: Sequence[MadeReading]
    """Oldest first, at most 300."""
    preflight: Sequence[Mapping[str, Any]]
    """Checks of the newest one."""
    suites: Sequence[MeasuredSuite]
    recent_runs: Sequence[ListedRun]
    alarms: AlarmRate
    """Of its testbed."""


def list_machines(session: Session, project_id: int) -> MachineList:
    """Return every machine with its fingerprints and agents."""
    return MachineList(machine_pages.read_machines(session, project_id, settings().beat_seconds))


def read_machine(session: Session, project_id: int, machine_id: int) -> MachineDetail:
    """Return one machine; NotFoundError where the project has none with this id."""
    found = machine_pages.read_machines(session, project_id, settings().beat_seconds, machine_id)
    if not found:
        raise NotFoundError(f"there is no machine {machine_id} in this project")
    machine = found[0]
    readings = machine_readings.read_newest(session, project_id, machine_id)
    alarms = _alarms(session, project_id, machine_id)
    recent = machine_pages.find_recent_runs(session, project_id, machine_id, RUNS)
    return MachineDetail(
        **{name: getattr(machine, name) for name in ShownMachine.__slots__},
        fitness=fitness_of(machine.name, readings, machine.agents, alarms),
        readings=readings,
        preflight=machine_readings.read_preflight(session, project_id, machine_id),
        suites=machine_pages.read_suites(session, project_id, machine_id),
        recent_runs=read_runs(session, project_id, recent),
        alarms=alarms,
    )


def _alarms(session: Session, project_id: int, machine_id: int) -> AlarmRate:
    testbed_id = machine_pages.find_testbed(session, project_id, machine_id) or 0
    tally = self_comparisons.read_tallies(session, project_id).get(testbed_id)
    if tally is None:
        return rate_of(Tally(testbed_id, 0, 0, 0, 0, 0, None), [])
    newest = self_comparisons.read_alarms(session, project_id, testbed_id, ALARMS)
    return rate_of(tally, newest if tally.alarms else [])
