"""mappings: say what the columns of a table, or the places of a JSON file, mean."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import click
from msgspec import convert, to_builtins

from backend.cli.exits import CommandError
from backend.cli.foreign import mapping_in, refusals, tool_upload
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import reports as calls
from backend.client.models_gen import FileOutline, MappingFields, NewMapping, ToolOutcome
from backend.client.words import day

MOST_SHOWN = 12
PathOf = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group(invoke_without_command=True, short_help="Define what columns of files mean.")
@in_project
@click.pass_context
def mappings(context: click.Context) -> None:
    """List the declared mappings of a project; suggest, try, save and remove them.

    A mapping says what the columns of a table, or the places of a JSON file, mean: see
    docs/formats.md. tidemark report FILE --mapping NAME reads a file by it.
    """
    if context.invoked_subcommand is None:
        _list(context.ensure_object(Desk))


def _list(desk: Desk) -> None:
    found = desk.ask(calls.list_mappings(desk.project))
    if desk.as_json:
        desk.answer()
        return
    heads = (Column("Name"), Column("Reads", is_whole=True), Column("By"), Column("Saved"))
    desk.table(
        heads, [(one.name, one.mapping.kind, one.author, day(one.updated_at)) for one in found]
    )


@mappings.command()
@click.argument("name")
@in_project
@pass_desk
def show(desk: Desk, name: str) -> None:
    """Print a mapping as JSON, to be changed and saved again."""
    found = [one for one in desk.ask(calls.list_mappings(desk.project)) if one.name == name]
    if not found:
        raise CommandError(f"there is no mapping “{name}”", "tidemark mappings lists them")
    desk.json(to_builtins(found[0].mapping))


@mappings.command()
@click.argument("file", type=PathOf)
@in_project
@pass_desk
def suggest(desk: Desk, file: Path) -> None:
    """Print a mapping to begin with, from the columns or fields of a file."""
    body = json.dumps({"name": file.name, "data": b64encode(file.read_bytes()).decode()})
    outline = desk.ask(calls.outline(desk.project, body=body.encode()))
    for one in outline.columns:
        desk.note(f"{one.source}: {', '.join(one.examples)}")
    desk.note(f"{outline.count} rows. Correct what follows, then: tidemark mappings try FILE")
    desk.json(draft_of(outline))


def draft_of(outline: FileOutline) -> dict[str, Any]:
    """Return a mapping of every column: texts name the benchmark, numbers are metrics."""
    numbers = [one.source for one in outline.columns if one.is_number]
    texts = [one.source for one in outline.columns if not one.is_number]
    draft: dict[str, Any] = {"kind": outline.kind}
    draft |= {"rows": outline.rows} if outline.kind == "json" else {"delimiter": outline.delimiter}
    return draft | {
        "benchmark": texts[:1] or ["=benchmark"],
        "parameters": {one.rpartition(".")[2]: one for one in texts[1:]},
        "metrics": [{"value": one, "metric": f"={one}", "unit": "=?"} for one in numbers],
    }


@mappings.command(name="try")
@click.argument("mapping")
@click.argument("files", type=PathOf, nargs=-1, required=True)
@in_project
@pass_desk
def try_(desk: Desk, mapping: str, files: tuple[Path, ...]) -> None:
    """Show what the rows of files would become by a mapping; nothing is stored."""
    sent = [(file.name, file.read_bytes()) for file in files]
    place = {"commit": {"id": "tried"}, "branch": "tried", "testbed": "tried"}
    asked = {"mapping": mapping_in(mapping), "dry_run": True}
    outcome = desk.ask(calls.add_tool_files(desk.project, body=tool_upload(sent, place, asked)))
    if desk.as_json:
        desk.answer()
        return
    _print_tried(desk, outcome)


def _print_tried(desk: Desk, outcome: ToolOutcome) -> None:
    rows = sum(one.rows for one in outcome.files)
    desk.line(f"These {rows} rows would become {outcome.total} results:")
    heads = (
        Column("Benchmark"), Column("Parameters"), Column("Metric"),
        Column("Value", is_number=True), Column("Unit"), Column("Samples", is_number=True),
        Column("Better"),
    )  # fmt: skip
    desk.table(
        heads,
        [
            (
                one.benchmark,
                " ".join(f"{name}={value}" for name, value in one.parameters.items()),
                one.metric,
                "" if one.value is None else f"{one.value:.6g}",
                one.failure or one.unit,
                one.samples,
                one.direction,
            )
            for one in outcome.results[:MOST_SHOWN]
        ],
    )
    if outcome.total > MOST_SHOWN:
        desk.line(f"and {outcome.total - MOST_SHOWN} more.")
    for line in refusals(outcome.rejected):
        desk.note(line)
    for question in outcome.questions:
        desk.note(f"The mapping does not say which way is better for {question.key}.")


@mappings.command()
@click.argument("name")
@click.argument("file", type=PathOf)
@in_project
@pass_desk
def save(desk: Desk, name: str, file: Path) -> None:
    """Keep a mapping (JSON or TOML) under a name, in place of one of that name."""
    mapping = convert(mapping_in(str(file)), MappingFields)
    saved = desk.ask(calls.add_mapping(desk.project, body=NewMapping(mapping, name)))
    if desk.as_json:
        desk.answer()
    else:
        desk.say(f"Saved: tidemark report FILE --mapping {saved.name}")


@mappings.command()
@click.argument("name")
@in_project
@pass_desk
def remove(desk: Desk, name: str) -> None:
    """Remove a mapping; what was read by it stays."""
    found = [one for one in desk.ask(calls.list_mappings(desk.project)) if one.name == name]
    if not found:
        raise CommandError(f"there is no mapping “{name}”", "tidemark mappings lists them")
    desk.ask(calls.end_mapping(desk.project, found[0].id))
    desk.say(f"The mapping “{name}” is removed; tidemark mappings save brings it back.")
