"""import: bring in what another tool kept, a history or the results of one run."""

import gzip
import shlex
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from backend.cli.addresses import import_address, is_address, token_of
from backend.cli.environment import Environment
from backend.cli.exits import CommandError
from backend.cli.folders import archive_of
from backend.cli.foreign import refusals
from backend.cli.git import log_of
from backend.cli.origin import chosen, origin_of
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls.imports import add_history
from backend.client.models_gen import BetterDirection, ImportOutcome, NewAddressImport
from backend.wording.effects import counted, taken_words

ANY_FORMAT = "auto"
"""The server finds out by the content."""
GIT_LOG = "git-log.txt"
MOST_LOG = 900_000
"""Characters that the server takes beside an address: of some 20,000 commits."""
DIRECTION = "direction."
BETTER: dict[str, BetterDirection] = {
    "lower": "lower", "higher": "higher", "unknown": "unknown",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ForeignFileAnswers:
    """What the sender of a foreign file says of it."""

    format_name: str
    testbed: str
    branch: str
    directions: list[tuple[str, str]]
    is_same_history: bool = False
    suite: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    is_dry: bool = False


directed = click.option(
    "--direction", "directions", metavar="KEY=lower|higher|unknown", multiple=True,
    help="Answers which way is better; may be given several times.",
)  # fmt: skip


@click.command("import", short_help="Import the history of another tool.")
@click.argument("file")
@click.option("--testbed", metavar="NAME", help="Where it was measured, if the file does not say.")
@click.option("--branch", metavar="NAME", help="One branch holds one history.")
@click.option("--format", "format_name", metavar="NAME", help="Else by what stands in the file.")
@click.option(
    "--git",
    "repository",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="A clone of what was measured: gives times and parents of commits.",
)
@click.option(
    "--token-env",
    metavar="NAME",
    help="A variable that holds the tracker's token: a token in the command is seen by others.",
)
@directed
@click.option("--suite", metavar="NAME", help="Of one configuration of a CI matrix, say.")
@click.option("--param", "params", metavar="NAME=VALUE", multiple=True, help="Of each benchmark.")
@click.option("--same-history", is_flag=True, help="It goes on with what stands on the branch.")
@click.option("--dry-run", is_flag=True, help="Read the file, say what would come, store nothing.")
@in_project
@pass_desk
def import_(  # noqa: PLR0913, PLR0917  as the options are
    desk: Desk,
    file: str,
    testbed: str | None,
    branch: str | None,
    format_name: str | None,
    repository: Path | None,
    token_env: str | None,
    directions: tuple[str, ...],
    suite: str | None,
    params: tuple[str, ...],
    *,
    same_history: bool,
    dry_run: bool,
) -> None:
    """Import a history that another tool kept; the same file again adds nothing.

    FILE may be a folder, an archive, compressed, or the address of a page of the tracker, of its
    API or of a file: then the server fetches it, page by page. Where several configurations of a
    CI matrix wrote a file each, --suite or --param keeps them apart: --param os=windows.
    """
    env: Environment = {**desk.env}
    wanted = ForeignFileAnswers(
        format_name or ANY_FORMAT,
        testbed or chosen(origin_of(env), env).testbed,
        branch or "",
        answers_of(directions),
        is_same_history=same_history,
        suite=suite or "",
        parameters=pairs("--param", params),
        is_dry=dry_run,
    )
    if is_address(file):
        log = _log_of(repository, file) if repository else ""
        outcome = send_address(desk, file, token_of(token_env, env), wanted, log)
    else:
        if token_env is not None:
            raise CommandError("--token-env goes with an address", "leave it out")
        outcome = send_file(desk, file, _content(file, repository), wanted)
    if desk.as_json:
        desk.answer()
    else:
        print_outcome(desk, outcome)


def _content(name: str, repository: Path | None) -> bytes:
    """Return the file, or one archive of a folder, and of what git says of its commits."""
    file = Path(name)
    if name == "-":
        return sys.stdin.buffer.read()
    if not file.is_dir() and repository is None:
        return file.read_bytes()
    return archive_of(file, {GIT_LOG: log_of(repository).encode()} if repository else {})


def _log_of(repository: Path, address: str) -> str:
    """Return what git says of all commits, as it is sent beside an address."""
    packed = b64encode(gzip.compress(log_of(repository).encode(), 9)).decode()
    if len(packed) > MOST_LOG:
        raise CommandError(
            "the log of this repository is too long to go with an address",
            f"fetch the history, then: tidemark import FILE --git {repository} (not {address})",
        )
    return packed


def answers_of(directions: Iterable[str]) -> list[tuple[str, str]]:
    """Return KEY=lower answers as the server takes them; a key may hold “=”."""
    parted = (one.rpartition("=") for one in directions)
    return [(f"{DIRECTION}{key}", said) for key, _, said in parted]


def send_file(desk: Desk, name: str, content: bytes, wanted: ForeignFileAnswers) -> ImportOutcome:
    """Send a foreign file; CommandError where nothing of it was taken."""
    if not wanted.testbed and wanted.format_name != ANY_FORMAT:
        raise CommandError(f"{name} does not say where it was measured", "name it: --testbed")
    outcome = desk.insist(
        lambda: add_history(
            desk.project,
            wanted.format_name,
            body=content,
            testbed=wanted.testbed or None,
            branch=wanted.branch or None,
            suite=wanted.suite or None,
            same_history=wanted.is_same_history or None,
            dry_run=wanted.is_dry or None,
        ).asking([*wanted.directions, *_parameters(wanted)])
    )
    return _demand_taken(desk, outcome)


def send_address(
    desk: Desk, address: str, token: str, wanted: ForeignFileAnswers, git_log: str
) -> ImportOutcome:
    """Have the server fetch an address; CommandError where nothing of it was taken."""
    asked = NewAddressImport(
        address=address,
        token=token,
        format=wanted.format_name,
        testbed=wanted.testbed,
        branch=wanted.branch,
        suite=wanted.suite,
        directions={key.removeprefix(DIRECTION): _better(said) for key, said in wanted.directions},
        parameters=dict(wanted.parameters),
        same_history=wanted.is_same_history,
        dry_run=wanted.is_dry,
        git_log=git_log,
    )
    return _demand_taken(desk, import_address(desk, asked))


def _better(said: str) -> BetterDirection:
    """Return a direction; CommandError where it is none."""
    found = BETTER.get(said)
    if found is None:
        raise CommandError(f"“{said}” is no direction", "use lower, higher or unknown")
    return found


def _demand_taken(desk: Desk, outcome: ImportOutcome) -> ImportOutcome:
    is_taken = outcome.reports if outcome.is_dry else outcome.accepted + outcome.duplicates
    if outcome.questions or (outcome.rejected and not is_taken):
        raise _refused(desk, outcome)
    return outcome


def pairs(option: str, given: tuple[str, ...]) -> dict[str, str]:
    """Return NAME=VALUE pairs; CommandError where one is not."""
    parted = [one.partition("=") for one in given]
    for name, equals, _ in parted:
        if not (name and equals):
            raise CommandError(f"{option} takes NAME=VALUE, not “{name}”", f"{option} size=10")
    return {name: said for name, _, said in parted}


def _parameters(wanted: ForeignFileAnswers) -> list[tuple[str, str]]:
    return [(f"param.{name}", value) for name, value in wanted.parameters.items()]


def _refused(desk: Desk, outcome: ImportOutcome) -> CommandError:
    if desk.as_json:
        desk.answer()
    else:
        print_outcome(desk, outcome)
    if not outcome.questions:
        return CommandError("nothing of the file could be taken")
    for one in outcome.questions:
        answer = shlex.quote(f"{one.key}=lower|higher")
        click.echo(f"  --direction {answer}", err=True)
    return CommandError(
        "nothing was stored: the file does not say which way is better",
        "add these options, each with lower or with higher (or unknown)",
    )


def print_outcome(desk: Desk, outcome: ImportOutcome) -> None:
    for question in outcome.questions:
        names = ", ".join(question.benchmarks[:5])
        desk.say(f"{question.suite}: {question.unit}: {question.reason} ({names})")
    for line in refusals(outcome.rejected):
        desk.say(line)
    for note in outcome.notes:
        desk.say(note)
    if outcome.is_dry:
        _print_parts(desk, outcome)
        held = f"{counted(outcome.results, 'result')} in {counted(outcome.reports, 'report')}"
        desk.say(f"{held}; nothing was stored.")
    elif not outcome.questions:
        counts = outcome.accepted, outcome.duplicates, outcome.rejected_rows
        desk.say(f"{taken_words(*counts)}.")


def _print_parts(desk: Desk, outcome: ImportOutcome) -> None:
    if outcome.sign:
        desk.say(f"{outcome.format}: recognised by {outcome.sign}.")
    for part in outcome.parts:
        times = [str(one)[:10] for one in (part.first, part.last) if one]
        span = f", {' to '.join(dict.fromkeys(times))}" if times else ""
        desk.say(
            f"{part.suite} on {part.testbed}, branch {part.branch}: "
            f"{counted(part.results, 'result')} of {counted(part.commits, 'commit')}{span}"
        )
