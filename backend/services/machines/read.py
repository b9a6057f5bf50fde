"""Machines for people: all of a project, or one with whether it is fit to measure."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.machines.fitness import Fitness
from backend.domain.machines.fitness_history import dated
from backend.domain.machines.pages import MeasuredSuite, ShownMachine
from backend.domain.machines.quarantine import MachineQuarantine
from backend.domain.machines.readings import MOST_GLANCED, MOST_SHOWN, GlancedReading, MadeReading
from backend.domain.machines.self_comparisons import AlarmRate, SelfComparisonTally
from backend.domain.machines.testbed_noise import RepeatableSuite
from backend.domain.reports.conditions import PreflightCheck
from backend.domain.reports.run_pages import ListedRun
from backend.services.machines.judge import judge_machines
from backend.settings import settings
from backend.storage.jobs import self_checks
from backend.storage.machines import noise, quarantines, self_comparisons
from backend.storage.machines import pages as machine_pages
from backend.storage.machines import readings as machine_readings
from backend.storage.reports.run_lists import read_runs
from backend.wording.machines import rate_of

RUNS = 10
ALARMS = 5
STAYS = 10


@dataclass(frozen=True, slots=True)
class MachineWithFitness(ShownMachine):
    """A machine and whether it is fit to measure."""

    fitness: Fitness
    quarantine: MachineQuarantine | None
    """While it lasts, only A/A jobs are measured there."""
    ends_by_itself: bool
    """In quarantine: its agents take A/A jobs, and a steady one ends it. Else a person does."""


@dataclass(frozen=True, slots=True)
class ListedMachine(MachineWithFitness):
    """A machine in the list: with a short history for its picture."""

    history: Sequence[GlancedReading]
    """Oldest first, the newest 40 at most."""


@dataclass(frozen=True, slots=True)
class MachineList:
    rows: Sequence[ListedMachine]


@dataclass(frozen=True, slots=True)
class MachineDetail(MachineWithFitness):
    """A machine, whether it is fit to measure, and what that rests on."""

    readings: Sequence[MadeReading]
    """Oldest first, at most 300."""
    preflight: Sequence[PreflightCheck]
    """Checks of the newest one."""
    suites: Sequence[MeasuredSuite]
    recent_runs: Sequence[ListedRun]
    alarms: AlarmRate
    """Of its testbed."""
    repeatable: RepeatableSuite | None
    """Of its testbed."""
    checks: AlarmRate
    """Of its A/A jobs: how often the same code, measured in turns, differed from itself."""
    quarantines: Sequence[MachineQuarantine]
    """Its stays, the newest first."""


def list_machines(session: Session, project_id: int) -> MachineList:
    """Return every machine with its fingerprints and agents, and whether it is fit to measure."""
    machines = _judged(session, project_id)
    ids = [machine.id for machine in machines]
    histories = machine_readings.read_at_a_glance(session, project_id, ids, MOST_GLANCED)
    return MachineList([_listed(machine, histories[machine.id]) for machine in machines])


def read_machine(session: Session, project_id: int, machine_id: int) -> MachineDetail:
    """Return one machine; NotFoundError where the project has none with this id."""
    found = _judged(session, project_id, machine_id)
    if not found:
        raise NotFoundError(f"there is no machine {machine_id} in this project")
    machine = found[0]
    readings = machine_readings.read_newest(session, project_id, [machine_id], MOST_SHOWN)
    testbed_id = machine_pages.find_testbeds(session, project_id)[machine_id]
    recent = machine_pages.find_recent_runs(session, project_id, machine_id, RUNS)
    return MachineDetail(
        **{name: getattr(machine, name) for name in ShownMachine.__slots__},
        fitness=dated(machine.fitness, machine.full_name, readings[machine_id]),
        readings=readings[machine_id],
        preflight=machine_readings.read_preflight(session, project_id, machine_id),
        suites=machine_pages.read_suites(session, project_id, machine_id),
        recent_runs=read_runs(session, project_id, recent),
        alarms=_alarms(session, project_id, testbed_id),
        repeatable=noise.read_repeatable(session, project_id).get(testbed_id),
        checks=rate_of(self_checks.tally_of(session, project_id, machine_id), []),
        quarantine=machine.quarantine,
        ends_by_itself=machine.ends_by_itself,
        quarantines=quarantines.read_of_machine(session, project_id, machine_id, STAYS),
    )


def _listed(machine: MachineWithFitness, history: Sequence[GlancedReading]) -> ListedMachine:
    return ListedMachine(
        **{name: getattr(machine, name) for name in ShownMachine.__slots__},
        fitness=machine.fitness,
        quarantine=machine.quarantine,
        ends_by_itself=machine.ends_by_itself,
        history=history,
    )


def _judged(
    session: Session, project_id: int, machine_id: int | None = None
) -> list[MachineWithFitness]:
    machines = machine_pages.read_machines(session, project_id, settings().beat_seconds, machine_id)
    agents = [agent for machine in machines for agent in machine.agents]
    names = {machine.id: machine.full_name for machine in machines}
    stays = quarantines.read_open(session, project_id)
    checked = _checked(session, project_id, [one for one in names if one in stays])
    fitness = judge_machines(session, project_id, names, agents)
    return [
        MachineWithFitness(
            **{name: getattr(machine, name) for name in ShownMachine.__slots__},
            fitness=fitness[machine.id],
            quarantine=stays.get(machine.id),
            ends_by_itself=machine.id in checked,
        )
        for machine in machines
    ]


def _checked(session: Session, project_id: int, machine_ids: Sequence[int]) -> set[int]:
    """Return the machines that are checked by A/A jobs: an agent takes jobs, and has measured."""
    served = set(self_checks.served_machines(session, project_id)) if machine_ids else set()
    return {
        one
        for one in machine_ids
        if one in served and self_checks.checkable_code(session, project_id, one) is not None
    }


def _alarms(session: Session, project_id: int, testbed_id: int) -> AlarmRate:
    tally = self_comparisons.read_tallies(session, project_id).get(testbed_id)
    if tally is None:
        return rate_of(SelfComparisonTally(testbed_id, 0, 0, 0, 0, 0, None), [])
    newest = self_comparisons.read_alarms(session, project_id, testbed_id, ALARMS)
    return rate_of(tally, newest if tally.alarms else [])
