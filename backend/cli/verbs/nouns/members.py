"""members: who may do what in a project; invite somebody, give roles, remove."""

from typing import Literal

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import members as calls
from backend.client.models_gen import NewInvitation, RoleChange
from backend.client.words import day

RoleName = Literal["viewer", "triager", "maintainer", "owner"]
ROLES = ("viewer", "triager", "maintainer", "owner")


@click.group(invoke_without_command=True, short_help="List members; invite, give roles.")
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


_member = click.argument("member", type=click.IntRange(1))


@members.command()
@_member
@click.argument("role", type=click.Choice(ROLES))
@in_project
@pass_desk
def role(desk: Desk, member: int, role: RoleName) -> None:
    """Give a member, by the number in the list, another role."""
    desk.ask(calls.give_role(desk.project, member, body=RoleChange(role)))
    if not desk.as_json:
        desk.say(f"Member {member} is {role} now.")


@members.command()
@_member
@in_project
@pass_desk
def remove(desk: Desk, member: int) -> None:
    """Remove a member; what they did stays, and so does their account."""
    desk.ask(calls.end_membership(desk.project, member))
    if not desk.as_json:
        desk.say(f"Member {member} is removed.")
