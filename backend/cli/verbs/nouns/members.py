"""members: who may do what in a project, and inviting somebody."""

from typing import Literal

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import members as calls
from backend.client.models_gen import NewInvitation
from backend.client.words import day

RoleName = Literal["viewer", "triager", "maintainer", "owner"]
ROLES = ("viewer", "triager", "maintainer", "owner")


@click.group(invoke_without_command=True, short_help="List members; invite somebody.")
@in_project
@click.pass_context
def members(context: click.Context) -> None:
    """List the members of a project and the invitations that are open."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    found = desk.ask(calls.list_members(desk.project))
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Member", is_number=True), Column("Name"), Column("Address"),
        Column("Role", is_whole=True), Column("Since", is_whole=True),
    )  # fmt: skip
    rows = [(one.id, one.name, one.email, one.role, day(one.since)) for one in found.members]
    desk.table(heads, rows)
    for one in found.invitations:
        desk.line(f"invited until {day(one.expires_at)}: {one.email} as {one.role}")


@members.command()
@click.argument("email")
@click.option("--role", type=click.Choice(ROLES), default="viewer", show_default=True)
@in_project
@pass_desk
def invite(desk: Desk, email: str, role: RoleName) -> None:
    """Invite somebody; the address where they accept is written once, alone on its line."""
    made = desk.ask(calls.add_invitation(desk.project, body=NewInvitation(email, role=role)))
    if desk.as_json:
        desk.answer()
        return
    desk.line(f"{desk.server.url}{made.path}")
    desk.note(f"Hand it to {made.email}: it makes them {made.role} and is not shown again.")
