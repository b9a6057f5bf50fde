"""Databases for tests: where they lie, names in a URL, and migrations to the newest schema."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url

ROOT = Path(__file__).resolve().parents[2]
IN_MEMORY = Path("/dev/shm")  # noqa: S108  a directory of its own is made in it
ROOM = 6 * 2**30
"""What the databases and write-ahead logs of several test processes may come to."""


@contextmanager
def quick_directory(otherwise: Path) -> Iterator[Path]:
    """Give a directory in memory where that has room: copying a database costs a fifth there."""
    if not IN_MEMORY.is_dir() or shutil.disk_usage(IN_MEMORY).free < ROOM:
        yield otherwise
        return
    with TemporaryDirectory(dir=IN_MEMORY, prefix="tidemark-tests-") as made:
        yield Path(made)


def database_named(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def alembic_config(url: str) -> Config:
    config = Config(toml_file=ROOT / "pyproject.toml")
    config.attributes["url"] = url
    return config


def migrate(url: str, revision: str = "head") -> None:
    command.upgrade(alembic_config(url), revision)
