"""alerts: what waits for somebody, and what they say of it."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.table import Column
from backend.cli.verb import Desk, filtered, in_project, pass_desk
from backend.cli.verbs.history import listed
from backend.cli.verbs.triage import TRIAGE
from backend.client.calls import alert_groups as calls
from backend.client.group_states import GroupStateName, asked_pulls, asked_state, state_of
from backend.client.models_gen import (
    AlertGroup,
    AlertGroupPage,
    GroupMember,
    NewGroupJudgement,
    NewNote,
)
from backend.client.words import day, effect, quantities, series_name, short
from backend.wording.effects import counted
from backend.wording.pauses import pause_of, since_of, span_words

SaidName = Literal["open", "acknowledged", "fixed", "accepted", "invalid"]
MARKS = {"regression": "▲", "improvement": "▼", "mixed": "◆", "change": "◆"}


@click.group(invoke_without_command=True, short_help="List, show and triage changes.")
@click.option(
    "--state", type=click.Choice(get_args(GroupStateName)), default="open", show_default=True
)
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True)
@click.option("--on-pulls", is_flag=True, help="Only those on branches of pull requests.")
@filtered
@in_project
@click.pass_context
def alerts(
    context: click.Context,
    /,
    state: GroupStateName,
    limit: int,
    *,
    on_pulls: bool,
    parameters: list[tuple[str, str]],
    **filters: Any,  # noqa: ANN401
) -> None:
    """List changes, one for each cause; show them, and judge them."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    asked, history = asked_state(state)
    pulls = asked_pulls(state, is_branch_named=bool(filters["branch"]), on_pulls=on_pulls)
    call = calls.alert_groups(
        desk.project, state=asked, history=history, pulls=pulls, limit=limit, **listed(filters)
    )
    found = desk.ask(call.asking(parameters))
    if desk.as_json:
        desk.answer()
        return
    if found.rows:
        desk.table(HEADS, [_row(one) for one in found.rows])
    else:
        desk.say(f"No change is {state}." if state != "all" else "There are no changes.")
    for count, more in _left_out(found, state, pulls):
        if count:
            desk.say(f"{count} {more}.")


def _left_out(found: AlertGroupPage, state: str, pulls: str) -> Sequence[tuple[int, str]]:
    """Count what the list does not show, and say how it is asked for."""
    is_empty = not found.rows
    history = f"in history: --state history{' --on-pulls' if pulls == 'only' else ''}"
    return (
        (found.total - len(found.rows), "more: --limit"),
        (found.history if is_empty and state == "open" else 0, history),
        (found.in_pulls if pulls == "none" else 0, "on pull requests: --on-pulls"),
    )


HEADS = (
    Column(""),
    Column("Change", is_number=True),
    Column("Worst effect"),
    Column("Where"),
    Column("Branch"),
    Column("Since", is_whole=True),
    Column("Series", is_number=True),
    Column("State", is_whole=True),
    Column("Assignee", spare=1),
)


def _row(group: AlertGroup) -> tuple[object, ...]:
    lead = group.lead
    assignee = group.triage.assignee if group.triage else None
    return (
        MARKS[group.direction],
        group.number,
        effect(lead),
        f"{lead.series.suite}: {series_name(lead.series)}",
        group.branch,
        since_of(group),
        group.series,
        state_of(group),
        assignee.name if assignee else "",
    )


@alerts.command()
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def show(desk: Desk, number: int) -> None:
    """Show one change: its series, commits and activity."""
    found = desk.ask(calls.alert_group(desk.project, number))
    if desk.as_json:
        desk.answer()
        return
    while found.group.triage and (into := found.group.triage.merged_into):
        desk.say(f"Change #{number} was merged into change #{into}.")
        number, found = into, desk.ask(calls.alert_group(desk.project, into))
    group = found.group
    standing = f"Change #{number}, {state_of(group)}."
    desk.say(f"{effect(group.lead)}: {series_name(group.lead.series)}. {standing}")
    if group.triage and group.triage.why:
        desk.say(f"Why: {group.triage.why}")
    named = group.commits.named
    pause = pause_of(group)
    earlier = "" if pause is None else f", or one from the {span_words(pause)} before it,"
    suspects = counted(group.commits.count, "commit")
    desk.say(f"{suspects}{earlier} may be the cause, on {group.branch}:")
    for commit in named:
        desk.line(f"  {short(commit)}  {commit.subject} ({commit.author or 'author not known'})")
    desk.line()
    desk.table(MEMBERS, [_member(one) for one in group.members])
    if group.changes > len(group.members):
        desk.say(f"On its page: {group.changes - len(group.members)} more series.")
    for deed in found.story:
        desk.line(f"{day(deed.created_at)}  {deed.author or 'Tidemark'}: {deed.kind} {deed.text}")
    desk.line(desk.page(f"/alert-groups/{number}"))


MEMBERS = (
    Column("Id", is_number=True),
    Column("Change"),
    Column("Series"),
    Column("Testbed", spare=1),
    Column("Before", is_number=True),
    Column("After", is_number=True),
    Column("Points", is_number=True),
    Column("State", is_whole=True),
)


def _member(one: GroupMember) -> tuple[object, ...]:
    (before, after), unit = quantities([one.before, one.after], one.series.unit)
    return (
        one.id,
        effect(one),
        series_name(one.series),
        one.series.testbed,
        f"{before} {unit}",
        f"{after} {unit}",
        f"{one.before_n} + {one.after_n}",
        one.state,
    )


def _judging(name: str, state: SaidName, says: str) -> click.Command:
    """Return the verb that brings groups into a state."""

    @click.command(name, help=says)
    @click.argument("numbers", type=click.IntRange(1), nargs=-1, required=True)
    @click.option("--why", default="", metavar="TEXT", help="The reason, kept with it.")
    @in_project
    @pass_desk
    def judge(desk: Desk, numbers: tuple[int, ...], why: str) -> int:
        body = NewGroupJudgement([*numbers], state, why)
        outcome = desk.ask(calls.judge(desk.project, body=body))
        if desk.as_json:
            desk.answer()
        else:
            for one in outcome.changed:
                desk.line(f"change #{one.number}: {one.state} → {state}")
        for refused in outcome.refused:
            desk.note(f"Change #{refused.number} stays as it is: {refused.reason}.")
        return Exit.REFUSED if outcome.refused else Exit.FINE

    return judge


for _name, _state, _says in (
    ("acknowledge", "acknowledged", "Mark as being looked at."),
    ("accept", "accepted", "Accept the change as wanted, or worth its price."),
    ("invalid", "invalid", "Mark as no real change."),
    ("fix", "fixed", "Mark as fixed."),
    ("reopen", "open", "Open it again."),
):
    alerts.add_command(_judging(_name, _state, _says))  # type: ignore[arg-type]  # of a literal


@alerts.command()
@click.argument("number", type=click.IntRange(1))
@click.argument("text")
@in_project
@pass_desk
def note(desk: Desk, number: int, text: str) -> None:
    """Write a note under a change, in Markdown."""
    if not text.strip():
        raise CommandError("the note is empty", "write something")
    desk.ask(calls.add_note(desk.project, number, body=NewNote(text)))
    if desk.as_json:
        desk.answer()
    else:
        desk.line(desk.page(f"/alert-groups/{number}"))


for _verb in TRIAGE:
    alerts.add_command(_verb)
