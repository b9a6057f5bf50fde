"""subscriptions: which news each channel is told; add and remove one."""

from typing import Any, Literal

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import notifications as calls
from backend.client.models_gen import SelectedSeries, Selection

EVENTS = ("opened", "grew", "narrowed", "fixed", "reopened")
Ways = Literal["worse", "better", "any"]


@click.group(invoke_without_command=True, short_help="Choose what each channel receives.")
@in_project
@click.pass_context
def subscriptions(context: click.Context) -> None:
    """List which news each channel is told."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    channels = desk.ask(calls.list_channels(desk.project)).rows
    found = [(channel, one) for channel in channels for one in channel.subscriptions]
    if desk.as_json:
        desk.answer()
        return
    if not found:
        desk.say("No channel is told anything: tidemark subscriptions add CHANNEL tells one.")
        return
    heads = (
        Column("Subscription", is_number=True), Column("Channel", is_number=True), Column("Name"),
        Column("Ways", is_whole=True), Column("From", is_number=True), Column("Events"),
        Column("Series"),
    )  # fmt: skip
    rows = [(one.id, channel.id, channel.name, *_cells(one.selection)) for channel, one in found]
    desk.table(heads, rows)


def _cells(said: Selection) -> tuple[str, ...]:
    further = [("outages", said.with_outages), ("health of the server", said.with_server)]
    events = [*(said.events or ()), *(name for name, is_told in further if is_told is True)]
    series = said.filters or SelectedSeries()
    names = [name for kind in FILTERS for name in getattr(series, kind) or ()]
    effect = f"{100 * (said.min_effect or 0):g} %"
    return str(said.ways), effect, ", ".join(events), ", ".join(names) or "all"


FILTERS = ("suite", "benchmark", "metric", "testbed", "branch")


def _chosen(function: Any) -> Any:  # noqa: ANN401
    for name in reversed(FILTERS):
        told = f"Only of this {name}; may be given several times."
        function = click.option(f"--{name}", metavar="NAME", multiple=True, help=told)(function)
    return function


@subscriptions.command()
@click.argument("channel", type=click.IntRange(1))
@click.option("--ways", type=click.Choice(("worse", "better", "any")), default="worse")
@click.option("--from", "percent", type=click.FloatRange(0), default=0.0, metavar="PERCENT",
              help="Smallest effect that is told.")  # fmt: skip
@click.option("--event", "events", type=click.Choice(EVENTS), multiple=True,
              help="Only these; else opened, reopened and fixed.")  # fmt: skip
@click.option("--no-outages", is_flag=True, help="Not what has gone quiet.")
@click.option(
    "--server-health",
    "with_server",
    is_flag=True,
    help="Also what is wrong with the server itself.",
)
@_chosen
@in_project
@pass_desk
def add(  # noqa: PLR0913 - as they stand on the command line
    desk: Desk,
    /,
    channel: int,
    ways: Ways,
    percent: float,
    events: tuple[Any, ...],
    *,
    no_outages: bool,
    with_server: bool,
    **filters: tuple[str, ...],
) -> None:
    """Have a channel, by its number, told news."""
    named: dict[str, Any] = {kind: list(names) for kind, names in filters.items() if names}
    said = Selection(
        filters=SelectedSeries(**named),
        min_effect=percent / 100.0,
        ways=ways,
        with_outages=not no_outages,
        with_server=with_server,
    )
    if events:
        said.events = list(events)
    made = desk.ask(calls.subscribe(desk.project, channel, body=said))
    if desk.as_json:
        desk.answer()
    else:
        desk.say(f"Subscription {made.id}: channel {channel} is told.")


@subscriptions.command()
@click.argument("channel", type=click.IntRange(1))
@click.argument("subscription", type=click.IntRange(1))
@in_project
@pass_desk
def remove(desk: Desk, channel: int, subscription: int) -> None:
    """Remove a subscription of a channel, both by their numbers."""
    desk.ask(calls.unsubscribe(desk.project, channel, subscription))
    if not desk.as_json:
        desk.say(f"Subscription {subscription} is removed.")
