"""Lists of change points, the newest commits first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, tuple_
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.findings import FindingKind
from backend.domain.changes.views import ChangePoint
from backend.domain.pages import Page, PageRequest, next_cursor
from backend.storage.catalogue.filters import all_conditions
from backend.storage.changes.views import read_changes
from backend.storage.packed_columns import among
from backend.storage.tables.changes.change_points import ChangePointRow
from backend.storage.tables.commits import BranchRow, CommitRow
from backend.storage.tables.series import SeriesRow

TIME = func.coalesce(CommitRow.time, ChangePointRow.detected_at)
"""When the commit was made, as far as anybody said."""


@dataclass(frozen=True, slots=True)
class ChangeQuery:
    """Which change points: no states or no verdict means any."""

    states: Sequence[str] = ()
    verdict: str | None = None
    steps_of_code: bool = False
    """Only steps that the code may have made: what is counted and may alert."""
    series: SeriesFilters | None = None
    is_of_pull: bool | None = None
    """Whether their series are of a pull request's branch; None: either."""
    is_acknowledged: bool | None = None
    """Whether somebody takes care of it; None: either."""
    min_effect: float = 0.0
    """Smallest relative change; one without a ratio is not held back."""
    since: datetime | None = None
    """Only what came into its state after this."""
    ids: Sequence[int] | None = None
    """Only these; None: any."""


def count_changes(session: Session, project_id: int, query: ChangeQuery) -> int:
    conditions = conditions_of(project_id, query)
    return session.scalar(select(func.count()).select_from(ChangePointRow).where(*conditions)) or 0


def read_change_page(
    session: Session, project_id: int, query: ChangeQuery, page: PageRequest
) -> Page[ChangePoint]:
    """Return change points, those of the newest commits in front."""
    conditions = conditions_of(project_id, query)
    total = count_changes(session, project_id, query)
    asked = _ordered(project_id).where(*conditions).limit(page.limit + 1)
    if page.after is not None:
        place = _ordered(project_id).with_only_columns(TIME, ChangePointRow.id).order_by(None)
        asked = asked.where(
            tuple_(TIME, ChangePointRow.id)
            < place.where(ChangePointRow.id == page.after).scalar_subquery()
        )
    ids = list(session.scalars(asked))
    rows = read_changes(session, project_id, ids[: page.limit])
    return Page(rows, total, next_cursor(ids, page.limit))


def conditions_of(project_id: int, query: ChangeQuery) -> list[ColumnElement[bool]]:
    """Return what change points must satisfy to be meant by a query.

    Those of hidden series are meant only where they are named.
    """
    conditions = _of_one_row(project_id, query)
    if query.ids is None:
        conditions.append(ChangePointRow.series_id.not_in(_hidden(project_id)))
    if query.series is not None and not query.series.is_empty:
        chosen = select(SeriesRow.id).where(*all_conditions(project_id, query.series))
        conditions.append(ChangePointRow.series_id.in_(chosen))
    if query.is_of_pull is not None:
        of_pulls = ChangePointRow.series_id.in_(_of_pulls(project_id))
        conditions.append(of_pulls if query.is_of_pull else ~of_pulls)
    if query.min_effect > 0:
        most = 1.0 + query.min_effect
        # NaN lies above everything in PostgreSQL, so a change without a ratio is kept
        conditions.append(~ChangePointRow.ratio.between(1.0 / most, most))
    return conditions


def _hidden(project_id: int) -> Select[Any]:
    return select(SeriesRow.id).where(SeriesRow.project_id == project_id, SeriesRow.is_hidden)


def _of_pulls(project_id: int) -> Select[Any]:
    return (
        select(SeriesRow.id)
        .join(
            BranchRow,
            and_(BranchRow.project_id == SeriesRow.project_id, BranchRow.id == SeriesRow.branch_id),
        )
        .where(SeriesRow.project_id == project_id, BranchRow.pull_request.is_not(None))
    )


def hidden_changes(project_id: int) -> Select[Any]:
    """Return the changes of series that lists leave out."""
    return select(ChangePointRow.id).where(
        ChangePointRow.project_id == project_id, ChangePointRow.series_id.in_(_hidden(project_id))
    )


def _of_one_row(project_id: int, query: ChangeQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [ChangePointRow.project_id == project_id]
    if query.ids is not None:
        conditions.append(among(ChangePointRow.id, query.ids))
    if query.states:
        conditions.append(ChangePointRow.state.in_(query.states))
    if query.steps_of_code:
        conditions += [ChangePointRow.kind != FindingKind.ENVIRONMENT, ~ChangePointRow.same_code]
    if query.verdict:
        conditions.append(ChangePointRow.verdict == query.verdict)
    if query.is_acknowledged is not None:
        conditions.append(ChangePointRow.acknowledged_at.is_not(None) == query.is_acknowledged)
    if query.since is not None:
        conditions.append(ChangePointRow.state_changed_at > query.since)
    return conditions


def _ordered(project_id: int) -> Select[Any]:
    return (
        select(ChangePointRow.id)
        .join(
            CommitRow,
            (CommitRow.project_id == ChangePointRow.project_id)
            & (CommitRow.id == ChangePointRow.commit_id),
        )
        .where(ChangePointRow.project_id == project_id)
        .order_by(TIME.desc(), ChangePointRow.id.desc())
    )
