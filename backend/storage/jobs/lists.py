"""Jobs for pages: the queue in its order, what is held, what is over."""

from collections.abc import Iterable
from typing import LiteralString

import msgspec
from sqlalchemy import Select, cast, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from backend.domain.jobs.records import StoredJob
from backend.domain.jobs.targets import JobPlan, JobRequest
from backend.domain.jobs.upheld import upheld_rate
from backend.domain.jobs.verdicts import VerdictTally
from backend.storage.engine import raw_connection
from backend.storage.jobs.rows import stored_job
from backend.storage.tables.jobs import JobRow
from backend.storage.tables.machines.testbeds import AgentRow, TestbedRow

# a compared row was measured, and is no alert
TALLIES: LiteralString = """
select m.id, m.name, t.name, array[
    count(*) filter (where j.verdict ->> 'finding' = 'confirmed'),
    count(*) filter (where j.verdict ->> 'finding' = 'refuted'),
    count(*) filter (where j.verdict ->> 'finding' = 'unclear'),
    count(*) filter (where j.verdict ->> 'finding' = 'unsteady')]
from job j
join agent a on a.project_id = j.project_id and a.id = j.agent_id
join machine m on m.project_id = a.project_id and m.id = a.machine_id
join testbed t on t.project_id = m.project_id and t.id = m.testbed_id
where j.project_id = %s and j.kind = 'confirm' and j.state = 'finished' and j.change_id is not null
group by m.id, m.name, t.name
order by m.name, t.name
"""


def read_waiting(session: Session, project_id: int, most: int) -> list[StoredJob]:
    """Return the front of the queue, in its order."""
    found = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.state == "queued")
        .order_by(JobRow.priority.desc(), JobRow.turn, JobRow.id)
        .limit(most)
    )
    return _jobs(session, found)


def count_waiting(session: Session, project_id: int) -> int:
    found = select(func.count()).where(JobRow.project_id == project_id, JobRow.state == "queued")
    return session.execute(found).scalar_one()


def read_held(session: Session, project_id: int, most: int) -> list[StoredJob]:
    found = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.state.in_(("leased", "running")))
        .order_by(JobRow.leased_at, JobRow.id)
        .limit(most)
    )
    return _jobs(session, found)


def read_over(session: Session, project_id: int, most: int, most_scheduled: int) -> list[StoredJob]:
    """Return the jobs that ended last, asked for and scheduled, the last in front."""
    ended = select(JobRow).where(JobRow.project_id == project_id, JobRow.ended_at.is_not(None))
    ended = ended.order_by(JobRow.ended_at.desc(), JobRow.id.desc())
    found = [
        *session.scalars(ended.where(JobRow.due_key.is_(None)).limit(most)),
        *session.scalars(ended.where(JobRow.due_key.is_not(None)).limit(most_scheduled)),
    ]
    found.sort(key=lambda row: (row.ended_at, row.id), reverse=True)
    return [stored_job(row) for row in found]


def read_of_change(session: Session, project_id: int, change_id: int, most: int) -> list[StoredJob]:
    """Return the jobs that are to confirm a change point, newest first."""
    found = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.change_id == change_id)
        .order_by(JobRow.id.desc())
        .limit(most)
    )
    return _jobs(session, found)


def read_of_machine(
    session: Session, project_id: int, machine_id: int, most: int, *, is_open: bool = False
) -> list[StoredJob]:
    """Return the checks of a machine, all or those that are not over, newest first."""
    found = (
        select(JobRow)
        .where(
            JobRow.project_id == project_id, JobRow.kind == "aa", JobRow.machine_id == machine_id
        )
        .order_by(JobRow.id.desc())
        .limit(most)
    )
    return _jobs(session, found.where(JobRow.ended_at.is_(None)) if is_open else found)


def read_of_pull(session: Session, project_id: int, pull_id: int, most: int) -> list[StoredJob]:
    """Return the jobs of a pull request, newest first."""
    found = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.pull_id == pull_id)
        .order_by(JobRow.id.desc())
        .limit(most)
    )
    return _jobs(session, found)


