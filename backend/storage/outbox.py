"""Background work that waits or is under way."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, tuple_, update
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.tables.reports.documents import OutboxRow
from backend.tracing import origin


@dataclass(frozen=True, slots=True)
class LeftWork:
    """A row that nobody has finished in time."""

    id: int
    task: str
    project_id: int
    origin: str | None


@dataclass(frozen=True, slots=True)
class Patience:
    """The tasks whose rows something waits for in its project, and how long its oldest row does.

    A row whose time is as far ahead does not wait: the clock was set back.
    """

    before: Sequence[str]
    longest_s: float


_ADD = """
insert into outbox (task, project_id, subject_ids, origin) values (%s, %s, %s, %s) returning id
"""


_ADD_EACH = """
insert into outbox (task, project_id, subject_ids, origin)
select %s, %s, array[id], %s from unnest(%s) as id
"""


def add_each(session: Session, task: str, project_id: int, subject_ids: Sequence[int]) -> None:
    """Write a request for each subject: they need not be done in one transaction."""
    asked = (str(task), project_id, origin() or None, list(subject_ids))
    raw_connection(session).execute(_ADD_EACH, asked)


def add(session: Session, task: str, project_id: int, subject_ids: Sequence[int]) -> int:
    """Write a request for work; returns its id."""
    asked = (str(task), project_id, list(subject_ids), origin() or None)
    ((id_,),) = raw_connection(session).execute(_ADD, asked).fetchall()
    return int(id_)


_PROJECTS = """
with recursive waiting as (
    (select project_id from outbox where task = %(task)s order by project_id limit 1)
    union all
    select (
        select project_id from outbox where task = %(task)s and project_id > waiting.project_id
        order by project_id limit 1
    )
    from waiting where waiting.project_id is not null
)
select project_id from waiting where project_id is not null
"""
"""One step in the index for each project, however many rows one of them has."""


def projects_waiting(session: Session, task: str) -> list[int]:
    """Return the projects that have rows of a task."""
    found = raw_connection(session).execute(_PROJECTS, {"task": str(task)})
    return [project_id for (project_id,) in found]


_PROJECTS_READY = f"""
select ready.project_id from ({_PROJECTS}) as ready
where (
    select min(created_at) from outbox
    where task = %(task)s and project_id = ready.project_id
) not between now() - make_interval(secs => %(longest_s)s)
    and now() + make_interval(secs => %(longest_s)s)
or not exists (
    select from outbox where task = any(%(before)s) and project_id = ready.project_id
)
"""  # noqa: S608  of the literal above
_OLDEST_READY = """
select oldest.task, oldest.id
from (
    select distinct on (task) task, id, created_at from outbox
    where project_id = %(project)s and task = any(%(tasks)s)
    order by task, id
) as oldest
join unnest(%(tasks)s::text[], %(longest_s)s::float8[]) as patience (task, longest_s)
  on patience.task = oldest.task
where oldest.created_at not between now() - make_interval(secs => patience.longest_s)
    and now() + make_interval(secs => patience.longest_s)
or not exists (
    select from unnest(%(waiting)s::text[], %(before)s::text[]) as pair (task, before)
    join outbox on outbox.task = pair.before and outbox.project_id = %(project)s
    where pair.task = oldest.task
)
"""


def projects_ready(session: Session, task: str, patience: Patience) -> list[int]:
    """Return the projects that have rows of a task which need not wait any longer."""
    asked = {
        "task": str(task),
        "before": [str(one) for one in patience.before],
        "longest_s": patience.longest_s,
    }
    return [row[0] for row in raw_connection(session).execute(_PROJECTS_READY, asked)]


def oldest_ready(
    session: Session, project_id: int, patience: Mapping[str, Patience]
) -> list[tuple[str, int]]:
    """Return the oldest row of each task of a project that need not wait any longer."""
    pairs = [(str(task), str(one)) for task, of in patience.items() for one in of.before]
    asked = {
        "project": project_id,
        "tasks": [str(task) for task in patience],
        "longest_s": [of.longest_s for of in patience.values()],
        "waiting": [task for task, _ in pairs],
        "before": [one for _, one in pairs],
    }
    return raw_connection(session).execute(_OLDEST_READY, asked).fetchall()


def oldest_free(session: Session, task: str, project_id: int) -> int | None:
    """Return the first row of a task and project that nobody has taken, if there is one."""
    return session.execute(
        select(OutboxRow.id)
        .where(OutboxRow.task == task, OutboxRow.project_id == project_id)
        .order_by(OutboxRow.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).scalar_one_or_none()


def is_free(session: Session, outbox_id: int) -> bool:
    """Tell whether a row is there and nobody else has taken it; it is this session's then."""
    row = select(OutboxRow.id).where(OutboxRow.id == outbox_id)
    return session.execute(row.with_for_update(skip_locked=True)).scalar_one_or_none() is not None


def asked_at(session: Session, outbox_id: int) -> datetime | None:
    """Return when a row was written; None where it is done."""
    return session.scalar(select(OutboxRow.created_at).where(OutboxRow.id == outbox_id))


