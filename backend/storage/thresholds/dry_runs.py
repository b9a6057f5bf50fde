"""Dry runs in the database, and what stands there of changes and groups today."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import LiteralString

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.thresholds.dry_runs import DryRun, DryRunProgress, RunState, Span
from backend.storage.engine import raw_connection
from backend.storage.tables.thresholds import DryRunRow

KEPT = 20
"""Dry runs of a project that are kept, the newest."""
_STANDING: LiteralString = """
select series_id, count(*),
       count(*) filter (where state = 'confirmed' and verdict = 'regression')
from change_point
where project_id = %s and kind in ('step', 'drift') and state in ('confirmed', 'fixed')
  and not same_code and aspect = ''
group by series_id
"""
_LIVE: LiteralString = """
select branch_id, first_position, last_position from alert_group
where project_id = %s and cause = %s and changes > 0 and state in ('open', 'acknowledged')
"""
# groups of which a change stands, and none that would still stand
_CLOSED: LiteralString = """
select count(*) from (
    select m.group_id
    from alert_member m
    join alert_group g on g.project_id = m.project_id and g.id = m.group_id
    join change_point c on c.project_id = m.project_id and c.id = m.change_id
    where m.project_id = %(project)s and g.cause in ('code', 'drift')
      and g.state in ('open', 'acknowledged') and c.state = 'confirmed'
    group by m.group_id having bool_and(c.id = any(%(gone)s::bigint[]))
) as closed
"""


def add(session: Session, project_id: int, tried: tuple[str, int], author: str) -> int:
    """Write a dry run of a file against a version; which series it looks at is found later."""
    row = DryRunRow
    text, base_number = tried
    return session.scalars(
        insert(row)
        .values(
            project_id=project_id,
            text=text,
            base_number=base_number,
            series_ids=[],
            state=RunState.WAITING,
            found=msgspec.to_builtins(DryRunProgress()),
            author=author,
        )
        .returning(row.id)
    ).one()


def begin(
    session: Session, project_id: int, id_: int, series_ids: Sequence[int], found: DryRunProgress
) -> None:
    """Keep which series a dry run looks at, and what is known before it does."""
    session.execute(
        update(DryRunRow)
        .where(DryRunRow.project_id == project_id, DryRunRow.id == id_)
        .values(
            state=RunState.RUNNING,
            series_ids=list(series_ids),
            found=msgspec.to_builtins(found),
        )
    )


def count_unfinished(session: Session, project_id: int) -> int:
    row = DryRunRow
    asked = select(func.count()).where(
        row.project_id == project_id, row.state.in_([RunState.WAITING, RunState.RUNNING])
    )
    return session.scalars(asked).one()


def forget_old(session: Session, project_id: int) -> None:
    """Keep only the newest ones."""
    row = DryRunRow
    kept = select(row.id).where(row.project_id == project_id).order_by(row.id.desc()).limit(KEPT)
    session.execute(delete(row).where(row.project_id == project_id, row.id.not_in(kept)))


def find(session: Session, project_id: int, id_: int) -> DryRun | None:
    asked = select(DryRunRow).where(DryRunRow.project_id == project_id, DryRunRow.id == id_)
    row = session.scalars(asked).one_or_none()
    return _dry_run(row) if row else None


def hold(session: Session, project_id: int, id_: int) -> tuple[DryRun, list[int]] | None:
    """Return a dry run and its series, held until the transaction ends; None where it is gone."""
    asked = select(DryRunRow).where(DryRunRow.project_id == project_id, DryRunRow.id == id_)
    row = session.scalars(asked.with_for_update()).one_or_none()
    return (_dry_run(row), list(row.series_ids)) if row else None


def write(
    session: Session, project_id: int, id_: int, state: RunState, done: int, found: DryRunProgress
) -> None:
    """Keep how far a dry run has come."""
    is_over = state in (RunState.DONE, RunState.FAILED)
    session.execute(
        update(DryRunRow)
        .where(DryRunRow.project_id == project_id, DryRunRow.id == id_)
        .values(
            state=state,
            done=done,
            found=msgspec.to_builtins(found),
            finished_at=datetime.now(UTC) if is_over else None,
        )
    )


def standing_changes(session: Session, project_id: int) -> dict[int, tuple[int, int]]:
    """Return, by series, changes of the code that stand or were fixed, and open regressions."""
    rows = raw_connection(session).execute(_STANDING, (project_id,))
    return {series: (steps, regressions) for series, steps, regressions in rows}


def live_groups(session: Session, project_id: int, cause: str) -> list[Span]:
    """Return where the causes of the alert groups of a kind lie that stand."""
    return raw_connection(session).execute(_LIVE, (project_id, cause)).fetchall()


def count_closed(session: Session, project_id: int, gone_ids: Sequence[int]) -> int:
    """Count the alert groups of which nothing stands without these change points."""
    asked = {"project": project_id, "gone": list(gone_ids)}
    ((count,),) = raw_connection(session).execute(_CLOSED, asked).fetchall()
    return int(count)


def _dry_run(row: DryRunRow) -> DryRun:
    return filled(
        DryRun,
        row,
        state=RunState(row.state),
        total=len(row.series_ids),
        found=msgspec.convert(row.found, DryRunProgress),
    )
