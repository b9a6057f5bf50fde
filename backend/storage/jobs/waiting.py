"""What is written and read once for all agents that wait for work in one process."""

from collections.abc import Sequence
from typing import LiteralString, NamedTuple

from sqlalchemy.orm import Session

from backend.storage.engine import cursor_of, raw_connection
from backend.storage.jobs.label_sets import LABEL_SETS
from backend.storage.people.access import GOOD_KEY

HEARD: LiteralString = (
    """
update agent set last_beat_at = now(), asked_at = now()
from unnest(%s::bigint[], %s::bigint[], %s::bigint[]) as held (project_id, id, key_id)
where agent.project_id = held.project_id and agent.id = held.id
  and (held.key_id = 0 or exists (
    select from api_key where id = held.key_id and """
    + GOOD_KEY
    + """))
returning held.project_id, held.id, held.key_id
"""
)
READY: LiteralString = (
    LABEL_SETS.format(places="unnest(%(places)s::bigint[])")
    + """
select place, labels from asked
where exists (
    select from job
    where project_id = %(project)s and coalesce(testbed_id, 0) = asked.place
      and state = 'queued' and hash_array_extended(labels, 0) = asked.set
      and (not_before is null or not_before <= now()))
"""
)


class ReadySet(NamedTuple):
    """A testbed, or 0 for any, on which a job waits that asks for these labels."""

    testbed_id: int
    labels: list[str]


def note_held(session: Session, held: Sequence[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """Note that agents are alive and take jobs, and return them.

    Each is a project, an agent and its key, or 0. Where an agent is gone, or its key is good no
    more, it is left out.
    """
    projects, agents, keys = (list(column) for column in zip(*held, strict=True))
    found = raw_connection(session).execute(HEARD, (projects, agents, keys))
    return {(project, agent, key) for project, agent, key in found}


def read_ready(session: Session, project_id: int, testbeds: Sequence[int]) -> list[ReadySet]:
    """Return what waits now on some testbeds, and on any."""
    asked = {"project": project_id, "places": sorted({0, *testbeds})}
    return cursor_of(session, ReadySet).execute(READY, asked).fetchall()
