"""What an operator watches of the database: work that waits, agents, the size, the schema."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations" / "versions"
_REVISION = re.compile(r"^(down_)?revision[^=]*+= ['\"](\w+)['\"]$", re.MULTILINE)
_WORK = text("""
select task, count(*), extract(epoch from clock_timestamp() - min(created_at))
from outbox group by task
""")
# the state as a literal: the partial index on the unfinished ones is used only so
_REPORTS = text("""
select state, count(*), extract(epoch from clock_timestamp() - min(received_at))
from report where state <> 'ingested' group by state
""")
_AGENTS = text("""
select project.slug, agent.name, extract(epoch from clock_timestamp() - agent.last_beat_at)
from agent join project on project.id = agent.project_id and project.deleted_at is null
where agent.last_beat_at > clock_timestamp() - make_interval(days => 30)
""")


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """How much of one kind waits, and how long the oldest has."""

    name: str
    count: int
    oldest_s: float


@dataclass(frozen=True, slots=True)
class AgentSilence:
    """An agent and how long it has been silent."""

    project: str
    name: str
    silent_s: float


def waiting_work(session: Session) -> list[WaitingWork]:
    """Return the rows of the outbox, by task."""
    return _waiting(session, _WORK)


def unfinished_reports(session: Session) -> dict[str, WaitingWork]:
    """Return the reports that are not ingested, by state."""
    return {one.name: one for one in _waiting(session, _REPORTS)}


def _waiting(session: Session, asked: TextClause) -> list[WaitingWork]:
    return [WaitingWork(name, count, float(age)) for name, count, age in session.execute(asked)]


def recent_agents(session: Session) -> list[AgentSilence]:
    """Return the agents heard of in the last 30 days."""
    found = session.execute(_AGENTS)
    return [AgentSilence(project, name, float(silent)) for project, name, silent in found]


def database_bytes(session: Session) -> int:
    return int(session.execute(text("select pg_database_size(current_database())")).scalar_one())


def schema_fault(session: Session) -> str:
    """Say what the schema lacks; nothing where it fits, or is newer than this release."""
    if session.execute(text("select to_regclass('alembic_version')")).scalar_one() is None:
        return "the database has no tables yet"
    applied = session.execute(text("select version_num from alembic_version")).scalars().first()
    known, newest = revisions()
    if applied == newest or (applied and applied not in known):
        return ""
    return f"the schema is {applied or 'none'} and this release needs {newest}"


@cache
def revisions() -> tuple[frozenset[str], str]:
    """Return all migrations of this release and the last one, without loading Alembic."""
    known: set[str] = set()
    followed: set[str] = set()
    for file in MIGRATIONS.glob("*.py"):
        for is_older, revision in _REVISION.findall(file.read_text()):
            (followed if is_older else known).add(revision)
    return frozenset(known), next(iter(known - followed), "")
