"""`tidemark admin move`: all results into another database, the embedded one or one outside."""

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import psycopg
from pydantic import SecretStr

from backend.domain.errors import ConflictError, DomainError
from backend.embedded.chosen_database import WITH_OUTSIDE
from backend.embedded.errors import CannotStartError
from backend.embedded.holding import end_leftovers, hold
from backend.embedded.state import (
    SMALLEST_FREE_BYTES,
    StateDir,
    demand_space,
    secret_of,
    write_private,
)
from backend.embedded.stores.postgres import PostgreSQL, embedded_postgres
from backend.settings import Settings
from backend.storage.database_urls import place_of
from backend.storage.restore_note import is_half_restored, note_restoring
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
        move = _Move(state, settings, outside, backup)
        try:
            move.out() if target == MoveTarget.OUTSIDE else move.back()
        except (DomainError, psycopg.Error, OSError, KeyboardInterrupt) as error:
            is_interrupted = isinstance(error, KeyboardInterrupt)
            why = "it was interrupted" if is_interrupted else str(error).strip()
            raise CannotStartError(f"{move.outcome()}: {why}.") from error


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


@dataclass(slots=True)
class _Move:
    """One move, from the look at both databases to what is said at its end."""

    state: StateDir
    settings: Settings
    outside: str
    backup: Path
    target: str = ""
    """The database that is being filled and stays if that fails."""

    def out(self) -> None:
        database = embedded_postgres(self.state)
        if not database.is_made:
            raise CannotStartError(
                f"Nothing was moved: {self.state.path} has no embedded database."
            )
        with _started(database):
            self.target = self.outside
            said = self._copy(database.url, self.outside)
        write_private(self.state.moved_note, place_of(self.outside))
        print(
            f"Moved {said} to {place_of(self.outside)}.\n"
            "Keep TIDEMARK_DATABASE_URL set, and start with make up.\n"
            f"When all is well, delete {database.files} and {self.backup}."
        )

    def back(self) -> None:
        """Fill a database beside the one that is here, and put it in its place at the end."""
        database = embedded_postgres(self.state)
        before = database.files.with_name(f"{database.files.name}-{self.backup.stem}")
        filled = database.filling()
        try:
            with _started(filled):
                said = self._copy(self.outside, filled.url)
            self.state.moved_note.unlink(missing_ok=True)
            database.take(filled, before)
        finally:
            shutil.rmtree(filled.files, ignore_errors=True)
        old = [str(before)] if before.exists() else []
        print(
            f"Moved {said} from {place_of(self.outside)}.\n"
            f"Unset {' and '.join(self._names())}, and start with make up.\n"
            f"When all is well, delete {' and '.join([*old, str(self.backup)])}."
        )

    def _names(self) -> list[str]:
        """Return the variables that are set and must not be for the embedded database."""
        also = [name for field, name in WITH_OUTSIDE.items() if getattr(self.settings, field)]
        return ["TIDEMARK_DATABASE_URL", *also]

    def outcome(self) -> str:
        """Say what a failure left, and delete the backup of a source that is still there."""
        self.backup.unlink(missing_ok=True)
        with suppress(psycopg.Error):
            if not self.target or not is_half_restored(self.target):
                return "Nothing was moved"
        return (
            "The move failed. The source is unchanged; the target is not whole and counts as "
            "empty, so run this again. The reason"
        )

    def _copy(self, source: str, target: str) -> str:
        """Copy one database into another, through a backup that stays; say what that was."""
        from backend.services.keeping.backup import back_up, restore  # noqa: PLC0415  slow to load
        from backend.storage import whole_database  # noqa: PLC0415  as well

        for reason in (
            whole_database.why_not_movable(source),
            whole_database.why_not_empty(target),
        ):
            if reason:
                raise CannotStartError(f"Nothing was moved: {reason}.")
        demand_space(self.state, room_for(whole_database.bytes_of(source)), "move")
        manifest = back_up(self._of(source), VERSION, self.backup, None)
        self.backup.chmod(0o600)
        restore(self._of(target), self.backup, None)
        note_restoring(target)  # until all is looked at
        others = whole_database.why_not_movable(source)
        if others or whole_database.count_rows(source) != manifest.rows:
            raise ConflictError(others or "reports came in meanwhile: stop the server first")
        self._look_at_secret(whole_database.one_secret(target))
        said = (
            f"{manifest.rows.get('report', 0):,} reports and {sum(manifest.rows.values()):,} rows"
        )
        whole_database.finish_restore(target)
        return said

    def _of(self, url: str) -> Settings:
        return self.settings.model_copy(update={"database_url": url, "database_direct_url": None})

    def _look_at_secret(self, encrypted: bytes | None) -> None:
        """Say where what came over was encrypted with a secret that is not the one here."""
        from backend.services.encryption import SecretCipher  # noqa: PLC0415  slow to load

        ours = self.settings.secret or SecretStr(secret_of(self.state, "application"))
        try:
            if encrypted:
                SecretCipher(ours).decrypt(encrypted)
        except ConflictError:
            print(
                "Addresses of webhooks and forges are encrypted with a secret other than the one"
                " here: put that of the installation they come from into TIDEMARK_SECRET, or set"
                " them again.",
                file=sys.stderr,
            )


def room_for(size: int) -> int:
    """Return what a move of so many bytes may need: a dump, the backup, and the dump unpacked."""
    return max(3 * size, SMALLEST_FREE_BYTES)


@contextmanager
def _started(database: PostgreSQL) -> Iterator[None]:
    child = database.start()
    try:
        yield
    finally:
        child.ask_to_stop()
        child.wait_stopped()
