"""Projects in the database."""

from typing import LiteralString

from psycopg.rows import kwargs_row
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.people.projects import PROJECT_KEPT, DeletedProject, Project
from backend.storage.engine import raw_connection
from backend.storage.tables.people.projects import ProjectRow
from backend.storage.tables.reports.runs import RunRow
from backend.storage.tables.series import SeriesRow

IDS = select(ProjectRow.id).where(ProjectRow.deleted_at.is_(None))
"""Those that answer, for what is found by something else than its project."""
_FIND = """
select id, slug, name, visibility, created_at, repository_url from project
where slug = %s and deleted_at is null
"""
_FIND_IN_STATE = """
select id, slug, name, visibility, created_at, repository_url, pg_current_snapshot()::text
from project where slug = %s and deleted_at is null
"""
_EVERY = """
select id, slug, name, visibility, created_at, repository_url from project
where deleted_at is null order by name
"""
_REVISION: LiteralString = "select catalogue_revision from project where id = %s"
_NEXT: LiteralString = """
update project set catalogue_revision = catalogue_revision + 1 where id = %s
"""
# no address holds a tilde, so the short name is free for another project
_DELETE: LiteralString = """
update project set deleted_at = now(), deleted_by = %s, slug = slug || '~' || id
where id = %s and deleted_at is null
"""
_DELETED = """
select id, split_part(slug, '~', 1) as slug, name, visibility, created_at, repository_url,
       deleted_at, deleted_by, deleted_at + %s as restorable_until
from project where deleted_at > now() - %s order by deleted_at desc, id desc
"""
_BRING_BACK: LiteralString = """
update project set deleted_at = null, deleted_by = '', slug = %s
where id = %s and deleted_at > clock_timestamp() - %s
returning id
"""


def find(session: Session, slug: str) -> Project | None:
    if "\x00" in slug:
        return None
    # asked in every request, hence without the mapper
    row = raw_connection(session).execute(_FIND, (slug,)).fetchone()
    return Project(*row) if row else None


def find_in_state(session: Session, slug: str) -> tuple[Project | None, str]:
    """Return a project, and the name of the state in which the database was (`Snapshots`)."""
    if "\x00" in slug:
        return None, ""
    row = raw_connection(session).execute(_FIND_IN_STATE, (slug,)).fetchone()
    return (Project(*row[:-1]), row[-1]) if row else (None, "")


def get(session: Session, project_id: int) -> Project | None:
    row = session.get(ProjectRow, project_id)
    return _project(row) if row and row.deleted_at is None else None


def every(session: Session) -> list[Project]:
    # asked by every page, hence without the mapper too
    return [Project(*row) for row in raw_connection(session).execute(_EVERY)]


def create(session: Session, slug: str, name: str, visibility: str) -> Project | None:
    """Create a project; None where the slug is taken."""
    row = session.scalars(
        insert(ProjectRow)
        .values(slug=slug, name=name, visibility=visibility)
        .on_conflict_do_nothing()
        .returning(ProjectRow)
    ).one_or_none()
    return _project(row) if row else None


def counts(session: Session, project_id: int) -> tuple[int, int]:
    """Return how many runs and series a project has."""
    runs = select(func.count()).select_from(RunRow).where(RunRow.project_id == project_id)
    series = select(func.count()).select_from(SeriesRow).where(SeriesRow.project_id == project_id)
    return session.scalars(runs).one(), session.scalars(series).one()


def _project(row: ProjectRow) -> Project:
    return Project(row.id, row.slug, row.name, row.visibility, row.created_at, row.repository_url)


def change(session: Session, project: Project) -> None:
    """Store what can be changed of a project."""
    session.execute(
        update(ProjectRow)
        .where(ProjectRow.id == project.id)
        .values(
            repository_url=project.repository_url,
            visibility=project.visibility,
            created_at=project.created_at,
        )
    )


def catalogue_revision(session: Session, project_id: int) -> int:
    """Return how many corrections of names and metrics there were."""
    row = raw_connection(session).execute(_REVISION, (project_id,)).fetchone()
    return row[0] if row else 0


def count_correction(session: Session, project_id: int) -> None:
    """Let every process forget what it remembers of names and metrics of the project."""
    raw_connection(session).execute(_NEXT, (project_id,))


def delete(session: Session, project_id: int, by: str) -> None:
    """Let nothing of a project answer any more; its rows stay until it is purged."""
    raw_connection(session).execute(_DELETE, (by, project_id))


def deleted(session: Session) -> list[DeletedProject]:
    """Return the deleted projects that can be brought back, the newest first."""
    found = raw_connection(session).cursor(row_factory=kwargs_row(DeletedProject))
    return found.execute(_DELETED, (PROJECT_KEPT, PROJECT_KEPT)).fetchall()


def bring_back(session: Session, project_id: int, slug: str) -> bool:
    """Let a project answer again; False where it began to be purged meanwhile."""
    asked = (slug, project_id, PROJECT_KEPT)
    return raw_connection(session).execute(_BRING_BACK, asked).fetchone() is not None
