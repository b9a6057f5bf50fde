"""Testbeds, machines, fingerprints and environments in the database."""

from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from backend.domain.parameters import Parameters, attributes_hash
from backend.storage.tables.testbeds import (
    EnvironmentRow,
    FingerprintRow,
    MachineRow,
    TestbedRow,
)
from backend.storage.upsert import ensure


@dataclass(frozen=True, slots=True)
class MachineIds:
    machine_id: int
    fingerprint_id: int | None


def ensure_testbed(session: Session, project_id: int, name: str) -> int:
    return ensure(session, TestbedRow, ("name",), [{"project_id": project_id, "name": name}])[name,]


def ensure_machine(
    session: Session, project_id: int, testbed_id: int, name: str, fingerprint: Parameters
) -> MachineIds:
    """Return the ids of a machine and of the revision of its fingerprint, made where new."""
    row = {"project_id": project_id, "testbed_id": testbed_id, "name": name}
    machine_id = ensure(session, MachineRow, ("testbed_id", "name"), [row])[testbed_id, name]
    if not fingerprint:
        return MachineIds(machine_id, None)
    return MachineIds(machine_id, _ensure_fingerprint(session, project_id, machine_id, fingerprint))


def _ensure_fingerprint(
    session: Session, project_id: int, machine_id: int, attributes: Parameters
) -> int:
    seen = (
        select(func.coalesce(func.max(FingerprintRow.revision), 0) + 1)
        .where(FingerprintRow.project_id == project_id, FingerprintRow.machine_id == machine_id)
        .scalar_subquery()
    )
    key = attributes_hash(attributes)
    row = {
        "project_id": project_id,
        "machine_id": machine_id,
        "hash": key,
        "attributes": dict(attributes),
        "revision": session.execute(select(seen)).scalar_one(),
    }
    ids = ensure(session, FingerprintRow, ("machine_id", "hash"), [row])
    set_fingerprint(session, project_id, machine_id, ids[machine_id, key])
    return ids[machine_id, key]


def set_fingerprint(
    session: Session, project_id: int, machine_id: int, fingerprint_id: int
) -> None:
    """Note which revision a machine is at now; an earlier one may come back."""
    session.execute(
        update(MachineRow)
        .where(
            MachineRow.project_id == project_id,
            MachineRow.id == machine_id,
            MachineRow.fingerprint_id.is_distinct_from(fingerprint_id),
        )
        .values(fingerprint_id=fingerprint_id)
    )


def ensure_environment(session: Session, project_id: int, attributes: Parameters) -> int:
    key = attributes_hash(attributes)
    row = {"project_id": project_id, "hash": key, "attributes": dict(attributes)}
    return ensure(session, EnvironmentRow, ("hash",), [row])[key,]
