"""admin: the commands of whoever runs the server, which work on its database."""

import importlib.util
import subprocess
import sys

import click

from backend.cli.environment import child_environment
from backend.cli.exits import CommandError

AS_THEY_COME = {"ignore_unknown_options": True, "help_option_names": []}
NEEDED = ("sqlalchemy", "pydantic_settings")


@click.command(context_settings=AS_THEY_COME, short_help="Administer the server that runs here.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def admin(arguments: tuple[str, ...]) -> int:
    """Administer the server that runs here: keys, people, backup, restore, doctor, import."""
    return _run(arguments)


def _shortcut(name: str) -> click.Command:
    @click.command(name, context_settings=AS_THEY_COME, hidden=True)
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def run(arguments: tuple[str, ...]) -> int:
        return _run((name, *arguments))

    return run


SHORTCUTS = {
    name: _shortcut(name)
    for name in ("first-steps", "sign-in", "agent-key", "publish-split", "openapi")
}
"""Understood without `admin` as well: scripts of older days say so."""


def _run(arguments: tuple[str, ...]) -> int:
    """Run the program of the server's packages, which finds the server that runs here."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise CommandError(
            "this installation has the command alone, without the server",
            "run it where the server is, or install tidemark-bench[server]",
        )
    sys.stdout.flush()
    command = [sys.executable, "-P", "-m", "backend.embedded", "tidemark", "--", *arguments]
    return subprocess.run(command, env=child_environment(), check=False).returncode
