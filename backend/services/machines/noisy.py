"""Name the machines that were noisy while the runs behind a verdict were measured."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.machines.noisy import (
    NoisyMachine,
    ReadingOfRun,
    marked,
    noisy_machines,
    worst_of,
)
from backend.storage.machines import quarantines
from backend.storage.machines import readings as machine_readings


def of_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[NoisyMachine]:
    """Name them among some runs."""
    stays = quarantines.read_of_runs(session, project_id, run_ids)
    found = machine_readings.read_of_runs(session, project_id, run_ids)
    return marked(_named(session, project_id, found), stays)


def of_change(session: Session, project_id: int, change_id: int) -> list[NoisyMachine]:
    """Name them among the runs around a change point, as far as its levels reach."""
    found = machine_readings.read_around_change(session, project_id, change_id)
    stays = quarantines.read_around_change(session, project_id, change_id)
    return marked(_named(session, project_id, found), stays)


def _named(
    session: Session, project_id: int, readings: Sequence[ReadingOfRun]
) -> list[NoisyMachine]:
    worst = worst_of(readings)
    if not worst:
        return []
    checks = machine_readings.count_checks(
        session, project_id, [one.run for one in worst.values() if one.warnings]
    )
    return noisy_machines(readings, checks)
