"""channels: where messages go; add, try and remove one."""

from typing import Literal

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import notifications as calls
from backend.client.models_gen import ListedChannel, NewChannel
from backend.client.words import day

Kind = Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"]
KINDS = ("mail", "slack", "discord", "teams", "mattermost", "webhook")
_number = click.argument("number", type=click.IntRange(1))


@click.group(invoke_without_command=True, short_help="List, add, test and remove channels.")
@in_project
@click.pass_context
def channels(context: click.Context) -> None:
    """List the channels that messages go to, and how each does."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    rows = desk.ask(calls.list_channels(desk.project)).rows
    if desk.as_json:
        desk.answer()
        return
    if not rows:
        desk.say("No channel yet: tidemark channels add NAME KIND ADDRESS makes one.")
        return
    heads = (
        Column("Channel", is_number=True), Column("Name"), Column("Kind", is_whole=True),
        Column("Address"), Column("Last sent", is_whole=True), Column("State"),
    )  # fmt: skip
    desk.table(
        heads,
        [
            (one.id, one.name, one.kind, one.hint, day(one.health.last_sent_at), _state(one))
            for one in rows
        ],
    )


def _state(channel: ListedChannel) -> str:
    if channel.paused_at:
        return f"paused by {channel.paused_by}"
    failing = channel.health.failing_since
    return f"fails since {day(failing)}: {channel.health.last_reason}" if failing else "works"


@channels.command()
@click.argument("name")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("address")
@in_project
@pass_desk
def add(desk: Desk, name: str, kind: Kind, address: str) -> None:
    """Make a channel; the secret of a webhook is written once, alone on its line."""
    made = desk.ask(calls.add_channel(desk.project, body=NewChannel(address, kind, name)))
    if desk.as_json:
        desk.answer()
        return
    if made.secret:
        desk.line(made.secret)
    desk.note(f"Channel {made.id} gets regressions, fixes and outages.")


@channels.command()
@_number
@in_project
@pass_desk
def test(desk: Desk, number: int) -> None:
    """Send a message that only tells that the channel works."""
    made = desk.ask(calls.test_channel(desk.project, number))
    if desk.as_json:
        desk.answer()
    else:
        desk.say(f"Message {made.id} is on its way to {made.channel}.")


@channels.command()
@_number
@in_project
@pass_desk
def remove(desk: Desk, number: int) -> None:
    """Remove a channel; its log stays."""
    desk.ask(calls.remove_channel(desk.project, number))
    if not desk.as_json:
        desk.say(f"Channel {number} is removed.")
