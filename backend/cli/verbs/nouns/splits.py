"""splits: who gains and who loses."""

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import splits as calls
from backend.client.models_gen import SplitMember
from backend.client.words import quantities


@click.group(invoke_without_command=True, short_help="List trade-offs: faster here, slower there.")
@in_project
@click.pass_context
def splits(context: click.Context) -> None:
    """List the splits: changes from which some gain and others lose."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    found = desk.ask(calls.splits(desk.project))
    if desk.as_json:
        desk.answer()
        return
    if not found.rows:
        desk.say("No split is kept.")
        return
    heads = (
        Column("Split", is_number=True), Column("Name"), Column("Verdict"),
        Column("State", is_whole=True),
    )  # fmt: skip
    desk.table(heads, [(one.id, one.name, one.headline, one.state) for one in found.rows])
    if found.total > len(found.rows):
        desk.say(f"{found.total - len(found.rows)} more: {desk.page('/splits')}")


@splits.command()
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def show(desk: Desk, number: int) -> None:
    """Show one split: its verdict, and every member with what it gains or pays."""
    found = desk.ask(calls.split(desk.project, number))
    if desk.as_json:
        desk.answer()
        return
    desk.say(f"{found.name}: {found.headline}")
    desk.say(found.net.text)
    desk.line()
    heads = (
        Column("Series", is_number=True), Column("Member"), Column("Baseline", is_number=True),
        Column("Contender", is_number=True), Column("Verdict"),
    )  # fmt: skip
    desk.table(heads, [_member(one) for one in found.members])
    desk.line(desk.page(f"/splits/{number}"))


def _member(one: SplitMember) -> tuple[object, ...]:
    (before, after), unit = quantities([one.baseline, one.contender], one.unit)
    return one.series_id, one.name, f"{before} {unit}", f"{after} {unit}", one.sentence
