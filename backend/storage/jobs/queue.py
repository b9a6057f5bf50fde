"""What a lease reads: the front of the queue, and who is at work."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, LiteralString

from sqlalchemy import Exists, exists, func, select
from sqlalchemy.orm import Session

from backend.domain.jobs.choosing import JobTurn, KnownAgent, WaitingJob, turn_of
from backend.domain.jobs.records import PausedRun, StoredJob
from backend.domain.machines.versions import version_trouble
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.jobs.label_sets import LABEL_SETS
from backend.storage.jobs.rows import stored_job
from backend.storage.tables.jobs import JobRow
from backend.storage.tables.machines.quarantines import MachineQuarantineRow
from backend.storage.tables.machines.testbeds import AgentRow, MachineRow

FRONT = 20
"""Jobs among which an agent's preferred labels may choose."""
HEARD_LATELY = timedelta(minutes=3)
LONGEST_WORK = timedelta(hours=6)
"""So long an agent that beats may measure something without asking for more."""
# Once a minute is enough to remember that an agent takes jobs.
FIND: LiteralString = """
with noted as (
    update agent set labels = %(labels)s::text[], asked_at = now()
    where project_id = %(project)s and name = %(name)s
      and (asked_at is null or asked_at <= now() - interval '1 minute'
           or labels <> %(labels)s::text[])
)
select agent.id, testbed.id, testbed.name, testbed.tags, machine.id,
       exists (select from machine_quarantine as kept
               where kept.project_id = machine.project_id and kept.machine_id = machine.id
                 and kept.lifted_at is null),
       coalesce(project.person_minutes, project.project_minutes) is not null,
       agent.room_for is not null, agent.version
from agent
join machine on machine.project_id = agent.project_id and machine.id = agent.machine_id
join testbed on testbed.project_id = machine.project_id and testbed.id = machine.testbed_id
join project on project.id = agent.project_id
where agent.project_id = %(project)s and agent.name = %(name)s
{lock}
"""
# One scan of an index for each set of labels that somebody asks for and this agent has, however
# many jobs wait that it cannot measure.
CANDIDATES: LiteralString = """
{sets}
select front.*,
       (select count(*) from job where project_id = %(project)s and measured_on = %(testbed)s
            and state in ('leased', 'running') and due_key is null)
from asked cross join lateral (
    select id, priority, turn, labels, preferred, not_before, kind, machine_id, asker,
        testbed_id
    from job
    where project_id = %(project)s and coalesce(testbed_id, 0) = asked.place and state = 'queued'
      and hash_array_extended(labels, 0) = asked.set {kinds}
      and (machine_id is null or machine_id = %(machine)s)
      and asker <> all(%(spent)s::text[])
      and labels <@ %(labels)s and (not_before is null or not_before <= now())
    order by priority desc, turn, id limit %(most)s
) as front
where asked.labels <@ %(labels)s
"""
HERE_AND_ANYWHERE: LiteralString = "(values (0::bigint), (%(testbed)s::bigint))"
ONLY_CHECKS: LiteralString = "and kind = 'aa'"
NOW: LiteralString = """
select turn from job where project_id = %s and lease > 0 order by turn desc limit 1
"""
PAUSED: LiteralString = """
select agent.name as agent, run.suite, run.paused_after as rounds, run.paused_for as job
from agent, jsonb_to_recordset(planned) as run (suite text, paused_after bigint, paused_for bigint)
where project_id = %s and run.paused_after is not null and run.paused_for is not null
  and last_beat_at > now() - interval '1 hour'
order by agent.name, run.suite
limit 100
"""
QUEUED_BY: LiteralString = """
select count(*) from job where project_id = %s and asker = %s and state = 'queued'
"""
LAST_END: LiteralString = """
select turn_end from job where project_id = %s and asker = %s order by turn_end desc limit 1
"""
DURATIONS: LiteralString = """
select extract(epoch from ended_at - leased_at)::float8 from job
where project_id = %s and kind = %s and suite = %s and state = 'finished'
  and (%s::bigint is null or measured_on = %s) and (due_key is not null) = %s
order by ended_at desc limit 20
"""


@dataclass(frozen=True, slots=True)
class AskingAgent:
    """An agent that asks for work, and where it would measure."""

    id: int
    testbed_id: int
    testbed: str
    tags: dict[str, str]
    machine_id: int
    is_quarantined: bool
    """Only checks of its machine are given to it."""
    has_quotas: bool
    """Its project keeps jobs within machine minutes."""
    makes_room: bool
    """It was told to pause what it measures for a job."""
    version: str

    @property
    def version_trouble(self) -> str:
        """Why nothing is given to it; empty: its version is near the server's."""
        return version_trouble(self.version)

    @property
    def leaves_work(self) -> bool:
        """Whether others may be given what this agent is not."""
        return self.is_quarantined or bool(self.version_trouble)


@dataclass(frozen=True, slots=True)
class QueueFront:
    """The jobs in front of an agent, and how many its testbed measures now."""

    waiting: Sequence[WaitingJob]
    measured: int = 0
    """Not counted where none waits."""


