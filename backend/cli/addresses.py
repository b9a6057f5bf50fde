"""Histories at an address: the server fetches them, this waits and says how far it is."""

import json
import sys
import time
from datetime import datetime

import click

from backend.cli.environment import Environment
from backend.cli.exits import CommandError
from backend.cli.verb import Desk
from backend.client.calls.imports import begin_import, cancel_import, read_import
from backend.client.models_gen import AddressImport, ImportOutcome, NewAddressImport

PAUSE_S = 0.5
_KILO = 1024
_MEGA = _KILO * _KILO


def is_address(text: str) -> bool:
    """Say whether what is to be imported is at an address, and not in a file."""
    return text.startswith(("http://", "https://"))


def token_of(name: str | None, env: Environment) -> str:
    """Return the token in a variable; CommandError where there is none."""
    if name is None:
        return ""
    if not env.get(name):
        raise CommandError(
            f"the variable {name} holds no token",
            f"put it there: read -rs {name} && export {name}",
        )
    return env[name].strip()


def import_address(desk: Desk, wanted: NewAddressImport) -> ImportOutcome:
    """Have an address imported and wait for it; CommandError where nothing came of it.

    Ctrl-C stops the import on the server too.
    """
    begun = desk.insist(lambda: begin_import(desk.project, body=wanted))
    try:
        begun = _followed(desk, begun)
    except KeyboardInterrupt:
        begun = desk.insist(lambda: cancel_import(desk.project, begun.id, body=b""))
    _show(_progress(begun), is_last=True)
    if begun.outcome is None:
        remedy = begun.faults[0].remedy if begun.faults else ""
        raise CommandError(begun.error, remedy)
    # programs read the outcome, whether a file or an address was imported
    desk.sender.said = json.dumps(json.loads(desk.sender.said)["outcome"]).encode()
    return begun.outcome


def _followed(desk: Desk, begun: AddressImport) -> AddressImport:
    told = ""
    while begun.finished_at is None:
        said = _progress(begun)
        if said != told:
            _show(said)
            told = said
        time.sleep(PAUSE_S)
        begun = desk.insist(lambda: read_import(desk.project, begun.id))  # noqa: B023  called at once
    return begun


def _progress(begun: AddressImport) -> str:
    fetched = f"{begun.pages:,} of {begun.known_pages:,} pages, {_size(begun.bytes)}"
    if begun.wait_until is not None:
        until = datetime.fromisoformat(begun.wait_until).astimezone()
        return f"Waiting until {until:%H:%M:%S} for the tracker: {fetched}"
    return f"{'Importing' if begun.state == 'importing' else 'Fetching'}: {fetched}"


def _size(count: int) -> str:
    return f"{count / _MEGA:.1f} MB" if count >= _MEGA else f"{count / _KILO:.0f} kB"


def _show(said: str, *, is_last: bool = False) -> None:
    """Write over the line before on a terminal; elsewhere only the last line is written."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{said}", err=True, nl=is_last)
    elif is_last:
        click.echo(said, err=True)
