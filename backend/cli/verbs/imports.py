"""import: bring in what another tool kept, a history or the results of one run."""

import sys
from pathlib import Path

import click

from backend.cli.environment import Environment
from backend.cli.exits import CommandError, Exit
from backend.cli.origin import Origin, chosen, origin_of
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls.imports import add_history
from backend.client.models_gen import ImportOutcome

DEFAULT_FORMAT = "github-action-benchmark"


@click.command("import", short_help="Bring in what another tool kept.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--testbed", metavar="NAME", help="Where it was measured.")
@click.option("--branch", metavar="NAME", help="One branch holds one history.")
@click.option("--format", "format_name", metavar="NAME", default=DEFAULT_FORMAT, show_default=True)
@click.option(
    "--direction", "directions", metavar="KEY=lower|higher|unknown", multiple=True,
    help="Answers which way is better; may be given several times.",
)  # fmt: skip
@click.option("--same-history", is_flag=True, help="It goes on with what stands on the branch.")
@in_project
@pass_desk
def import_(  # noqa: PLR0913  as the options are
    desk: Desk,
    file: Path,
    testbed: str | None,
    branch: str | None,
    format_name: str,
    directions: tuple[str, ...],
    same_history: bool,  # noqa: FBT001  click hands options over by name
) -> None:
    """Import a history that another tool kept; the same file again adds nothing."""
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    env: Environment = {**desk.env}
    origin = Origin(testbed=testbed or chosen(origin_of(env), env).testbed, branch=branch or "main")
    answers = [
        ("direction." + one.rpartition("=")[0], one.rpartition("=")[2]) for one in directions
    ]
    import_file(desk, (str(file), content), format_name, origin, answers, same_history=same_history)


def import_file(
    desk: Desk,
    file: tuple[str, bytes],
    format_name: str | None,
    origin: Origin,
    answers: list[tuple[str, str]] | None = None,
    *,
    same_history: bool = False,
) -> None:
    """Send a foreign file and give a full account of what was taken."""
    name, content = file
    if not origin.testbed:
        raise CommandError(f"{name} does not say where it was measured", "name it: --testbed")
    outcome = desk.insist(
        lambda: add_history(
            desk.project,
            format_name or DEFAULT_FORMAT,
            body=content,
            testbed=origin.testbed,
            branch=origin.branch or "main",
            same_history=same_history or None,
        ).asking(answers or [])
    )
    if desk.as_json:
        desk.answer()
    else:
        _tell(desk, outcome)
    if outcome.questions:
        keys = " ".join(f"--direction '{one.key}=lower'" for one in outcome.questions)
        raise CommandError(
            "nothing was stored: the file does not say which way is better", f"answer: {keys}"
        )
    if outcome.rejected and not outcome.reports:
        raise CommandError("nothing of the file could be taken", "", Exit.WRONG_USE)


def _tell(desk: Desk, outcome: ImportOutcome) -> None:
    for question in outcome.questions:
        desk.say(f"{question.key}: {question.reason} ({', '.join(question.benchmarks[:5])})")
    for row in outcome.rejected:
        desk.say(f"Not taken: {row.pointer or 'the whole file'}: {row.reason}; {row.remedy}")
    for note in outcome.notes:
        desk.say(note)
    desk.say(
        f"{outcome.accepted} reports accepted, {outcome.duplicates} known already, "
        f"{outcome.rejected_rows} rows not taken."
    )
