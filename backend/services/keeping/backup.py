"""Back up an installation while it works, verify a backup, and bring one back.

Everything is in PostgreSQL, raw reports and profiles too: one snapshot of it is one moment of all.
"""

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

from backend.domain.errors import ConflictError, InvalidError
from backend.services.keeping.archive import (
    DUMP,
    FORMAT,
    SECRET,
    Manifest,
    new_backup,
    unpack,
)
from backend.services.keeping.programs import run_program
from backend.settings import Settings, inherited_environment
from backend.storage import whole_database
from backend.storage.database_urls import demand_no_pooler
from backend.storage.operation import MIGRATIONS, revisions

TIMEOUT_SINCE = 17
JOBS = "2"


def back_up(settings: Settings, version: str, file: Path, passphrase: str | None) -> Manifest:
    """Write everything as it is now into one file.

    The secret that encrypts addresses of webhooks goes into encrypted backups only: beside the
    database in the clear it would protect nothing.
    """
    url = demand_no_pooler(settings.whole_database_url, "a backup")
    if file.exists():
        raise ConflictError(f"{file} is there already; choose another name")
    secret = settings.secret.get_secret_value() if settings.secret else ""
    with scratch(file.absolute().parent) as folder, new_backup(file, passphrase) as written:
        dump = folder / DUMP
        with whole_database.frozen_moment(url) as moment:
            wanted = [f"--snapshot={moment.snapshot}", "--format=custom", f"--file={dump}"]
            run_program("pg_dump", [*wanted, "--no-owner", "--no-acl"], url)
        written.add_file(DUMP, dump)
        if passphrase and secret:
            written.add_bytes(SECRET, secret.encode())
        manifest = Manifest(
            format=FORMAT,
            made_at=datetime.now(UTC),
            version=version,
            schema=moment.schema,
            postgresql=moment.postgresql,
            rows=moment.rows,
            sha256=written.sha256,
            secret_fingerprint=fingerprint(secret),
        )
        written.finish(manifest)
    return manifest


def verify(file: Path, passphrase: str | None) -> Manifest:
    """Read a backup to its last byte: checksums, manifest, and every row of the dump."""
    with scratch(file.absolute().parent) as folder:
        manifest = unpack(file, passphrase, folder)
        run_program("pg_restore", ["--file=/dev/null", str(folder / DUMP)])
    return manifest


def restore(settings: Settings, file: Path, passphrase: str | None) -> tuple[Manifest, str | None]:
    """Bring a backup back into an empty installation, and its schema up to this release.

    Returns the manifest, and the secret where the backup has it. What fails on the way can be
    done again; until it is finished the database counts as empty.
    """
    url = demand_no_pooler(settings.whole_database_url, "restoring")
    if reason := whole_database.why_not_empty(url):
        raise ConflictError(f"nothing was restored into this database, since {reason}")
    with scratch(file.absolute().parent) as folder:
        manifest = unpack(file, passphrase, folder)
        known, newest = revisions()
        if known and manifest.schema not in known:
            raise InvalidError(
                f"the backup has schema {manifest.schema} of release {manifest.version}; this"
                f" release knows up to {newest}: restore it with that release or a newer one"
            )
        if reason := too_old_for(manifest.postgresql, whole_database.version_of(url)):
            raise InvalidError(f"nothing was restored into this database, since {reason}")
        whole_database.empty(url)
        wanted = ["--no-owner", "--no-acl", "--exit-on-error", f"--jobs={JOBS}"]
        run_program("pg_restore", [*wanted, str(folder / DUMP)], url)
        _demand_same_rows(manifest, whole_database.count_rows(url))
        held = folder / SECRET
        secret = held.read_text() if held.exists() else None
    _migrate(url)
    whole_database.finish_restore(url)
    return manifest, secret


def too_old_for(made_by: str, here: str) -> str:
    """Say why a PostgreSQL does not take a dump of another one, by their versions; "" if it does.

    Dumps of 17 and later set `transaction_timeout`, which older ones do not know.
    """
    if _major(made_by) < TIMEOUT_SINCE or _major(here) >= TIMEOUT_SINCE:
        return ""
    return (
        f"it is of PostgreSQL {here} and the backup of {made_by}: restore it into a server of"
        f" {TIMEOUT_SINCE} or newer"
    )


def _major(version: str) -> int:
    return int("".join(takewhile(str.isdigit, version)) or 0)


def fingerprint(secret: str) -> str | None:
    """Return what tells one secret from another and says nothing of either."""
    return hashlib.blake2b(secret.encode(), digest_size=8).hexdigest() if secret else None


@contextmanager
def scratch(beside: Path) -> Iterator[Path]:
    """Give a private directory on the disk of the backup, which has room for it."""
    with tempfile.TemporaryDirectory(prefix=".tidemark-", dir=beside) as folder:
        yield Path(folder)


def _demand_same_rows(manifest: Manifest, found: dict[str, int]) -> None:
    wrong = [
        f"{table} has {found.get(table, 0)} rows instead of {rows}"
        for table, rows in manifest.rows.items()
        if found.get(table, 0) != rows
    ]
    if wrong:
        raise InvalidError(f"what was restored is not what was backed up: {'; '.join(wrong[:5])}")


def _migrate(url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "alembic", "upgrade", "head"],
        cwd=MIGRATIONS.parents[1], env=inherited_environment(TIDEMARK_DATABASE_DIRECT_URL=url),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise InvalidError(f"the schema could not be brought up to date: {done.stderr[-400:]}")
