"""Machines in quarantine, and those that left it."""

from collections.abc import Sequence
from typing import Any, LiteralString

from sqlalchemy import func, insert, update
from sqlalchemy.orm import Session

from backend.domain.machines.quarantine import MachineQuarantine
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.machines.readings import AROUND_CHANGE, MOST_AROUND
from backend.storage.tables.machines.quarantines import MachineQuarantineRow

_STAYS: LiteralString = """
select q.id, q.machine_id, m.name, q.since, q.why, q.by, q.lifted_at, q.lifted_by, q.why_lifted
from machine_quarantine q
join machine m on m.project_id = q.project_id and m.id = q.machine_id
where q.project_id = %(project)s and {these}
order by q.since desc, q.id desc
"""
_OPEN: LiteralString = "q.lifted_at is null"
_OF_MACHINE: LiteralString = "q.machine_id = %(machine)s"
_WHILE_MEASURED: LiteralString = """exists (
    select from run r
    where r.project_id = q.project_id and r.machine_id = q.machine_id and r.started_at >= q.since
      and (q.lifted_at is null or r.started_at < q.lifted_at) and {runs})
"""
_THESE: LiteralString = "r.id = any(%(runs)s)"
_LOCK: LiteralString = """
select name from machine where project_id = %s and id = %s for no key update
"""
_WHY: LiteralString = """
select q.why from agent a
join machine_quarantine q on q.project_id = a.project_id and q.machine_id = a.machine_id
where a.project_id = %s and a.id = %s and q.lifted_at is null
limit 1
"""


def why_quarantined(session: Session, project_id: int, agent_id: int) -> str | None:
    """Return why the machine of an agent is in quarantine; None where it is not."""
    found = raw_connection(session).execute(_WHY, (project_id, agent_id)).fetchone()
    return None if found is None else found[0]


def lock_machine(session: Session, project_id: int, machine_id: int) -> str | None:
    """Let nobody else put a machine in or out, and return its name; None where there is none."""
    found = raw_connection(session).execute(_LOCK, (project_id, machine_id)).fetchone()
    return None if found is None else found[0]


def add(session: Session, project_id: int, machine_id: int, why: str, by: str) -> None:
    session.execute(
        insert(MachineQuarantineRow).values(
            project_id=project_id, machine_id=machine_id, why=why, by=by
        )
    )


def lift(session: Session, project_id: int, machine_id: int, why: str, by: str) -> int:
    """End the stays of a machine that last; returns how many those were."""
    found = session.execute(
        update(MachineQuarantineRow)
        .where(
            MachineQuarantineRow.project_id == project_id,
            MachineQuarantineRow.machine_id == machine_id,
            MachineQuarantineRow.lifted_at.is_(None),
        )
        .values(lifted_at=func.now(), lifted_by=by, why_lifted=why)
        .returning(MachineQuarantineRow.id)
        .execution_options(synchronize_session=False)
    )
    return len(found.all())


def read_open(session: Session, project_id: int) -> dict[int, MachineQuarantine]:
    """Return the machines that are in quarantine now, by their id."""
    found = _stays(session, _STAYS.format(these=_OPEN), {"project": project_id})
    return {one.machine_id: one for one in reversed(found)}


def read_of_machine(
    session: Session, project_id: int, machine_id: int, most: int
) -> list[MachineQuarantine]:
    """Return the stays of a machine, the newest first."""
    asked = {"project": project_id, "machine": machine_id}
    return _stays(session, _STAYS.format(these=_OF_MACHINE), asked)[:most]


def read_of_runs(
    session: Session, project_id: int, run_ids: Sequence[int]
) -> list[MachineQuarantine]:
    """Return the stays during which any of these runs was measured."""
    asked = {"project": project_id, "runs": list(run_ids)}
    return _stays(session, _STAYS.format(these=_WHILE_MEASURED.format(runs=_THESE)), asked)


def read_around_change(
    session: Session, project_id: int, change_id: int
) -> list[MachineQuarantine]:
    """Return the stays during which the runs next to a change point were measured."""
    asked = {"project": project_id, "change": change_id, "most": MOST_AROUND}
    these = _WHILE_MEASURED.format(runs=f"r.id {AROUND_CHANGE}")
    return _stays(session, _STAYS.format(these=these), asked)


def _stays(session: Session, sql: LiteralString, asked: dict[str, Any]) -> list[MachineQuarantine]:
    return cursor_of(session, MachineQuarantine).execute(sql, asked).fetchall()
