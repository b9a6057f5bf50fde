"""import: bring in what another tool kept, a history or the results of one run."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from backend.cli.environment import Environment
from backend.cli.exits import CommandError
from backend.cli.foreign import HISTORY
from backend.cli.origin import chosen, origin_of
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls.imports import add_history
from backend.client.models_gen import ImportOutcome


@dataclass(frozen=True, slots=True)
class ForeignFileAnswers:
    """What the sender of a foreign file says of it."""

    format_name: str
    testbed: str
    branch: str
    directions: list[tuple[str, str]]
    is_same_history: bool = False


directed = click.option(
    "--direction", "directions", metavar="KEY=lower|higher|unknown", multiple=True,
    help="Answers which way is better; may be given several times.",
)  # fmt: skip


@click.command("import", short_help="Bring in what another tool kept.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--testbed", metavar="NAME", help="Where it was measured.")
@click.option("--branch", metavar="NAME", help="One branch holds one history.")
@click.option("--format", "format_name", metavar="NAME", default=HISTORY, show_default=True)
@directed
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
    wanted = ForeignFileAnswers(
        format_name,
        testbed or chosen(origin_of(env), env).testbed,
        branch or "main",
        answers_of(directions),
        is_same_history=same_history,
    )
    outcome = send_file(desk, str(file), content, wanted)
    if desk.as_json:
        desk.answer()
    else:
        print_outcome(desk, outcome)


def answers_of(directions: Iterable[str]) -> list[tuple[str, str]]:
    """Return KEY=lower answers as the server takes them; a key may hold “=”."""
    parted = (one.rpartition("=") for one in directions)
    return [(f"direction.{key}", said) for key, _, said in parted]


def send_file(desk: Desk, name: str, content: bytes, wanted: ForeignFileAnswers) -> ImportOutcome:
    """Send a foreign file; CommandError where nothing of it was taken."""
    if not wanted.testbed:
        raise CommandError(f"{name} does not say where it was measured", "name it: --testbed")
    outcome = desk.insist(
        lambda: add_history(
            desk.project,
            wanted.format_name,
            body=content,
            testbed=wanted.testbed,
            branch=wanted.branch,
            same_history=wanted.is_same_history or None,
        ).asking(wanted.directions)
    )
    if outcome.questions or (outcome.rejected and not outcome.reports):
        raise _refused(desk, outcome)
    return outcome


def _refused(desk: Desk, outcome: ImportOutcome) -> CommandError:
    if desk.as_json:
        desk.answer()
    else:
        print_outcome(desk, outcome)
    if not outcome.questions:
        return CommandError("nothing of the file could be taken")
    keys = " ".join(f"--direction '{one.key}=lower'" for one in outcome.questions)
    return CommandError(
        "nothing was stored: the file does not say which way is better", f"answer: {keys}"
    )


def print_outcome(desk: Desk, outcome: ImportOutcome) -> None:
    for question in outcome.questions:
        desk.say(f"{question.key}: {question.reason} ({', '.join(question.benchmarks[:5])})")
    for row in outcome.rejected:
        desk.say(f"Not taken: {row.pointer or 'the whole file'}: {row.reason}; {row.remedy}")
    for note in outcome.notes:
        desk.say(note)
    rows = f", {_many(outcome.rejected_rows, 'row')} not taken" if outcome.rejected_rows else ""
    accepted = _many(outcome.accepted, "report")
    desk.say(f"{accepted} accepted, {outcome.duplicates} known already{rows}.")


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
