"""`tidemark admin move`: all results into another database, the embedded one or one outside."""

import argparse
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from backend.domain.errors import DomainError
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import end_leftovers, hold
from backend.embedded.state import StateDir, demand_space
from backend.embedded.stores.postgres import PostgreSQL, embedded_postgres
from backend.settings import Settings
from backend.version import VERSION


class MoveTarget(StrEnum):
    OUTSIDE = "outside"
    EMBEDDED = "embedded"


def run_move(state: StateDir, settings: Settings, arguments: Sequence[str]) -> None:
    """Move everything to where the arguments say, and print what to do next.

    The address of the database outside is in TIDEMARK_DATABASE_URL both ways, so that no password
    is among the arguments. Nothing is deleted; what fails leaves both databases as they were, but
    for a target that counts as empty. Raises CannotStartError with the reason.
    """
    target = _parser().parse_args(arguments).target
    outside = settings.whole_database_url
    if "database_url" not in settings.model_fields_set:
        raise CannotStartError(
            "TIDEMARK_DATABASE_URL is not set: set it to the address of the database outside, "
            "and run this again."
        )
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
    backup = state.path / f"before-move-{stamp}.backup"
    with hold(state):
        end_leftovers(state)
        demand_space(state)
        try:
            if target == MoveTarget.OUTSIDE:
                _move_out(state, settings, outside, backup)
            else:
                _move_in(state, settings, outside, backup)
        except (DomainError, psycopg.Error) as error:
            raise CannotStartError(f"Nothing was moved: {str(error).strip()}.") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tidemark admin move",
        description="Copy all results between the embedded database and that of"
        " TIDEMARK_DATABASE_URL, while Tidemark is stopped.",
    )
    parser.add_argument(
        "target", type=MoveTarget, choices=[*MoveTarget], help="which database gets them"
    )
    return parser


def _move_out(state: StateDir, settings: Settings, outside: str, backup: Path) -> None:
    database = embedded_postgres(state)
    if not database.files.exists():
        raise CannotStartError(f"Nothing was moved: {state.path} has no embedded database.")
    with _started(database):
        said = _copy(settings, (database.url, outside), backup)
    print(
        f"Moved {said} to {_place(outside)}.\n"
        "Keep TIDEMARK_DATABASE_URL set, and start with make up.\n"
        f"When all is well, delete {database.files} and {backup}."
    )


def _move_in(state: StateDir, settings: Settings, outside: str, backup: Path) -> None:
    database = embedded_postgres(state)
    before = database.files.with_name(f"{database.files.name}-{backup.stem}")
    had_files = database.files.exists()
    if had_files:
        database.files.rename(before)
    try:
        with _started(database):
            said = _copy(settings, (outside, database.url), backup)
    except BaseException:
        shutil.rmtree(database.files, ignore_errors=True)
        if had_files:
            before.rename(database.files)
        raise
    old = [str(before)] if had_files else []
    print(
        f"Moved {said} from {_place(outside)}.\n"
        "Unset TIDEMARK_DATABASE_URL, and start with make up.\n"
        f"When all is well, delete {' and '.join([*old, str(backup)])}."
    )


@contextmanager
def _started(database: PostgreSQL) -> Iterator[None]:
    child = database.start()
    try:
        yield
    finally:
        child.ask_to_stop()
        child.wait_stopped()


def _copy(settings: Settings, way: tuple[str, str], backup: Path) -> str:
    """Copy one database into another, through a backup that stays; say what that was."""
    from backend.services.keeping.backup import back_up, restore  # noqa: PLC0415  slow to load
    from backend.storage.whole_database import why_not_empty, why_not_movable  # noqa: PLC0415  as well

    source, target = (
        settings.model_copy(update={"database_url": url, "database_direct_url": None})
        for url in way
    )
    for reason in (why_not_movable(way[0]), why_not_empty(way[1])):
        if reason:
            raise CannotStartError(f"Nothing was moved: {reason}.")
    manifest = back_up(source, VERSION, backup, None)
    backup.chmod(0o600)
    restore(target, backup, None)
    return f"{manifest.rows.get('report', 0):,} reports and {sum(manifest.rows.values()):,} rows"


def _place(url: str) -> str:
    there = urlsplit(url)
    return f"{there.hostname}:{there.port or 5432}{there.path}"
