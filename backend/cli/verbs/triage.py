"""alerts …: whose a group is and until when, what belongs to it, and what alerts nobody."""

from collections.abc import Iterable
from datetime import datetime

import click

from backend.cli.exits import CommandError
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import alert_groups as calls
from backend.client.models_gen import (
    AlertGroupDetail,
    Assignable,
    GroupEdit,
    Mute,
    NewMove,
    NewMute,
)
from backend.client.words import day, short

NOBODY, NONE = "nobody", "none"
Numbers = tuple[int, ...]
_number = click.argument("number", type=click.IntRange(1))
_numbers = click.argument("numbers", type=click.IntRange(1), nargs=-1, required=True)


@click.command(short_help="Assign groups.")
@_numbers
@click.option("--to", "whom", metavar="NAME", required=True, help="A member, or nobody.")
@in_project
@pass_desk
def assign(desk: Desk, numbers: Numbers, whom: str) -> None:
    """Assign groups to a member by name, or to nobody."""
    member = None if whom == NOBODY else _member(desk, whom)
    edited = GroupEdit([*numbers], assignee=member.id if member else None)
    _edit(desk, edited, f"in the care of {member.name if member else whom}")


def _member(desk: Desk, whom: str) -> Assignable:
    """Return a member by name, number, nick, or a part of the name that only one has."""
    known = desk.ask(calls.assignees(desk.project))
    text = whom.casefold()
    exact = [
        one for one in known if text in {one.name.casefold(), one.nick.casefold(), str(one.id)}
    ]
    found = exact or [one for one in known if text in one.name.casefold()]
    if len(found) == 1:
        return found[0]
    said = f"“{whom}” may be several" if found else f"no member who may triage is “{whom}”"
    names = ", ".join(one.name for one in (found or known)[:10])
    raise CommandError(said, f"one of: {names}" if names else "invite somebody, under Settings")


@click.command(short_help="Set the due date of changes.")
@_numbers
@click.option("--on", "until", metavar="DATE", required=True, help="2026-12-24, or none.")
@in_project
@pass_desk
def due(desk: Desk, numbers: Numbers, until: str) -> None:
    """Set the day until which changes are to be settled, or none."""
    date = None if until == NONE else f"{_day(until):%Y-%m-%d}"
    _edit(desk, GroupEdit([*numbers], due_on=date), f"due on {date}" if date else "without a date")


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d")  # noqa: DTZ007  a day has no time zone
    except ValueError:
        raise CommandError(f"“{text}” is no day", "write it as 2026-12-24") from None


@click.command(short_help="Link changes to an issue.")
@_numbers
@click.option("--issue", "address", metavar="ADDRESS", required=True, help="https://…, or none.")
@in_project
@pass_desk
def link(desk: Desk, numbers: Numbers, address: str) -> None:
    """Link changes to the issue about them, or to none."""
    address = "" if address == NONE else address
    told = f"linked to {address}" if address else "linked to no issue"
    _edit(desk, GroupEdit([*numbers], issue_url=address), told)


@click.command(short_help="Add or remove tags of a change.")
@_number
@click.argument("tags", nargs=-1, required=True)
@click.option("--remove", is_flag=True, help="Take them away instead.")
@in_project
@pass_desk
def tag(desk: Desk, number: int, tags: tuple[str, ...], remove: bool) -> None:  # noqa: FBT001
    """Add TAGS to a change; those it has stay."""
    triage = _group(desk, number).group.triage
    had = triage.tags if triage else []
    kept = [one for one in had if one not in tags] if remove else list(dict.fromkeys([*had, *tags]))
    _edit(desk, GroupEdit([number], tags=kept), f"tagged {', '.join(kept) or 'with nothing'}")


@click.command(short_help="Name the commit that is the cause.")
@_number
@click.option("--commit", metavar="NAME", required=True, help="One of the commits in question.")
@in_project
@pass_desk
def culprit(desk: Desk, number: int, commit: str) -> None:
    """Say which of the commits in question is the cause of a change, or none."""
    if commit == NONE:
        _edit(desk, GroupEdit([number], culprit=None), "of a cause not known")
        return
    named = _group(desk, number).group.commits.named
    found = [one for one in named if one.name.startswith(commit)]
    if len(found) != 1:
        said = f"“{commit}” is {'several' if found else 'none'} of the commits in question"
        raise CommandError(said, f"one of: {', '.join(short(one) for one in named[:10])}")
    _edit(desk, GroupEdit([number], culprit=found[0].id), f"caused by {short(found[0])}")


