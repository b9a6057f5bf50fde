"""Comparisons of a program with itself: runs that could make one, and those that were made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.machines.self_comparisons import SelfComparison, SelfComparisonTally, Succession
from backend.storage.engine import cursor_of, raw_connection

BEGIN: LiteralString = """
insert into self_comparison_progress (project_id, run_id)
select id, 0 from project where deleted_at is null on conflict do nothing
"""
NEXT: LiteralString = """
select progress.project_id, progress.run_id
from self_comparison_progress progress
join project on project.id = progress.project_id and project.deleted_at is null
where exists (select from run
              where run.project_id = progress.project_id and run.id > progress.run_id)
order by progress.project_id
limit 1
for update of progress skip locked
"""
NEW_RUNS: LiteralString = """
select id from run where project_id = %s and id > %s order by id limit %s
"""
ADVANCE: LiteralString = """
update self_comparison_progress set run_id = %s where project_id = %s
"""
SUCCESSIONS: LiteralString = """
select run.id, before.id, run.testbed_id, run.started_at, before.is_same_commit,
       exists (select from self_comparison made
               where made.project_id = run.project_id and made.run_id = before.id
                 and made.compared > 0)
from run
cross join lateral (
    select b.id,
           (b.commit_id, b.branch_id) = (run.commit_id, run.branch_id) as is_same_commit
    from run b
    where b.project_id = run.project_id and b.id < run.id and b.suite_id = run.suite_id
      and b.testbed_id = run.testbed_id and b.fingerprint_id is not distinct from run.fingerprint_id
    order by b.id desc
    limit 1
) as before
where run.project_id = %s and run.id = any(%s)
order by run.id
"""
FIRST_BINARIES: LiteralString = """
select run_id, min(binary_hash)
from result
where project_id = %s and run_id = any(%s) and binary_hash <> ''
group by run_id
"""
ADD: LiteralString = """
insert into self_comparison
    (project_id, run_id, baseline_run_id, testbed_id, compared, alarms, measured_at)
values (%s, %s, %s, %s, %s, %s, %s)
on conflict do nothing
"""
TALLIES: LiteralString = """
select testbed_id, count(*) filter (where compared > 0), count(*) filter (where alarms > 0),
       count(*) filter (where compared = 0), sum(compared)::bigint, sum(alarms)::bigint,
       max(measured_at) filter (where compared > 0)
from self_comparison
where project_id = %s
group by testbed_id
"""
ALARMS: LiteralString = """
select run_id, baseline_run_id, testbed_id, compared, alarms, measured_at
from self_comparison
where project_id = %s and testbed_id = %s and alarms > 0
order by run_id desc
limit %s
"""


@dataclass(frozen=True, slots=True)
class NewRuns:
    """Runs of one project that nobody looked at yet, oldest first."""

    project_id: int
    run_ids: Sequence[int]


def take_new_runs(session: Session, most: int) -> NewRuns | None:
    """Take some runs of one project, held until the transaction ends; None where all are done."""
    connection = raw_connection(session)
    connection.execute(BEGIN)
    row = connection.execute(NEXT).fetchone()
    if row is None:
        return None
    project_id, last = row
    run_ids = [run[0] for run in connection.execute(NEW_RUNS, (project_id, last, most))]
    connection.execute(ADVANCE, (run_ids[-1], project_id))
    return NewRuns(project_id, run_ids)


def read_successions(session: Session, new: NewRuns) -> list[Succession]:
    """Return those of the runs that may have measured the same code as the run before them."""
    asked = (new.project_id, list(new.run_ids))
    found = cursor_of(session, Succession).execute(SUCCESSIONS, asked).fetchall()
    others = [one for one in found if not one.is_same_commit]
    ids = {run_id for one in others for run_id in (one.run_id, one.before_id)}
    first = _first_binaries(session, new.project_id, ids)
    return [
        one
        for one in found
        if one.is_same_commit
        or (one.run_id in first and first[one.run_id] == first.get(one.before_id))
    ]


def _first_binaries(session: Session, project_id: int, run_ids: set[int]) -> dict[int, str]:
    """Return the first binary of each run that names any: runs of the same program share it."""
    rows = raw_connection(session).execute(FIRST_BINARIES, (project_id, sorted(run_ids)))
    return dict(rows.fetchall())


def add(session: Session, project_id: int, made: SelfComparison) -> None:
    """Store one; a run that is the contender of one already stays so."""
    raw_connection(session).execute(
        ADD,
        (
            project_id, made.run_id, made.baseline_run_id, made.testbed_id, made.compared,
            made.alarms, made.measured_at,
        ),
    )  # fmt: skip


def read_tallies(session: Session, project_id: int) -> dict[int, SelfComparisonTally]:
    """Return the count of each testbed that has any."""
    cursor = cursor_of(session, SelfComparisonTally)
    return {tally.testbed_id: tally for tally in cursor.execute(TALLIES, (project_id,))}


def read_alarms(
    session: Session, project_id: int, testbed_id: int, most: int
) -> list[SelfComparison]:
    """Return the newest comparisons of a testbed that raised alarm."""
    cursor = cursor_of(session, SelfComparison)
    return cursor.execute(ALARMS, (project_id, testbed_id, most)).fetchall()
