"""Readings of machines in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

import msgspec
from psycopg.rows import dict_row
from sqlalchemy import insert
from sqlalchemy.orm import Session

from backend.domain.machines.fitness import is_unfit_alone
from backend.domain.machines.noisy import ReadingOfRun
from backend.domain.machines.readings import GlancedReading, MachineReading, MadeReading
from backend.domain.reports.conditions import ControlWork, PreflightCheck
from backend.storage.engine import raw_connection
from backend.storage.tables.machines.testbeds import MachineReadingRow

NEWEST: LiteralString = """
select r.machine_id, r.run_id as run, r.measured_at, fingerprint.revision, r.score, r.low, r.high,
       r.verdict, r.works, r.warnings, r.foreign_share
from unnest(%(machines)s::bigint[]) as asked (machine_id)
cross join lateral (
    select * from machine_reading
    where project_id = %(project)s and machine_reading.machine_id = asked.machine_id
    order by measured_at desc, run_id desc
    limit %(most)s
) as r
join run on run.project_id = r.project_id and run.id = r.run_id
left join fingerprint
  on fingerprint.project_id = run.project_id and fingerprint.id = run.fingerprint_id
order by r.machine_id, r.measured_at, r.run_id
"""
GLANCED: LiteralString = """
select asked.machine_id, r.run_id, r.measured_at, r.score, r.verdict, r.foreign_share
from unnest(%(machines)s::bigint[]) as asked (machine_id)
cross join lateral (
    select run_id, measured_at, score, verdict, foreign_share from machine_reading
    where project_id = %(project)s and machine_reading.machine_id = asked.machine_id
    order by measured_at desc, run_id desc
    limit %(most)s
) as r
order by asked.machine_id, r.measured_at, r.run_id
"""
PREFLIGHT: LiteralString = """
select run.conditions -> 'preflight' -> 'checks'
from machine_reading r
join run on run.project_id = r.project_id and run.id = r.run_id
where r.project_id = %s and r.machine_id = %s and run.conditions ? 'preflight'
order by r.measured_at desc, r.run_id desc
limit 1
"""
OF_RUNS: LiteralString = """
select distinct on (machine.name) machine.name, r.score, r.low, r.high, r.verdict, r.warnings
from machine_reading r
join machine on machine.project_id = r.project_id and machine.id = r.machine_id
where r.project_id = %s and r.run_id = any(%s)
order by machine.name, r.score nulls last, r.measured_at desc
"""
_SAID: LiteralString = """
select r.run_id, machine.id, machine.name, r.score, r.low, r.high, r.verdict, r.warnings,
       r.foreign_share
