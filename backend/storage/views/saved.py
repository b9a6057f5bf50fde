"""Saved views in the database. A removed one can be brought back for a while."""

from datetime import timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.views.page_addresses import PageAddress, stored_address
from backend.domain.views.saved import UNDO_DAYS, SavedView, ViewChange
from backend.storage.tables.views import SavedViewRow


class NameTakenError(Exception):
    """The project has a view of that name."""


def views_of(session: Session, project_id: int, *, only_pinned: bool) -> list[SavedView]:
    """Return the views of a project by name, pinned ones first."""
    found = select(SavedViewRow).where(
        SavedViewRow.project_id == project_id, SavedViewRow.removed_at.is_(None)
    )
    if only_pinned:
        found = found.where(SavedViewRow.is_pinned)
    ordered = found.order_by(
        SavedViewRow.is_pinned.desc(), func.lower(SavedViewRow.name), SavedViewRow.id
    )
    return [_view(row) for row in session.scalars(ordered)]


def count(session: Session, project_id: int) -> int:
    kept = select(func.count()).where(
        SavedViewRow.project_id == project_id, SavedViewRow.removed_at.is_(None)
    )
    return session.scalars(kept).one()


def add(  # noqa: PLR0913  a view is exactly these columns
    session: Session,
    project_id: int,
    *,
    name: str,
    note: str,
    address: PageAddress,
    is_pinned: bool,
    author: str,
) -> SavedView:
    """Store a view; NameTakenError where another one has its name."""
    row = session.scalars(
        insert(SavedViewRow)
        .values(
            project_id=project_id,
            name=name,
            note=note,
            address=address.tail,
            is_pinned=is_pinned,
            author=author,
        )
        .on_conflict_do_nothing()
        .returning(SavedViewRow)
    ).one_or_none()
    if row is None:
        raise NameTakenError
    return _view(row)


def find(session: Session, project_id: int, view_id: int) -> SavedView | None:
    row = session.get(SavedViewRow, (project_id, view_id))
    return _view(row) if row else None


def change(session: Session, project_id: int, view_id: int, wanted: ViewChange) -> SavedView | None:
    """Change a view, removed or not; None where there is none of that id."""
    values: dict[str, object] = {
        name: value
        for name in ("name", "note", "is_pinned")
        if (value := getattr(wanted, name)) is not None
    }
    if wanted.is_removed is not None:
        values["removed_at"] = func.now() if wanted.is_removed else None
    try:
        with session.begin_nested():
            row = session.scalars(
                update(SavedViewRow)
                .where(SavedViewRow.project_id == project_id, SavedViewRow.id == view_id)
                .values(**values, updated_at=func.now())
                .returning(SavedViewRow)
                .execution_options(populate_existing=True)
            ).one_or_none()
    except IntegrityError as error:
        raise NameTakenError from error
    return _view(row) if row else None


def forget_removed(session: Session, project_id: int) -> None:
    """Delete for good what was removed long enough ago."""
    session.execute(
        delete(SavedViewRow).where(
            SavedViewRow.project_id == project_id,
            SavedViewRow.removed_at < func.now() - timedelta(days=UNDO_DAYS),
        )
    )


def _view(row: SavedViewRow) -> SavedView:
    return filled(
        SavedView, row, address=stored_address(row.address), is_removed=row.removed_at is not None
    )