def find_agent(
    session: Session, project_id: int, name: str, labels: Sequence[str], *, is_locked: bool
) -> AskingAgent | None:
    """Return an agent that asks, and remember that it takes jobs, and its labels.

    Locked, nobody else leases for its testbed before the transaction ends.
    """
    wanted = FIND.format(lock="for no key update of testbed" if is_locked else "")
    asked = {"project": project_id, "name": name, "labels": list(labels)}
    return cursor_of(session, AskingAgent).execute(wanted, asked).fetchone()


def read_front(
    session: Session,
    project_id: int,
    agent: AskingAgent,
    labels: Sequence[str],
    spent: Sequence[str] = (),
) -> QueueFront:
    """Return the jobs in front that an agent with some labels may measure.

    Those of askers whose quota is spent are left out.
    """
    asked: dict[str, Any] = {
        "project": project_id, "testbed": agent.testbed_id, "machine": agent.machine_id,
        "labels": list(labels), "most": FRONT, "spent": list(spent),
    }  # fmt: skip
    sets = LABEL_SETS.format(places=HERE_AND_ANYWHERE)
    wanted = CANDIDATES.format(sets=sets, kinds=ONLY_CHECKS if agent.is_quarantined else "")
    found = raw_connection(session).execute(wanted, asked).fetchall()
    if not found:
        return QueueFront(())
    return QueueFront([WaitingJob(*row[:-1]) for row in found], found[0][-1])


def _is_quarantined(project_id: int) -> Exists:
    """Whether the machine of a statement is in quarantine."""
    return exists().where(
        MachineQuarantineRow.project_id == project_id,
        MachineQuarantineRow.machine_id == MachineRow.id,
        MachineQuarantineRow.lifted_at.is_(None),
    )


def take(session: Session, project_id: int, job_id: int) -> StoredJob | None:
    """Lock a waiting job and return it; None where another agent takes it or has it by now."""
    wanted = (
        select(JobRow)
        .where(JobRow.project_id == project_id, JobRow.id == job_id, JobRow.state == "queued")
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    row = session.scalars(wanted).one_or_none()
    return None if row is None else stored_job(row)


def count_queued_by(session: Session, project_id: int, asker: str) -> int:
    found = raw_connection(session).execute(QUEUED_BY, (project_id, asker)).fetchone()
    return 0 if found is None else int(found[0])


def next_turn(session: Session, project_id: int, asker: str, minutes: float) -> JobTurn:
    """Return the turn of a new job of an asker."""
    connection = raw_connection(session)
    now = connection.execute(NOW, (project_id,)).fetchone()
    last = connection.execute(LAST_END, (project_id, asker)).fetchone()
    return turn_of(now[0] if now else 0.0, last[0] if last else None, minutes)


def read_durations(
    session: Session,
    project_id: int,
    kind: str,
    suite: str,
    testbed_id: int | None,
    *,
    is_scheduled: bool = False,
) -> list[float]:
    """Return how many seconds the last jobs of a kind and suite took, asked for or scheduled."""
    asked = (project_id, kind, suite, testbed_id, testbed_id, is_scheduled)
    return [row[0] for row in raw_connection(session).execute(DURATIONS, asked)]


def read_agents(session: Session, project_id: int) -> dict[int, list[KnownAgent]]:
    """Return the agents that take jobs and were heard of lately, by testbed."""
    found = session.execute(
        select(
            MachineRow.testbed_id, AgentRow.name, AgentRow.labels, AgentRow.state, MachineRow.id,
            _is_quarantined(project_id), AgentRow.version,
        )
        .join(
            MachineRow,
            (MachineRow.project_id == project_id) & (MachineRow.id == AgentRow.machine_id),
        )
        .where(
            AgentRow.project_id == project_id,
            AgentRow.asked_at > func.now() - LONGEST_WORK,
            func.greatest(AgentRow.asked_at, AgentRow.last_beat_at) > func.now() - HEARD_LATELY,
        )
        .order_by(AgentRow.name)
    )  # fmt: skip
    agents: dict[int, list[KnownAgent]] = {}
    for testbed_id, name, labels, state, machine_id, is_kept, version in found:
        offer, trouble = frozenset(labels), version_trouble(version)
        known = KnownAgent(name, offer, state != "idle", machine_id, is_kept, trouble)
        agents.setdefault(testbed_id, []).append(known)
    return agents


def read_paused(session: Session, project_id: int) -> list[PausedRun]:
    """Return the runs of agents' own schedules that wait for a job, as their last beats said."""
    return cursor_of(session, PausedRun).execute(PAUSED, (project_id,)).fetchall()


def attended_testbeds(session: Session, project_id: int) -> list[int]:
    """Return the testbeds with an agent that takes more than checks of its machine."""
    found = read_agents(session, project_id).items()
    return [
        testbed_id
        for testbed_id, agents in found
        if not all(one.is_quarantined or one.version_trouble for one in agents)
    ]
