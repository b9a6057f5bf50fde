"""correct: metrics, names and commits that reports said wrong."""

from collections.abc import Sequence
from typing import Literal

import click
from msgspec import UNSET

from backend.cli.exits import CommandError
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import corrections as calls
from backend.client.models_gen import CommitChange, MetricChange, NameChange, NamedThing, NewMerge
from backend.client.words import day

Kind = Literal["suite", "benchmark", "metric", "testbed", "branch", "machine"]
Direction = Literal["lower", "higher", "unknown"]
KINDS = ("suite", "benchmark", "metric", "testbed", "branch", "machine")
_kind = click.argument("kind", type=click.Choice(KINDS))
_suite = click.option("--suite", metavar="NAME", help="Of a benchmark or metric.")


@click.group(short_help="Correct metrics, names and commits.")
def correct() -> None:
    """Correct what reports said wrong; verdicts are worked out again."""


@correct.command(short_help="Correct direction, unit or name of a metric.")
@click.argument("name")
@_suite
@click.option("--direction", type=click.Choice(("lower", "higher", "unknown")))
@click.option("--unit", metavar="UNIT", help="What its numbers are in.")
@click.option("--was", metavar="UNIT", help="The unit they were sent with; else the stored one.")
@click.option("--name", "new_name", metavar="NAME", help="What it is called from now on.")
@in_project
@pass_desk
def metric(  # noqa: PLR0913  one option each
    desk: Desk,
    name: str,
    suite: str | None,
    direction: Direction | None,
    unit: str | None,
    was: str | None,
    new_name: str | None,
) -> None:
    """Correct the metric NAME; verdicts of its series are worked out again."""
    found = _named(desk, "metric", name, suite)
    if not (direction or unit or new_name):
        raise CommandError("nothing is corrected", "give --direction, --unit or --name")
    wanted = MetricChange(
        name=new_name or UNSET, direction=direction or UNSET, unit=unit or UNSET, was=was or UNSET
    )
    now = desk.ask(calls.change_metric(desk.project, found.id, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    better = "direction unknown" if now.direction == "unknown" else f"{now.direction} is better"
    desk.line(f"{now.suite} {now.name}: {now.unit or 'no unit'}, {better}")


@correct.command(short_help="Correct time or parents of a commit.")
@click.argument("name")
@click.option("--time", metavar="TIME", help="2026-05-03T12:00:00Z")
@click.option("--parent", "parents", metavar="NAME", multiple=True, help="The first parent first.")
@in_project
@pass_desk
def commit(desk: Desk, name: str, time: str | None, parents: Sequence[str]) -> None:
    """Correct the commit whose NAME begins so; its branches are put in order again."""
    found = desk.ask(calls.commits(desk.project, name=name)).rows
    exact = [one for one in found if one.name == name] or found
    if len(exact) != 1:
        said = f"“{name}” is {'several commits' if exact else 'no commit of this project'}"
        raise CommandError(said, "write its whole name")
    if not (time or parents):
        raise CommandError("nothing is corrected", "give --time or --parent")
    wanted = CommitChange(time=time or UNSET, parents=[*parents] if parents else UNSET)
    now = desk.ask(calls.change_commit(desk.project, exact[0].id, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    desk.line(f"{now.name}: {now.time or 'no time'}, parents {', '.join(now.parents) or 'unknown'}")


@correct.command(short_help="Rename something; the old name still finds it.")
@_kind
@click.argument("name")
@click.argument("new_name")
@_suite
@in_project
@pass_desk
def rename(desk: Desk, kind: Kind, name: str, new_name: str, suite: str | None) -> None:
    """Rename a suite, benchmark, metric, testbed, branch or machine; its history goes on."""
    _change(desk, kind, _named(desk, kind, name, suite), NameChange(name=new_name))


@correct.command(short_help="Take something out of the lists.")
@_kind
@click.argument("name")
@_suite
@in_project
@pass_desk
def archive(desk: Desk, kind: Kind, name: str, suite: str | None) -> None:
    """Take something out of the lists; what was measured stays."""
    _change(desk, kind, _named(desk, kind, name, suite), NameChange(archived=True))


@correct.command(short_help="Bring something back into the lists.")
@_kind
@click.argument("name")
@_suite
@in_project
@pass_desk
def unarchive(desk: Desk, kind: Kind, name: str, suite: str | None) -> None:
    """Bring something back into the lists that was archived."""
    _change(desk, kind, _named(desk, kind, name, suite), NameChange(archived=False))


@correct.command(short_help="Merge two things of a kind.")
@_kind
@click.argument("name")
@click.argument("into")
@_suite
@click.option("--dry-run", "is_dry", is_flag=True, help="Only say what would be moved.")
@in_project
@pass_desk
def merge(desk: Desk, kind: Kind, name: str, into: str, suite: str | None, *, is_dry: bool) -> None:
    """Merge the thing NAME into INTO: one history, to which both names lead in later reports."""
    old, new = _named(desk, kind, name, suite), _named(desk, kind, into, suite)
    body = NewMerge(new.id, dry_run=is_dry)
    done = desk.ask(calls.merge(desk.project, kind, old.id, body=body))
    if desk.as_json:
        desk.answer()
        return
    would = "would be" if is_dry else "are"
    desk.line(f"{done.runs} runs with {done.results} results of {name} {would} of {into}")
    for one in done.collisions:
        desk.line(f"before that: {one}")
    if done.deletion:
        desk.note(f"To take it apart: tidemark runs restore {done.deletion}")


@correct.command(short_help="List what has a name, with its aliases.")
@_kind
@in_project
@pass_desk
def names(desk: Desk, kind: Kind) -> None:
    """List what has a name of a kind, with the names it had."""
    found = desk.ask(calls.names(desk.project, kind))
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Name"), Column("Suite"), Column("Also", spare=1),
        Column("Series", is_number=True), Column("Archived", is_whole=True),
    )  # fmt: skip
    cells = [
        (one.name, one.suite, ", ".join(one.aliases), one.series, day(one.archived_at))
        for one in found.rows
    ]
    desk.table(heads, cells)


def _named(desk: Desk, kind: Kind, name: str, suite: str | None) -> NamedThing:
    """Return the one thing that has the name."""
    found = desk.ask(calls.names(desk.project, kind, name=name)).rows
    chosen = [one for one in found if suite in (None, one.suite)]
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        raise CommandError(f"there is no {kind} “{name}”", f"see tidemark correct names {kind}")
    suites = ", ".join(one.suite for one in chosen)
    raise CommandError(f"“{name}” is a {kind} of several suites", f"give --suite, one of: {suites}")


def _change(desk: Desk, kind: Kind, thing: NamedThing, wanted: NameChange) -> None:
    now = desk.ask(calls.change_name(desk.project, kind, thing.id, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    also = f", also known as {', '.join(now.aliases)}" if now.aliases else ""
    desk.line(f"{kind} {now.name}{also}{', archived' if now.archived_at else ''}")
