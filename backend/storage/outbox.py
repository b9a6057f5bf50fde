"""Background work that waits or is under way."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, select, update
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


def take(session: Session, outbox_id: int) -> list[int] | None:
    """Lock a row and return its subjects; None if it is gone or taken."""
    return session.execute(
        select(OutboxRow.subject_ids)
        .where(OutboxRow.id == outbox_id)
        .with_for_update(skip_locked=True)
    ).scalar_one_or_none()


def take_all(session: Session, outbox_id: int) -> list[int]:
    """Remove a row with all others of its task and project; returns their subjects.

    Nothing where it is gone or taken. Whoever rolls back leaves them as they were.
    """
    task = select(OutboxRow.task, OutboxRow.project_id).where(OutboxRow.id == outbox_id)
    named = session.execute(task.with_for_update(skip_locked=True)).one_or_none()
    if named is None:
        return []
    waiting = (
        select(OutboxRow.id)
        .where(OutboxRow.task == named.task, OutboxRow.project_id == named.project_id)
        .with_for_update(skip_locked=True)
    )
    taken = delete(OutboxRow).where(OutboxRow.id.in_(waiting)).returning(OutboxRow.subject_ids)
    return sorted({id_ for ids in session.scalars(taken) for id_ in ids})


def subjects_waiting(session: Session, task: str, project_id: int) -> set[int]:
    """Return the subjects of all rows of a task, taken or not."""
    asked = select(OutboxRow.subject_ids).where(
        OutboxRow.task == task, OutboxRow.project_id == project_id
    )
    return {id_ for ids in session.scalars(asked) for id_ in ids}


def origins_of(session: Session, outbox_id: int) -> list[str]:
    """Return the trace that a row continues, if there is one."""
    asked = select(OutboxRow.origin).where(OutboxRow.id == outbox_id)
    return [one for one in session.scalars(asked) if one]


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
