"""projects: what the key may see."""

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, at_server, pass_desk
from backend.client.calls import projects as calls


@click.command()
@at_server
@pass_desk
def projects(desk: Desk) -> None:
    """List the projects that you may read."""
    found = desk.ask(calls.list_projects())
    if desk.as_json:
        desk.answer()
        return
    if not found:
        desk.say("No project is visible. With a key there may be: tidemark login")
        return
    heads = (
        Column("Project", is_whole=True), Column("Name"), Column("Seen by"),
        Column("Runs", is_number=True), Column("Series", is_number=True),
    )  # fmt: skip
    seen = {"public": "everybody", "private": "members"}
    desk.table(
        heads, [(one.slug, one.name, seen[one.visibility], one.runs, one.series) for one in found]
    )
