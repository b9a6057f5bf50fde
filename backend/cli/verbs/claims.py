"""claims: published results, what each machine says of them, and files that bring them in."""

import sys
from pathlib import Path

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import claims as calls
from backend.client.models_gen import (
    ClaimDetail,
    ClaimImport,
    ClaimTableCell,
    ClaimTableLine,
    ShownClaim,
    ShownClaimTable,
)
from backend.client.words import quantities


@click.group("claims", invoke_without_command=True, short_help="Check published results here.")
@in_project
@click.pass_context
def claims(context: click.Context) -> None:
    """List published results with their verdict on every machine."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    rows = desk.ask(calls.claims(desk.project)).rows
    if desk.as_json:
        desk.answer()
        return
    if not rows:
        desk.say("No claims yet: tidemark claims import FILE brings some in.")
        return
    heads = (
        Column("Key", is_whole=True), Column("Claim"), Column("Machine"), Column("Verdict"),
        Column("Since"),
    )  # fmt: skip
    desk.table(heads, [line for row in rows for line in _lines(row)])


def _lines(row: ShownClaim) -> list[tuple[str, ...]]:
    if not row.machines:
        return [(row.key, row.title, "", "not judged", "")]
    return [
        (row.key, row.title, one.testbed, one.verdict, one.standing.since_commit[:10])
        for one in row.machines
    ]


@claims.command()
@click.argument("key")
@in_project
@pass_desk
def show(desk: Desk, key: str) -> None:
    """Show the claim KEY: every statement beside what each machine measured."""
    rows = desk.ask(calls.claims(desk.project)).rows
    known = next((row for row in rows if row.key == key), None)
    if known is None:
        keys = ", ".join(row.key for row in rows)
        raise CommandError(
            f"there is no claim “{key}”", f"choose one of {keys}" if keys else "", Exit.REFUSED
        )
    found = desk.ask(calls.claim(desk.project, known.id))
    if desk.as_json:
        desk.answer()
    else:
        _show(desk, found)


def _show(desk: Desk, found: ClaimDetail) -> None:
    desk.say(found.title)
    told = [found.source, found.url or "", found.date, found.machine]
    desk.say("; ".join(text for text in told if text))
    for statement in found.statements:
        desk.line(f"{statement.says}: published {statement.published}")
        for one in statement.machines:
            desk.line(f"  {one.testbed}: {one.verdict}. {one.sentence}")
    for table in found.tables:
        _show_table(desk, table)
    desk.line(desk.page(f"/claims/{found.id}"))


def _show_table(desk: Desk, table: ShownClaimTable) -> None:
    heads = (Column("Variant", is_whole=True), *(Column(head) for head in table.heads))
    for machine in table.machines:
        desk.line(f"{table.title} ({machine.testbed or 'published'})")
        desk.table(heads, [_cells(one) for one in machine.lines])


def _cells(line: ClaimTableLine) -> tuple[str, ...]:
    return (line.label, *(_cell(one) for one in line.cells))


def _cell(cell: ClaimTableCell) -> str:
    """Write what was measured, and what was published behind it."""
    (here, published), unit = quantities([cell.value, cell.published], cell.unit)
    told = [here, f"(published {published})" if published else ""]
    return " ".join([*(text for text in told if text), unit]) if here or published else ""


@claims.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@in_project
@pass_desk
def import_claims(desk: Desk, file: Path) -> None:
    """Save the claims of FILE (TOML, JSON, or a suite.toml); known keys are replaced."""
    text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    kept = desk.ask(calls.import_file(desk.project, body=ClaimImport(text)))
    if desk.as_json:
        desk.answer()
        return
    desk.say(
        f"{len(kept.added)} added, {len(kept.changed)} changed, {len(kept.unchanged)} unchanged."
    )
