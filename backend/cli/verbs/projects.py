"""projects: what the key may see, a new one, and one in a file."""

import re
import unicodedata
from pathlib import Path

import click
from msgspec import UNSET

from backend.cli.exits import CommandError
from backend.cli.table import Column
from backend.cli.verb import Desk, at_server, in_project, pass_desk
from backend.client.calls import projects as calls
from backend.client.models_gen import NewProject, ProjectReturn
from backend.client.words import day

LONGEST = 63


@click.command()
@at_server
@pass_desk
def projects(desk: Desk) -> None:
    """List the projects that you may read."""
    found = desk.ask(calls.list_projects())
    if desk.as_json:
        desk.answer()
        return
    if not found:
        desk.say("No project is visible. With a key there may be: tidemark login")
        return
    heads = (
        Column("Project", is_whole=True), Column("Name"), Column("Seen by"),
        Column("Runs", is_number=True), Column("Series", is_number=True),
    )  # fmt: skip
    seen = {"public": "everybody", "private": "members"}
    desk.table(
        heads, [(one.slug, one.name, seen[one.visibility], one.runs, one.series) for one in found]
    )


@click.group(short_help="Create, save or delete a project.")
def project() -> None:
    """Make a project, save everything of one into a file, or delete it."""


@project.command(short_help="Make a project.")
@click.argument("name")
@click.option("--slug", metavar="NAME", help="In addresses; else made of the name.")
@click.option("--public", "is_public", is_flag=True, help="Everybody may read it.")
@at_server
@pass_desk
def create(desk: Desk, name: str, slug: str | None, *, is_public: bool) -> None:
    """Make the project NAME and say where its first results are awaited.

    The key must be one of scope admin of the whole installation.
    """
    slug = slug or slug_of(name)
    if not slug:
        raise CommandError(f"no short name can be made of “{name}”", "give one by --slug")
    wanted = NewProject(name=name, slug=slug, visibility="public" if is_public else "private")
    made = desk.ask(calls.add_project(body=wanted))
    if desk.as_json:
        desk.answer()
        return
    desk.line(f"project {made.slug}: {desk.server.url}/p/{made.slug}")
    desk.note(f"To send it results: tidemark report FILE --project {made.slug}")


@project.command(short_help="Save a project as an archive.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@in_project
@pass_desk
def save(desk: Desk, file: Path) -> None:
    """Save everything of a project into the new file FILE.

    `tidemark admin bring-project FILE` brings it into another installation. Secrets, members,
    channels and the audit trail are not in it.
    """
    desk.save(calls.save_project(desk.project), file)


TABLES = {
    "results": calls.results_as_parquet,
    "samples": calls.samples_as_parquet,
    "changes": calls.changes_as_parquet,
}


@project.command(short_help="Save a table as Parquet.")
@click.argument("table", type=click.Choice(list(TABLES)))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@in_project
@pass_desk
def parquet(desk: Desk, table: str, file: Path) -> None:
    """Save all results, samples or change points into the new file FILE, as Parquet."""
    desk.save(TABLES[table](desk.project), file)


@project.command(short_help="Delete a project; it can be brought back for seven days.")
@click.argument("name")
@click.option("--again", metavar="NAME", help="The same short name; else it is asked for.")
@at_server
@pass_desk
def delete(desk: Desk, name: str, again: str | None) -> None:
    """Delete the project NAME with all that is in it: nothing of it answers any more.

    Save it first: tidemark project save. For seven days its owners can bring it back.
    """
    typed = again or click.prompt(f"Type {name} again to delete it", err=True)
    gone = desk.ask(calls.remove_project(name, name=typed))
    if desk.as_json:
        desk.answer()
        return
    desk.line(f"project {gone.slug} is deleted; it is purged on {day(gone.restorable_until)}")
    desk.note(f"To bring it back: tidemark project restore {gone.id}")


@project.command(short_help="List deleted projects that you can bring back.")
@at_server
@pass_desk
def deleted(desk: Desk) -> None:
    """List the deleted projects that you can bring back, and until when."""
    found = desk.ask(calls.deleted_projects())
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Number", is_whole=True), Column("Project", is_whole=True), Column("Name"),
        Column("By"), Column("Deleted", is_whole=True), Column("Purged", is_whole=True),
    )  # fmt: skip
    cells = [
        (one.id, one.slug, one.name, one.deleted_by, day(one.deleted_at), day(one.restorable_until))
        for one in found
    ]
    desk.table(heads, cells)


@project.command(short_help="Bring a deleted project back.")
@click.argument("number", type=int)
@click.option("--slug", metavar="NAME", help="Another short name, should its own be taken.")
@at_server
@pass_desk
def restore(desk: Desk, number: int, slug: str | None) -> None:
    """Bring the deleted project NUMBER back, as `project deleted` lists it."""
    body = ProjectReturn(slug=slug or UNSET)
    back = desk.ask(calls.restore_project(number, body=body))
    if desk.as_json:
        desk.answer()
        return
    desk.line(f"project {back.slug}: {desk.server.url}/p/{back.slug}")


def slug_of(name: str) -> str:
    """Return a short name for addresses: letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]++", "-", plain).strip("-")[:LONGEST].strip("-")
