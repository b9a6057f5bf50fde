"""Testbeds, machines, fingerprints and environments in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString, NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from backend.domain.catalogue.parameters import Parameters, attributes_hash
from backend.storage.engine import raw_connection
from backend.storage.tables.machines.testbeds import (
    EnvironmentRow,
    FingerprintRow,
    MachineRow,
    TestbedRow,
)
from backend.storage.upsert import ensure

_FIRST_SEEN: LiteralString = """
update fingerprint set first_seen_at = seen.at
from (
    select id, min(at) as at
    from unnest(%s::bigint[], %s::timestamptz[]) as run (id, at) group by id
) as seen
where fingerprint.project_id = %s and fingerprint.id = seen.id
  and fingerprint.first_seen_at > seen.at
"""
# an agent may have said since that the machine is another one now
_NEWEST: LiteralString = """
update machine set fingerprint_id = newest.fingerprint_id
from unnest(%s::bigint[]) as asked (machine_id)
cross join lateral (
    select fingerprint_id, started_at from run
    where run.project_id = %s and run.machine_id = asked.machine_id
      and run.fingerprint_id is not null
    order by run.started_at desc, run.id desc
    limit 1
) as newest
where machine.project_id = %s and machine.id = asked.machine_id
  and machine.fingerprint_id is distinct from newest.fingerprint_id
  and not exists (
      select from fingerprint known
      where known.project_id = machine.project_id and known.id = machine.fingerprint_id
        and known.first_seen_at > newest.started_at
  )
"""


@dataclass(frozen=True, slots=True)
class MachineIds:
    machine_id: int
    fingerprint_id: int | None


class FingerprintUse(NamedTuple):
    """A run that found a machine under a fingerprint."""

    machine_id: int
    fingerprint_id: int
    started_at: datetime


def ensure_testbed(session: Session, project_id: int, name: str) -> int:
    return ensure(session, TestbedRow, ("name",), [{"project_id": project_id, "name": name}])[name,]


def ensure_machine(
    session: Session,
    project_id: int,
    testbed_id: int,
    name: str,
    fingerprint: Parameters,
    known: int | None,
) -> MachineIds:
    """Return the ids of a machine and of the revision of its fingerprint, made where new.

    A new fingerprint counts as first seen now, until a run says that it was earlier. `known` is
    the machine that had this name before it was renamed.
    """
    row = {"project_id": project_id, "testbed_id": testbed_id, "name": name}
    key = ("testbed_id", "name")
    machine_id = known or ensure(session, MachineRow, key, [row])[testbed_id, name]
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
    return ensure(session, FingerprintRow, ("machine_id", "hash"), [row])[machine_id, key]


def record_fingerprint_uses(
    session: Session, project_id: int, seen: Sequence[FingerprintUse]
) -> None:
    """Date fingerprints by the starts of stored runs, whatever the order these came in.

    A machine is shown with the fingerprint of its newest run.
    """
    if not seen:
        return
    starts = [one.fingerprint_id for one in seen], [one.started_at for one in seen]
    machines = sorted({one.machine_id for one in seen})
    connection = raw_connection(session)
    connection.execute(_FIRST_SEEN, (*starts, project_id))
    connection.execute(_NEWEST, (machines, project_id, project_id))


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
