"""Declared mappings in the database."""

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.reports.mappings import ReportMapping, StoredMapping
from backend.storage.tables.reports.mappings import ReportMappingRow


def mappings_of(session: Session, project_id: int) -> list[StoredMapping]:
    """Return the mappings of a project by name."""
    wanted = select(ReportMappingRow).where(ReportMappingRow.project_id == project_id)
    return [_stored(row) for row in session.scalars(wanted.order_by(ReportMappingRow.name))]


def save(
    session: Session, project_id: int, name: str, mapping: ReportMapping, author: str
) -> StoredMapping:
    """Keep a mapping under a name; one of this name is replaced."""
    values = {"mapping": msgspec.to_builtins(mapping), "author": author}
    row = session.scalars(
        insert(ReportMappingRow)
        .values(project_id=project_id, name=name, **values)
        .on_conflict_do_update(
            index_elements=["project_id", "name"], set_={**values, "updated_at": func.now()}
        )
        .returning(ReportMappingRow)
        .execution_options(populate_existing=True)
    ).one()
    return _stored(row)


def remove(session: Session, project_id: int, mapping_id: int) -> str | None:
    """Remove a mapping; returns its name, None where there is none of that id."""
    gone = delete(ReportMappingRow).where(
        ReportMappingRow.project_id == project_id, ReportMappingRow.id == mapping_id
    )
    return session.scalars(gone.returning(ReportMappingRow.name)).one_or_none()


def _stored(row: ReportMappingRow) -> StoredMapping:
    mapping = msgspec.convert(row.mapping, ReportMapping)
    return StoredMapping(row.id, row.name, mapping, row.author, row.updated_at)