@click.command(short_help="Merge changes that have one cause.")
@_numbers
@click.option("--into", "to", type=click.IntRange(1), required=True, help="The change that stays.")
@in_project
@pass_desk
def merge(desk: Desk, numbers: Numbers, to: int) -> None:
    """Move every series of changes to another change: they have one cause."""
    _move(desk, NewMove(groups=[*numbers], to=to))


@click.command(short_help="Move series of a change to a new change.")
@click.argument("changes", type=click.IntRange(1), nargs=-1, required=True)
@click.option("--into", "to", type=click.IntRange(1), help="An existing change; else a new one.")
@in_project
@pass_desk
def split(desk: Desk, changes: Numbers, to: int | None) -> None:
    """Move series, by the ids of their change points (alerts show), to another change."""
    _move(desk, NewMove(changes=[*changes], to=to))


def _move(desk: Desk, wanted: NewMove) -> None:
    moved = desk.ask(calls.move(desk.project, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    for one in moved.from_groups:
        desk.line(f"change #{one.number}: {len(one.changes)} series → change #{moved.to}")


@click.command(short_help="Mute series until a day.")
@click.option("--until", metavar="DATE", required=True, help="The day it alerts again.")
@click.option("--why", metavar="TEXT", required=True, help="The reason, kept with it.")
@click.option("--suite", metavar="NAME")
@click.option("--benchmark", metavar="NAME")
@click.option("--metric", metavar="NAME")
@click.option("--testbed", metavar="NAME")
@click.option("--branch", metavar="NAME")
@in_project
@pass_desk
def mute(desk: Desk, /, until: str, why: str, **names: str | None) -> None:
    """Let series alert nobody until a day; those that have every name that is given."""
    named = {name: said for name, said in names.items() if said}
    if not named:
        raise CommandError("that would mute everything", "name a --benchmark or --metric")
    moment = f"{_day(until):%Y-%m-%d}T00:00:00Z"
    made = desk.ask(calls.mute(desk.project, body=NewMute(moment, why, **named)))
    _mutes(desk, made.rows)


@click.command(short_help="List mutes.")
@in_project
@pass_desk
def mutes(desk: Desk) -> None:
    """List what alerts nobody now, and until when."""
    _mutes(desk, desk.ask(calls.mutes(desk.project)).rows)


def _mutes(desk: Desk, rows: Iterable[Mute]) -> None:
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Mute", is_number=True),
        Column("Of"),
        Column("Until", is_whole=True),
        Column("Why", spare=1),
    )
    cells = [(one.id, _muted(one), day(one.until), one.why) for one in rows]
    if cells:
        desk.table(heads, cells)
    else:
        desk.say("Nothing is muted.")


def _muted(one: Mute) -> str:
    names = (one.suite, one.benchmark, one.metric, one.testbed, one.branch)
    return ", ".join(name for name in names if name)


@click.command(short_help="End a mute.")
@_number
@in_project
@pass_desk
def unmute(desk: Desk, number: int) -> None:
    """End a mute: its series alert again."""
    desk.ask(calls.lift(desk.project, number))
    if desk.as_json:
        desk.json({"id": number})
    else:
        desk.line(f"mute {number} is ended")


@click.command(short_help="Show what was new, fixed and open in a week.")
@click.option("--of", "name", metavar="WEEK", default="", help="2026-W47; else this week.")
@in_project
@pass_desk
def week(desk: Desk, name: str) -> None:
    """Write what was new, fixed and still open in a week, in Markdown."""
    found = desk.ask(calls.triage_report(desk.project, week=name or None))
    if desk.as_json:
        desk.answer()
        return
    for line in found.markdown.splitlines():
        desk.line(line)


def _group(desk: Desk, number: int) -> AlertGroupDetail:
    return desk.ask(calls.alert_group(desk.project, number))


def _edit(desk: Desk, edited: GroupEdit, told: str) -> None:
    before = desk.ask(calls.edit(desk.project, body=edited))
    if desk.as_json:
        desk.answer()
        return
    for one in before:
        desk.line(f"group {one.number}: {told}")


TRIAGE: tuple[click.Command, ...] = (
    assign, due, link, tag, culprit, merge, split, mute, mutes, unmute, week,
)  # fmt: skip
