"""Outages in the database, and the facts from which they are seen."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy import Select, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.notifications.outages import LOOKED_BACK, VETOES, Outage, OutageKind, Sign
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.tables.notifications import OutageRow

# an outage begins by an agent, a recent run, a claim or a channel, and ends while it is open
_LIVELY: LiteralString = """
select id from project
where deleted_at is null and (
    exists (select from run where project_id = project.id and started_at > %s)
    or exists (select from outage where project_id = project.id and ended_at is null)
    or exists (select from agent where project_id = project.id)
    or exists (select from claim where project_id = project.id)
    or exists (select from channel where project_id = project.id))
order by id
"""
_AGENTS: LiteralString = "select id, name, last_beat_at from agent where project_id = %s"
_TURNS: LiteralString = """
select s.id, s.name, r.received_at
from run r
join suite s on s.project_id = r.project_id and s.id = r.suite_id
where r.project_id = %s and r.started_at > %s
"""
# of each suite, testbed and branch only the newest run tells what fails now; what a machine cannot
# measure is no failure, and of what was vetoed nothing is known
_FAILING: LiteralString = """
with newest as (
    select distinct on (suite_id, testbed_id, branch_id) id, testbed_id, branch_id, received_at
    from run
    where project_id = %(project)s and started_at > %(since)s and pull_request is null
    order by suite_id, testbed_id, branch_id, started_at desc, id desc
)
select b.id || ':' || n.testbed_id || ':' || n.branch_id as thing,
       b.name || ' on ' || t.name || ', ' || br.name as name,
       min(f.message) as message, count(*) as variants, n.received_at
from newest n
join failed_result f on f.project_id = %(project)s and f.run_id = n.id
    and f.kind not in ('unavailable', 'vetoed')
join variant v on v.project_id = f.project_id and v.id = f.variant_id
join benchmark b on b.project_id = v.project_id and b.id = v.benchmark_id
join testbed t on t.project_id = f.project_id and t.id = n.testbed_id
join branch br on br.project_id = f.project_id and br.id = n.branch_id
group by b.id, b.name, n.testbed_id, n.branch_id, t.name, br.name, n.received_at
"""
_VETOED: LiteralString = """
with placed as (
    select id, suite_id, testbed_id, branch_id, received_at, row_number() over (
        partition by suite_id, testbed_id, branch_id order by started_at desc, id desc) as place
    from run
    where project_id = %(project)s and started_at > %(since)s and pull_request is null
)
select s.id || ':' || t.id || ':' || b.id as thing,
       s.name || ' on ' || t.name || ', ' || b.name as name,
       min(v.message) filter (where p.place = 1) as message, min(p.received_at) as since
from placed p
cross join lateral (
    select min(f.message) as message
    from failed_result f
    where f.project_id = %(project)s and f.run_id = p.id and f.kind = 'vetoed'
) v
join suite s on s.project_id = %(project)s and s.id = p.suite_id
join testbed t on t.project_id = %(project)s and t.id = p.testbed_id
join branch b on b.project_id = %(project)s and b.id = p.branch_id
where p.place <= %(vetoes)s and v.message is not null
group by s.id, s.name, t.id, t.name, b.id, b.name
having count(*) = %(vetoes)s
"""


@dataclass(frozen=True, slots=True)
class AgentHeartbeat:
    """When an agent was heard of last."""

    id: int
    name: str
    last_beat_at: datetime | None


@dataclass(frozen=True, slots=True)
class FailingBenchmark:
    """A benchmark that failed in the newest run of its suite on one testbed and branch."""

    thing: str
    name: str
    message: str
    variants: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Vetoed:
    """A suite whose newest runs on one testbed and branch were all vetoed, since the first one."""

    thing: str
    name: str
    message: str
    since: datetime


def lively_projects(session: Session, now: datetime) -> list[int]:
    """Return the projects in which an outage can begin or end: most of a large server rest."""
    found = raw_connection(session).execute(_LIVELY, (now - LOOKED_BACK,))
    return [int(row[0]) for row in found]


def agents(session: Session, project_id: int) -> list[AgentHeartbeat]:
    return cursor_of(session, AgentHeartbeat).execute(_AGENTS, (project_id,)).fetchall()


def turns_of_suites(
    session: Session, project_id: int, now: datetime
) -> dict[tuple[int, str], list[datetime]]:
    """Return when reports of each suite came in lately."""
    found: dict[tuple[int, str], list[datetime]] = defaultdict(list)
    asked = (project_id, now - LOOKED_BACK)
    for suite_id, name, received_at in raw_connection(session).execute(_TURNS, asked):
        found[suite_id, name].append(received_at)
    return found


def failing(session: Session, project_id: int, now: datetime) -> list[FailingBenchmark]:
    asked = {"project": project_id, "since": now - LOOKED_BACK}
    return cursor_of(session, FailingBenchmark).execute(_FAILING, asked).fetchall()


def vetoed(session: Session, project_id: int, now: datetime) -> list[Vetoed]:
    asked = {"project": project_id, "since": now - LOOKED_BACK, "vetoes": VETOES}
    return cursor_of(session, Vetoed).execute(_VETOED, asked).fetchall()


def open_outages(session: Session, project_id: int) -> list[Outage]:
    """Return what is out of order, the newest first."""
    found = _outages(project_id).where(OutageRow.ended_at.is_(None))
    return [_outage(row) for row in session.scalars(found.order_by(OutageRow.id.desc()))]


def projects_with(session: Session, kind: OutageKind) -> list[int]:
    """Return the projects in which something of a kind is out of order."""
    found = select(OutageRow.project_id).where(OutageRow.kind == kind, OutageRow.ended_at.is_(None))
    return sorted(set(session.scalars(found)))


def read(session: Session, project_id: int, ids: Sequence[int]) -> list[Outage]:
    found = _outages(project_id).where(OutageRow.id.in_(ids))
    return [_outage(row) for row in session.scalars(found.order_by(OutageRow.id))]


def recent(session: Session, project_id: int, most: int) -> list[Outage]:
    """Return what went out of order in the project itself, the newest first."""
    own = _outages(project_id).where(OutageRow.kind != OutageKind.SERVER)
    found = own.order_by(OutageRow.id.desc()).limit(most)
    return [_outage(row) for row in session.scalars(found)]


def begin(session: Session, project_id: int, sign: Sign) -> int | None:
    """Write down that something has gone quiet; None where that is known."""
    return session.execute(
        insert(OutageRow)
        .values(
            project_id=project_id,
            kind=sign.kind,
            thing=sign.thing,
            name=sign.name,
            detail=sign.detail,
            since=sign.since,
        )
        .on_conflict_do_nothing()
        .returning(OutageRow.id)
    ).scalar_one_or_none()


def end(session: Session, project_id: int, outage_ids: Sequence[int]) -> list[int]:
    """End outages; returns those that nobody else had ended."""
    ended = (
        update(OutageRow)
        .where(
            OutageRow.project_id == project_id,
            OutageRow.id.in_(outage_ids),
            OutageRow.ended_at.is_(None),
        )
        .values(ended_at=func.now())
        .returning(OutageRow.id)
    )
    return sorted(session.scalars(ended))


def _outages(project_id: int) -> Select[OutageRow]:
    return select(OutageRow).where(OutageRow.project_id == project_id)


def _outage(row: OutageRow) -> Outage:
    return filled(Outage, row, kind=OutageKind(row.kind), thing_id=int(row.thing.partition(":")[0]))