from machine_reading r
join machine on machine.project_id = r.project_id and machine.id = r.machine_id
where r.project_id = %(project)s and {these}
"""
_THESE_RUNS: LiteralString = "r.run_id = any(%(runs)s)"
AROUND_CHANGE: LiteralString = """in (
with change as (
    select project_id, series_id, position, before_n, after_n
    from change_point where project_id = %(project)s and id = %(change)s
), judged as (
    (select r.run_id from change c
     join result r on r.project_id = c.project_id and r.series_id = c.series_id
                  and r.position < c.position
     order by r.position desc, r.run_id desc
     limit (select least(before_n, %(most)s) from change))
    union
    (select r.run_id from change c
     join result r on r.project_id = c.project_id and r.series_id = c.series_id
                  and r.position >= c.position
     order by r.position, r.run_id
     limit (select least(after_n, %(most)s) from change))
)
select run_id from judged)
"""
MOST_AROUND = 20
"""Runs on each side of a change point that are asked how their machine was."""
CHECKS: LiteralString = """
select id, jsonb_array_length(conditions -> 'preflight' -> 'checks')
from run where project_id = %s and id = any(%s)
"""


@dataclass(frozen=True, slots=True)
class NoisyReading:
    """The noisiest reading of a machine among some runs."""

    machine: str
    score: float | None
    low: float | None
    high: float | None
    verdict: str | None
    warnings: int


@dataclass(frozen=True, slots=True)
class NewReading:
    run_id: int
    machine_id: int
    measured_at: datetime
    reading: MachineReading


def add(session: Session, project_id: int, new: Sequence[NewReading | None]) -> None:
    """Store the readings of runs that are new in this transaction; those without are left out."""
    rows = [_row(project_id, one) for one in new if one is not None]
    if rows:
        session.execute(insert(MachineReadingRow), rows)


def _row(project_id: int, new: NewReading) -> dict[str, Any]:
    said = new.reading
    return {
        "project_id": project_id,
        "run_id": new.run_id,
        "machine_id": new.machine_id,
        "measured_at": new.measured_at,
        "score": said.score,
        "low": said.low,
        "high": said.high,
        "verdict": said.verdict,
        "works": list(said.works),
        "warnings": said.warnings,
        "foreign_share": said.foreign_share,
    }


def read_newest(
    session: Session, project_id: int, machine_ids: Sequence[int], most: int
) -> dict[int, list[MadeReading]]:
    """Return the newest readings of each machine, oldest first, at most `most` of each."""
    asked = {"project": project_id, "machines": list(machine_ids), "most": most}
    found: dict[int, list[MadeReading]] = {machine_id: [] for machine_id in machine_ids}
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    for row in cursor.execute(NEWEST, asked):
        works = msgspec.convert(row.pop("works"), list[ControlWork])
        found[row.pop("machine_id")].append(MadeReading(works=works, **row))
    return found


def read_at_a_glance(
    session: Session, project_id: int, machine_ids: Sequence[int], most: int
) -> dict[int, list[GlancedReading]]:
    """Return what a small picture of each machine shows, oldest first, at most `most` of each."""
    asked = {"project": project_id, "machines": list(machine_ids), "most": most}
    found: dict[int, list[GlancedReading]] = {machine_id: [] for machine_id in machine_ids}
    rows = raw_connection(session).execute(GLANCED, asked)
    for machine_id, run, measured_at, score, verdict, foreign_share in rows:
        is_unfit = is_unfit_alone(verdict, score, foreign_share)
        found[machine_id].append(GlancedReading(run, measured_at, score, is_unfit))
    return found


def read_noisiest(session: Session, project_id: int, run_ids: Sequence[int]) -> list[NoisyReading]:
    """Return what some runs said of their machines, the noisiest reading of each."""
    rows = raw_connection(session).execute(OF_RUNS, (project_id, list(run_ids)))
    return [NoisyReading(*row) for row in rows]


def read_of_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[ReadingOfRun]:
    """Return what some runs said of their machines; nothing for those that said nothing."""
    asked = {"project": project_id, "runs": list(run_ids)}
    rows = raw_connection(session).execute(_SAID.format(these=_THESE_RUNS), asked)
    return [ReadingOfRun(*row) for row in rows]


def read_around_change(session: Session, project_id: int, change_id: int) -> list[ReadingOfRun]:
    """Return what the runs next to a change point said, as many per side as its levels hold."""
    asked = {"project": project_id, "change": change_id, "most": MOST_AROUND}
    rows = raw_connection(session).execute(_SAID.format(these=f"r.run_id {AROUND_CHANGE}"), asked)
    return [ReadingOfRun(*row) for row in rows]


def count_checks(session: Session, project_id: int, run_ids: Sequence[int]) -> dict[int, int]:
    """Count the checks of the preflights of runs that had one."""
    if not run_ids:
        return {}
    rows = raw_connection(session).execute(CHECKS, (project_id, list(run_ids)))
    return {run_id: count or 0 for run_id, count in rows}


def read_preflight(session: Session, project_id: int, machine_id: int) -> list[PreflightCheck]:
    """Return the checks of the newest preflight of a machine; none where no run had one."""
    row = raw_connection(session).execute(PREFLIGHT, (project_id, machine_id)).fetchone()
    return msgspec.convert(row[0], list[PreflightCheck]) if row and row[0] else []
