"""ladders: what was tried, and what stuck."""

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.cli.verbs.nouns.jobs import place_words
from backend.client.calls import ladders as calls
from backend.client.models_gen import LadderDetail, Rung
from backend.client.words import day, quantities


@click.group(invoke_without_command=True, short_help="List what was tried, and what was kept.")
@in_project
@click.pass_context
def ladders(context: click.Context) -> None:
    """List the ladders: steps that were tried one after the other."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    rows = desk.ask(calls.ladders(desk.project)).rows
    if desk.as_json:
        desk.answer()
        return
    if not rows:
        desk.say("No ladder is kept.")
        return
    heads = (
        Column("Ladder", is_number=True), Column("Name"), Column("Verdict"),
        Column("Changed", is_whole=True),
    )  # fmt: skip
    desk.table(heads, [(one.id, one.name, one.headline, day(one.updated_at)) for one in rows])


@ladders.command()
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def show(desk: Desk, number: int) -> None:
    """Show one ladder: its rungs in order, each against the best before it."""
    found = desk.ask(calls.ladder(desk.project, number))
    if desk.as_json:
        desk.answer()
        return
    desk.say(f"{found.name}, {found.metric}: {found.headline}")
    desk.line()
    heads = (
        Column("Rung", is_number=True), Column("Tried"), Column("Value", is_number=True),
        Column("Verdict", is_whole=True), Column("What it did"),
    )  # fmt: skip
    desk.table(heads, [_rung(found, one) for one in found.rungs])
    for remark in found.remarks:
        desk.say(remark)
    again = desk.ask(calls.jobs_of_ladder(desk.project, number)).again
    if again is not None:
        desk.say(f"Measured again in turns by job {again.job_id}: {again.headline}")
    desk.line(desk.page(f"/ladders/{number}"))


@ladders.command()
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def run(desk: Desk, number: int) -> None:
    """Have an agent measure all rungs of a ladder again, in turns; says when and how long."""
    found = desk.ask(calls.measure_rungs(desk.project, number))
    if desk.as_json:
        desk.answer()
    else:
        desk.say(f"job {found.job.id}: {place_words(found.job)}")


def _rung(found: LadderDetail, one: Rung) -> tuple[object, ...]:
    (value,), unit = quantities([one.value], found.unit)
    return one.id, one.label, f"{value} {unit}" if value else "", one.verdict, one.sentence
