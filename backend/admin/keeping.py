"""`tidemark admin backup | verify | restore | doctor | status`: what keeps an installation."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

from backend.domain.errors import InvalidError, NotFoundError
from backend.domain.people.audit import AuditedAction
from backend.domain.server_health import KEPT, Severity
from backend.services.keeping.archive import Manifest
from backend.services.keeping.backup import back_up, fingerprint, restore, verify
from backend.services.keeping.doctor import examine
from backend.services.keeping.project_archive import archive_pieces, bring_in
from backend.services.keeping.watch_server import read_status
from backend.services.people.audit import leave_event_of_shell
from backend.settings import settings
from backend.storage.database_urls import place_of
from backend.storage.engine import make_engine, transaction
from backend.storage.people import projects
from backend.version import VERSION
from backend.wording.server_health import answer, status_lines

MIB = 1024 * 1024
SMALLEST_PASSPHRASE = 12


def _passphrase(options: argparse.Namespace) -> str | None:
    file: Path | None = options.passphrase_file
    if file is None:
        return None
    first = next(iter(file.read_text().splitlines()), "")
    if len(first) < SMALLEST_PASSPHRASE:
        raise InvalidError(
            f"the first line of {file} has less than {SMALLEST_PASSPHRASE} characters"
        )
    return first


def _back_up(options: argparse.Namespace) -> None:
    manifest = back_up(settings(), VERSION, options.file, _passphrase(options))
    print(f"{options.file}: {_described(options.file, manifest)}")
    if options.passphrase_file is not None and not manifest.secret_fingerprint:
        print(
            "The secret of the installation is not in it, since TIDEMARK_SECRET is not set: set it"
            " to the one of the server and back up again, or keep it elsewhere.",
            file=sys.stderr,
        )
    if manifest.secret_fingerprint and options.passphrase_file is None:
        print(
            "The secret of the installation is not in it, since it is not encrypted: keep"
            " secrets/application of the state directory, or TIDEMARK_SECRET, elsewhere.",
            file=sys.stderr,
        )


def _verify(options: argparse.Namespace) -> None:
    manifest = verify(options.file, _passphrase(options))
    print(f"{options.file} is whole: {_described(options.file, manifest)}")


def _restore(options: argparse.Namespace) -> None:
    manifest, secret = restore(settings(), options.file, _passphrase(options))
    print(f"Restored {_described(options.file, manifest)}")
    given = settings().secret
    ours = fingerprint(given.get_secret_value()) if given else None
    if manifest.secret_fingerprint in (None, ours):
        return
    kept = settings().state_dir / "secrets" / "application"
    if secret and (kept.is_file() or (ours is None and kept.parent.is_dir())):
        part = kept.with_name(f"{kept.name}.part")
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        part.write_text(secret)
        part.replace(kept)
        print(f"The secret of the installation is in {kept}.")
        return
    print(
        "Addresses of webhooks and forges are encrypted with the secret of the installation that"
        " was backed up: put it into TIDEMARK_SECRET, or set them again.",
        file=sys.stderr,
    )


def _move(_options: argparse.Namespace) -> None:
    raise InvalidError(
        "no embedded database is here, so nothing can be moved: use backup and restore"
    )


def _save_project(options: argparse.Namespace) -> None:
    with _engine() as engine:
        with transaction(engine) as session:
            project = projects.find(session, options.project)
        if project is None:
            raise NotFoundError(f"there is no project “{options.project}”")
        with options.file.open("xb") as sink:
            for piece in archive_pieces(settings().database_url, VERSION, project):
                sink.write(piece)
    print(f"{options.file}: {project.name}, {options.file.stat().st_size / MIB:,.1f} MiB")


def _bring_project(options: argparse.Namespace) -> None:
    with (
        _engine() as engine,
        transaction(engine) as session,
        options.file.open("rb") as source,
    ):
        brought = bring_in(session, source, options.project)
        leave_event_of_shell(session, brought.project.id, AuditedAction("brought in", "project"))
    print(
        f"{settings().address}/p/{brought.project.slug}: {brought.rows['run']:,} runs,"
        f" {sum(brought.rows.values()):,} rows; only administrators may read it"
    )
    if brought.unknown_people:
        print(f"Without an account here: {', '.join(brought.unknown_people)}.", file=sys.stderr)


@contextmanager
def _engine() -> Iterator[Engine]:
    made = make_engine(settings().database_url)
    yield made
    made.dispose()


def _doctor(_options: argparse.Namespace) -> int:
    """Print each finding with its remedy; 1 where one of them is a fault."""
    findings = examine(settings())
    for one in findings:
        print(f"{one.severity} ({one.part}): {one.reason}.\n  To do: {one.remedy}.")
    print(answer(findings) if findings else "All is well.")
    return 1 if any(one.severity is Severity.FAULT for one in findings) else 0


def _status(options: argparse.Namespace) -> int:
    """Print how the server is; 1 where something is a fault."""
    hours = min(max(options.hours, 1), KEPT.days * 24)
    found = read_status(settings(), VERSION, datetime.now(UTC), hours)
    if options.json:
        print(json.dumps(asdict(found), default=str, indent=2))
    else:
        print("\n".join(status_lines(found)))
        print(f"database: {place_of(settings().whole_database_url)}")
    return 1 if any(one.severity is Severity.FAULT for one in found.findings) else 0


def _described(file: Path, manifest: Manifest) -> str:
    return (
        f"{manifest.rows.get('report', 0):,} reports and {sum(manifest.rows.values()):,} rows"
        f" of {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC, release {manifest.version},"
        f" schema {manifest.schema}, {file.stat().st_size / MIB:,.1f} MiB"
    )


COMMANDS = {
    "backup": _back_up,
    "verify": _verify,
    "restore": _restore,
    "move": _move,
    "save-project": _save_project,
    "bring-project": _bring_project,
    "doctor": _doctor,
    "status": _status,
}