def read_alike(session: Session, project_id: int, asked: JobRequest, most: int) -> list[StoredJob]:
    """Return the jobs that measure and judge the same in one place, newest first.

    Two metrics of one benchmark measure the same, and are judged by themselves.
    """
    commits, only = msgspec.to_builtins((asked.target.commits, asked.target.only))
    found = (
        select(JobRow)
        .where(
            JobRow.project_id == project_id,
            JobRow.suite == asked.target.suite,
            func.md5(JobRow.target["commits"].astext)
            == func.md5(func.jsonb_extract_path_text(cast({"of": commits}, JSONB), "of")),
            JobRow.kind == asked.kind,
            JobRow.testbed_id == asked.testbed_id,
            JobRow.due_key.is_(None),
            or_(
                JobRow.target["only"] == only,
                JobRow.plan["measured"] == only,  # of a sweep that dropped values
            ),
        )
        .order_by(JobRow.id.desc())
        .limit(most)
    )
    judged = (asked.plan or JobPlan()).judged
    return [one for one in _jobs(session, found) if (one.plan or JobPlan()).judged == judged]


def read_ahead(session: Session, project_id: int, job: StoredJob, most: int) -> list[StoredJob]:
    """Return the waiting jobs that come before one, as far as they share its testbed."""
    own = (JobRow.priority, -JobRow.turn, -JobRow.id)
    place = func.row(*own) > func.row(job.priority, -job.turn, -job.id)
    found = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.state == "queued", place)
        .order_by(JobRow.priority.desc(), JobRow.turn, JobRow.id)
        .limit(most)
    )
    return _jobs(session, found)


def read_neighbour(
    session: Session, project_id: int, before: StoredJob | None, without: int
) -> StoredJob | None:
    """Return the waiting job that is just before one, or the last one of all; one left out."""
    found = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.state == "queued", JobRow.id != without)
        .order_by(JobRow.priority, JobRow.turn.desc(), JobRow.id.desc())
        .limit(1)
    )
    if before is not None:
        own = func.row(JobRow.priority, -JobRow.turn, -JobRow.id)
        found = found.where(own > func.row(before.priority, -before.turn, -before.id))
    return next(iter(_jobs(session, found)), None)


def make_room(
    session: Session, project_id: int, ahead: StoredJob, without: int, room: float
) -> None:
    """Let a waiting job, and those of its priority ahead of it, come sooner; one left out."""
    session.execute(
        update(JobRow)
        .where(
            JobRow.project_id == project_id, JobRow.state == "queued", JobRow.id != without,
            JobRow.priority == ahead.priority,
            func.row(JobRow.turn, JobRow.id) <= func.row(ahead.turn, ahead.id),
        )
        .values(turn=JobRow.turn - room)
        .execution_options(synchronize_session=False)
    )  # fmt: skip


def tally_verdicts(session: Session, project_id: int) -> list[VerdictTally]:
    """Count what confirmations found, by machine; of one change, each of them."""
    rows = raw_connection(session).execute(TALLIES, (project_id,))
    return [
        VerdictTally(
            *(machine_id, machine, testbed),
            *(upheld, refuted, unclear, unsteady),
            upheld_rate(upheld, upheld + refuted + unclear + unsteady),
        )
        for machine_id, machine, testbed, (upheld, refuted, unclear, unsteady) in rows
    ]


def name_testbeds(session: Session, project_id: int, ids: Iterable[int | None]) -> dict[int, str]:
    wanted = sorted({id_ for id_ in ids if id_ is not None})
    found = select(TestbedRow.id, TestbedRow.name).where(
        TestbedRow.project_id == project_id, TestbedRow.id.in_(wanted)
    )
    return dict(session.execute(found).all())


def name_agents(session: Session, project_id: int, ids: Iterable[int | None]) -> dict[int, str]:
    wanted = sorted({id_ for id_ in ids if id_ is not None})
    found = select(AgentRow.id, AgentRow.name).where(
        AgentRow.project_id == project_id, AgentRow.id.in_(wanted)
    )
    return dict(session.execute(found).all())


def find_testbed(session: Session, project_id: int, name: str) -> int | None:
    return session.scalars(
        select(TestbedRow.id).where(TestbedRow.project_id == project_id, TestbedRow.name == name)
    ).one_or_none()


def _jobs(session: Session, found: Select[JobRow]) -> list[StoredJob]:
    return [stored_job(row) for row in session.scalars(found)]