def take(session: Session, outbox_id: int) -> list[int] | None:
    """Lock a row and return its subjects; None if it is gone or taken."""
    return session.execute(
        select(OutboxRow.subject_ids)
        .where(OutboxRow.id == outbox_id)
        .with_for_update(skip_locked=True)
    ).scalar_one_or_none()


_MOST_ROWS = 64
"""Further rows that are read where not all may be taken."""


def take_all(session: Session, outbox_id: int) -> list[int]:
    """Remove a row with all others of its task and project; returns their subjects.

    Nothing where it is gone or taken. Whoever rolls back leaves them as they were.
    """
    return sorted({id_ for ids in take_rows(session, outbox_id) for id_ in ids})


def take_rows(session: Session, outbox_id: int, most: int | None = None) -> list[list[int]]:
    """Remove a row with others of its task and project; returns the subjects of each.

    Those of the row are the first, then come the oldest: all of them, or as many as name no more
    than `most` subjects together.
    """
    own = select(OutboxRow.task, OutboxRow.project_id, OutboxRow.subject_ids)
    named = session.execute(
        own.where(OutboxRow.id == outbox_id).with_for_update(skip_locked=True)
    ).one_or_none()
    if named is None:
        return []
    others = select(OutboxRow.id, OutboxRow.subject_ids).where(
        OutboxRow.task == named.task,
        OutboxRow.project_id == named.project_id,
        OutboxRow.id != outbox_id,
    )
    limit = None if most is None else _MOST_ROWS
    seen = session.execute(others.order_by(OutboxRow.id).limit(limit))
    wanted = _fitting(((id_, ids) for id_, ids in seen), set(named.subject_ids), most)
    taken = delete(OutboxRow).where(
        OutboxRow.id.in_(
            select(OutboxRow.id).where(OutboxRow.id.in_(wanted)).with_for_update(skip_locked=True)
        )
    )
    rows = session.execute(taken.returning(OutboxRow.id, OutboxRow.subject_ids))
    found = dict(sorted((id_, ids) for id_, ids in rows))
    remove(session, outbox_id)
    return [list(named.subject_ids), *found.values()]


def _fitting(
    rows: Iterable[tuple[int, list[int]]], subjects: set[int], most: int | None
) -> list[int]:
    """Return the rows, the first ones first, with which there are no more subjects than may be."""
    found: list[int] = []
    for id_, ids in rows:
        together = subjects.union(ids)
        if most is None or len(together) <= most:
            subjects = together
            found.append(id_)
    return found


def subjects_waiting(session: Session, task: str, project_id: int) -> set[int]:
    """Return the subjects of all rows of a task, taken or not."""
    asked = select(OutboxRow.subject_ids).where(
        OutboxRow.task == task, OutboxRow.project_id == project_id
    )
    return {id_ for ids in session.scalars(asked) for id_ in ids}


def origins_with_others(session: Session, outbox_id: int) -> list[str]:
    """Return the traces that a row and the others of its task and project continue."""
    named = select(OutboxRow.task, OutboxRow.project_id).where(OutboxRow.id == outbox_id)
    asked = select(OutboxRow.origin).where(tuple_(OutboxRow.task, OutboxRow.project_id).in_(named))
    return [one for one in session.scalars(asked.order_by(OutboxRow.id)) if one]


def origins_for(
    session: Session, task: str, project_id: int, subject_ids: Sequence[int]
) -> list[str]:
    """Return the traces that the rows of a task continue whose subjects are among those given."""
    asked = select(OutboxRow.origin).where(
        OutboxRow.task == task,
        OutboxRow.project_id == project_id,
        OutboxRow.subject_ids.contained_by(list(subject_ids)),
    )
    return [one for one in session.scalars(asked.order_by(OutboxRow.id)) if one]


def remove(session: Session, outbox_id: int) -> None:
    session.execute(delete(OutboxRow).where(OutboxRow.id == outbox_id))


def remove_for(session: Session, task: str, project_id: int, subject_ids: Sequence[int]) -> None:
    """Remove the rows of a task whose subjects are all among those given."""
    session.execute(
        delete(OutboxRow).where(
            OutboxRow.task == task,
            OutboxRow.project_id == project_id,
            OutboxRow.subject_ids.contained_by(list(subject_ids)),
        )
    )


def take_left(session: Session, seconds: float, limit: int = 1000) -> list[LeftWork]:
    """Return rows told of longer ago than `seconds`, and note that they are told again."""
    rows = session.execute(
        update(OutboxRow)
        .where(
            OutboxRow.id.in_(
                select(OutboxRow.id)
                .where(
                    OutboxRow.handed_over_at
                    < func.now() - func.make_interval(0, 0, 0, 0, 0, 0, seconds)
                )
                .order_by(OutboxRow.id)
                .limit(limit)
                .with_for_update(skip_locked=True)
            )
        )
        .values(handed_over_at=func.now())
        .returning(OutboxRow.id, OutboxRow.task, OutboxRow.project_id, OutboxRow.origin)
    )
    return [LeftWork(*row) for row in rows]
