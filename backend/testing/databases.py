"""Databases for tests: names in a URL, and migrations to the newest schema."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url

ROOT = Path(__file__).resolve().parents[2]


def database_named(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def alembic_config(url: str) -> Config:
    config = Config(toml_file=ROOT / "pyproject.toml")
    config.attributes["url"] = url
    return config


def migrate(url: str, revision: str = "head") -> None:
    command.upgrade(alembic_config(url), revision)
