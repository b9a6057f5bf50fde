"""Ladders that follow the manifest of a suite, in the database."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import LiteralString

from sqlalchemy import delete, false, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.ladders.records import LadderFacts
from backend.storage.engine import cursor_of
from backend.storage.tables.ladders import LadderRow, RungRow

RUNGS: LiteralString = """
select rung.id, rung.label, rung.role, rung.series_id, rung.removed_at is not null,
       run.started_at
from rung
left join run on run.project_id = rung.project_id and run.id = rung.run_id
where rung.project_id = %s and rung.ladder_id = %s
order by rung.place, rung.id
"""


@dataclass(frozen=True, slots=True)
class FollowedRung:
    """A rung, removed ones too, and when its run was started."""

    id: int
    label: str
    role: str
    series_id: int | None
    is_removed: bool
    started_at: datetime | None


def find_by_cause(session: Session, project_id: int, cause: str) -> tuple[int, bool] | None:
    """Return the ladder of a cause, held until the transaction ends, and whether it is removed."""
    found = select(LadderRow.id, LadderRow.removed_at).where(
        LadderRow.project_id == project_id, LadderRow.cause == cause
    )
    row = session.execute(found.with_for_update()).one_or_none()
    return None if row is None else (row.id, row.removed_at is not None)


def read_ladders_of(
    session: Session, project_id: int, suites: Sequence[str], testbed: str
) -> list[tuple[int, str]]:
    """Return id and name of the ladders that follow these suites on a testbed."""
    ends = [LadderRow.cause.endswith(f" | {one} | {testbed}", autoescape=True) for one in suites]
    found = select(LadderRow.id, LadderRow.name).where(
        LadderRow.project_id == project_id, LadderRow.removed_at.is_(None), or_(false(), *ends)
    )
    return [(row.id, row.name) for row in session.execute(found.order_by(LadderRow.id))]


def add_of_cause(session: Session, project_id: int, cause: str, facts: LadderFacts) -> int | None:
    """Keep a ladder; None where another transaction was faster."""
    made = insert(LadderRow).values(project_id=project_id, cause=cause, **asdict(facts))
    kept = made.on_conflict_do_nothing(index_elements=["project_id", "cause"])
    return session.scalars(kept.returning(LadderRow.id)).one_or_none()


def read_followed(session: Session, project_id: int, ladder_id: int) -> list[FollowedRung]:
    """Return all rungs of a ladder in their order."""
    return cursor_of(session, FollowedRung).execute(RUNGS, (project_id, ladder_id)).fetchall()


def drop_rungs(session: Session, project_id: int, rung_ids: Sequence[int]) -> None:
    """Forget rungs that the newest run has no result of."""
    session.execute(
        delete(RungRow).where(RungRow.project_id == project_id, RungRow.id.in_(rung_ids))
    )
