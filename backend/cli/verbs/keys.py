"""keys: list, make and revoke the API keys of a project."""

from typing import Literal

import click
from msgspec import UNSET

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import keys as calls
from backend.client.models_gen import ApiKey, NewApiKey
from backend.client.words import day

ScopeName = Literal["read", "report", "agent", "triage", "admin"]
SCOPES = ("read", "report", "agent", "triage", "admin")


@click.group(invoke_without_command=True, short_help="List, create and revoke API keys.")
@in_project
@click.pass_context
def keys(context: click.Context) -> None:
    """List the API keys of a project; make and revoke them."""
    if context.invoked_subcommand is None:
        _list(context.ensure_object(Desk))


def _list(desk: Desk) -> None:
    found = desk.ask(calls.list_keys(desk.project))
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Key", is_number=True),
        Column("Name"),
        Column("Begins", is_whole=True, spare=3),
        Column("May", is_whole=True),
        Column("Testbed", spare=2),
        Column("Used", is_whole=True, spare=1),
        Column("Until", is_whole=True),
    )
    desk.table(
        heads,
        [
            (
                one.id,
                one.name,
                one.prefix,
                " ".join(one.scopes),
                one.testbed or "any",
                day(one.last_used_at) or "never",
                _until(one),
            )
            for one in found
        ],
    )


def _until(key: ApiKey) -> str:
    return f"revoked {day(key.revoked_at)}" if key.revoked_at else day(key.expires_at) or "no end"


@keys.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    required=True,
    help="What it may do; may be given several times.",
)
@click.option("--testbed", metavar="NAME", help="The only testbed it may report for.")
@click.option("--days", type=click.IntRange(1, 3650), help="How long it is good.")
@in_project
@pass_desk
def add(
    desk: Desk, name: str, scopes: list[ScopeName], testbed: str | None, days: int | None
) -> None:
    """Create key; its secret is written once, alone on its line, and never again."""
    wanted = NewApiKey(name, list(scopes), days or UNSET, testbed or UNSET)
    made = desk.ask(calls.add_key(desk.project, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    desk.line(made.secret)
    desk.note(f"Key {made.id} may {', '.join(made.scopes)}. Keep it: it is not shown again.")


@keys.command()
@click.argument("number", type=int)
@in_project
@pass_desk
def revoke(desk: Desk, number: int) -> None:
    """End a key; what it uploaded stays."""
    ended = desk.ask(calls.end_key(desk.project, number))
    if desk.as_json:
        desk.answer()
    else:
        desk.say(f"Key {ended.id} “{ended.name}” is revoked.")
