"""One project in one archive: written while it is used, and brought into another installation.

An archive is a zip: one file of JSON lines for each table, and a manifest. Secrets, people and
what belongs to the installation stay where they are.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import IO, Any, cast

import msgspec
from psycopg import Connection
from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, InvalidError
from backend.domain.people.projects import SLUG, Project
from backend.services.keeping.pieces import PIECE, Pieces
from backend.storage.engine import raw_connection
from backend.storage.operation import revisions
from backend.storage.people import accounts, projects
from backend.storage.project_rows import (
    AT_ONCE,
    KEPT,
    MOST_BYTES,
    Destination,
    add_rows,
    pass_ids,
    people_of,
    rows_as_json,
)
from backend.storage.whole_database import connect_to_read

MANIFEST = "manifest.json"
FORMAT = 1
DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError,
    UnicodeDecodeError,
)  # fmt: skip
"""What a file raises that is no archive, is cut off or was changed since."""


class ProjectManifest(msgspec.Struct, frozen=True):
    """What an archive holds; written last."""

    format: int
    made_at: datetime
    version: str
    """Of the release that made it."""
    schema: str
    slug: str
    name: str
    created_at: datetime
    repository_url: str | None
    rows: dict[str, int]
    people: dict[str, str]
    """Addresses of people whom rows name, by their ids there."""


@dataclass(frozen=True, slots=True)
class BroughtProject:
    """A project that came out of an archive."""

    project: Project
    rows: dict[str, int]
    unknown_people: list[str]
    """Addresses without an account here: what was theirs belongs to nobody."""


def archive_pieces(database_url: str, version: str, project: Project) -> Iterator[bytes]:
    """Yield the archive of a project at one moment; writers go on meanwhile."""
    pieces = Pieces()
    with connect_to_read(database_url) as connection:
        connection.execute("set transaction isolation level repeatable read, read only")
        with zipfile.ZipFile(cast("IO[bytes]", pieces), "w", zipfile.ZIP_DEFLATED) as archive:
            counts: dict[str, int] = {}
            for table in KEPT:
                counts[table] = 0
                with archive.open(f"{table}.jsonl", "w", force_zip64=True) as entry:
                    for row in rows_as_json(connection, table, project.id):
                        counts[table] += 1
                        entry.write(row.encode() + b"\n")
                        yield from pieces.take(PIECE)
            manifest = _manifest(connection, version, project, counts)
            archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    yield from pieces.take()


def _manifest(
    connection: Connection[Any], version: str, project: Project, counts: dict[str, int]
) -> ProjectManifest:
    (schema,) = connection.execute("select version_num from alembic_version").fetchall()[0]
    return ProjectManifest(
        format=FORMAT,
        made_at=datetime.now(UTC),
        version=version,
        schema=schema,
        slug=project.slug,
        name=project.name,
        created_at=project.created_at,
        repository_url=project.repository_url,
        rows=counts,
        people=people_of(connection, project.id),
    )


def bring_in(session: Session, file: IO[bytes], slug: str = "", name: str = "") -> BroughtProject:
    """Make a project of an archive, under its old name or another one; members only may read it.

    InvalidError for what is no whole archive; ConflictError where the short name is taken.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            return _bring_in(session, archive, slug, name)
    except DAMAGED as error:
        raise InvalidError(f"this is no archive of a project, or is cut off: {error}") from error


def _bring_in(session: Session, archive: zipfile.ZipFile, slug: str, name: str) -> BroughtProject:
    manifest = _read_manifest(archive)
    slug, name = slug or manifest.slug, name or manifest.name
    if not re.fullmatch(SLUG, slug):
        raise InvalidError(f"“{slug[:40]}” is no short name: use a-z, 0-9 and -, as in search-2")
    made = projects.create(session, slug, name, "private")
    if made is None:
        raise ConflictError(f"there is a project “{slug}” already; choose another short name")
    project = replace(made, created_at=manifest.created_at, repository_url=manifest.repository_url)
    projects.change(session, project)
    people = msgspec.json.encode(manifest.people).decode()
    to = Destination(project.id, people)
    connection = raw_connection(session)
    rows = {table: _bring_table(connection, archive, table, to) for table in KEPT}
    wrong = [table for table, count in rows.items() if count != manifest.rows.get(table, 0)]
    if wrong:
        raise InvalidError(f"the archive is damaged: {wrong[0]} has not the rows that it had")
    pass_ids(connection, project.id)
    named = sorted({*manifest.people.values()})
    return BroughtProject(
        project, rows, [email for email in named if accounts.find(session, email) is None]
    )


def _read_manifest(archive: zipfile.ZipFile) -> ProjectManifest:
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=ProjectManifest)
    except (KeyError, msgspec.DecodeError) as error:
        raise InvalidError(f"this zip has no manifest of a project: {error}") from error
    known, newest = revisions()
    strange = {*archive.namelist()} - {MANIFEST, *(f"{table}.jsonl" for table in KEPT)}
    if manifest.format > FORMAT or strange or (known and manifest.schema not in known):
        raise InvalidError(
            f"the archive was made by release {manifest.version} with schema {manifest.schema};"
            f" this release knows up to {newest}: bring it into that release or a newer one"
        )
    return manifest


def _bring_table(
    connection: Connection[Any], archive: zipfile.ZipFile, table: str, to: Destination
) -> int:
    """Add the rows of one table; returns how many there were."""
    count = 0
    writer = None
    for rows in _batches(archive, f"{table}.jsonl"):
        if writer is None:
            writer = add_rows(connection, table, _names_of(rows[0]), to)
        writer.add(rows)
        count += len(rows)
    return count


def _names_of(row: str) -> list[str]:
    try:
        return list(msgspec.json.decode(row, type=dict[str, msgspec.Raw]))
    except msgspec.DecodeError as error:
        raise InvalidError(f"the archive holds a row that is no object: {error}") from error


def _batches(archive: zipfile.ZipFile, name: str) -> Iterator[list[str]]:
    if name not in archive.namelist():
        return
    rows: list[str] = []
    size = 0
    with archive.open(name) as entry:
        for line in entry:
            rows.append(line.decode())
            size += len(line)
            if len(rows) >= AT_ONCE or size >= MOST_BYTES:
                yield rows
                rows, size = [], 0
    if rows:
        yield rows
