"""report: send a file of results, whatever comes between here and the server."""

import hashlib
import json
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from backend.cli.environment import spool_dir
from backend.cli.exits import CommandError, Exit
from backend.cli.foreign import (
    HISTORY,
    ONE_RUN,
    PLAIN,
    SHAPES,
    SUITE,
    is_history,
    mapping_in,
    plain_rows,
    refusals,
    rows_of,
    tool_upload,
)
from backend.cli.git import facts_of, merge_base
from backend.cli.origin import ResultOrigin, chosen, completed, event_text, origin_of
from backend.cli.spool import WaitingDocument, store, waiting
from backend.cli.verb import Desk, in_project, pass_desk, progress
from backend.cli.verbs.imports import (
    ForeignFileAnswers,
    answers_of,
    directed,
    pairs,
    print_outcome,
    send_file,
)
from backend.client.answers import RefusedError, ServerError
from backend.client.calls import reports as calls
from backend.client.models_gen import AcceptedReport, ImportOutcome, ReportStatus, ToolOutcome

PAUSES_S = (0.1, 0.2, 0.3, 0.5, *[1.0] * 120)
"""Between looks at a report that is being ingested."""


@dataclass(frozen=True)
class ToolFiles:
    """What the server is told of files of tools; empty: it finds out by itself."""

    suite: str
    format_name: str


@dataclass
class Sending:
    """What all files of one call have in common, and what became of them."""

    desk: Desk
    origin: ResultOrigin
    suite: str
    format_name: str
    directions: list[tuple[str, str]]
    is_dry: bool
    asked: dict[str, Any] = field(default_factory=dict)
    """What the options say of the files of tools."""
    tool_files: dict[ToolFiles, list[tuple[str, bytes]]] = field(default_factory=dict)
    """They are sent together, after the reports."""
    read: list[ToolOutcome] = field(default_factory=list)
    sent: list[AcceptedReport] = field(default_factory=list)
    imported: list[ImportOutcome] = field(default_factory=list)


@click.command(short_help="Send results; keep and resend what fails.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--testbed", metavar="NAME", help="Where it was measured.")
@click.option("--branch", metavar="NAME", help="Else the branch of the CI job or checkout.")
@click.option("--commit", metavar="NAME", help="Else the commit of the CI job or checkout.")
@click.option("--time", metavar="TIME", help="When the commit was made, where git does not say.")
@click.option("--parent", "parents", metavar="NAME", multiple=True, help="The first one first.")
@click.option("--format", "format_name", metavar="NAME", help="Else recognised; docs/formats.md.")
@click.option("--mapping", metavar="NAME", help="A declared mapping, or a file with one.")
@click.option("--suite", metavar="NAME", help="Else the name of the tool.")
@click.option("--param", "params", metavar="NAME=VALUE", multiple=True, help="Of each benchmark.")
@click.option("--tag", "tags", metavar="NAME=VALUE", multiple=True, help="Of the run.")
@directed
@click.option("--wait", is_flag=True, help="Until it is ingested; a key must be one that reads.")
@click.option("--dry-run", is_flag=True, help="Write what would be sent, and send nothing.")
@in_project
@pass_desk
def report(  # noqa: PLR0913  as the options are
    desk: Desk,
    files: tuple[Path, ...],
    *,
    testbed: str | None,
    branch: str | None,
    commit: str | None,
    time: str | None,
    parents: tuple[str, ...],
    format_name: str | None,
    mapping: str | None,
    suite: str | None,
    params: tuple[str, ...],
    tags: tuple[str, ...],
    directions: tuple[str, ...],
    wait: bool,
    dry_run: bool,
) -> int | None:
    """Send results: reports of Tidemark, or files of other tools that it can read.

    More than a hundred formats are recognised by their content: hyperfine, Criterion, JUnit XML,
    go test -bench, JMH, pytest-benchmark, wrk, fio …, also in archives and gzip. Plain results are
    [{"name": …, "value": …, "unit": …, "direction": "lower"}]; the data.js of
    github-action-benchmark is a history.

    What a file leaves out (commit, branch, pull request, testbed) comes from the CI system or
    from git. A report that the server has already is no error. One that cannot be delivered is
    kept, and sent with the next: tidemark report without FILES sends what is kept.
    """
    desk.use_token_of_job()
    said = {"testbed": testbed, "branch": branch, "commit": commit}
    told = {f"TIDEMARK_{name.upper()}": text for name, text in said.items() if text}
    env = {**desk.env, **told}
    origin = chosen(origin_of(env, event_text(env)), env)
    if not dry_run:
        _send_spooled(desk)
    sending = Sending(desk, origin, suite or "", format_name or "", answers_of(directions), dry_run)
    sending.asked = {
        "parameters": pairs("--param", params),
        "tags": pairs("--tag", tags),
        "commit": ({"time": time} if time else {}) | ({"parents": [*parents]} if parents else {}),
        "mapping": mapping_in(mapping) if mapping else "",
    }
    for file in progress(files, "Sending"):
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        _send(sending, str(file), content)
    for what, together in sending.tool_files.items():
        _send_tool_files(sending, what, together)
    return _follow(sending) if wait else _print_accepted(sending)


def _send(sending: Sending, file: str, content: bytes) -> None:
    """Send one file, or say what would be sent."""
    is_foreign = bool(sending.format_name or sending.asked["mapping"])
    document = None if is_foreign else _report_of(content)
    if document is None:
        _send_foreign(sending, file, content)
        return
    if not _is_whole(document):  # what an agent wrote goes as it is, so that it comes once
        document = _whole(file, document, sending.origin)
        content = json.dumps(document, ensure_ascii=False).encode()
    if sending.is_dry:
        sending.desk.json(document)
    else:
        sending.sent.append(_deliver(sending.desk, content))


def _is_whole(document: dict[str, Any]) -> bool:
    """Say whether a report names itself and its place."""
    names = ("idempotency_key", "branch", "testbed", "version")
    return bool((document.get("commit") or {}).get("id")) and all(document.get(n) for n in names)


def _send_foreign(sending: Sending, file: str, content: bytes) -> None:
    """Send a history; keep what tools wrote of one run, to be sent together."""
    wanted = sending.format_name
    if sending.asked["mapping"]:
        sending.tool_files.setdefault(ToolFiles(sending.suite, ""), []).append((file, content))
        return
    rows = None if wanted == HISTORY else rows_of(content)
    if wanted in ONE_RUN or (rows is not None and wanted in {"", PLAIN}):
        if rows is None:
            raise CommandError(f'{file} is no list of {{"name", "value", "unit"}}', SHAPES)
        plain = ToolFiles(sending.suite or SUITE, PLAIN)
        sending.tool_files.setdefault(plain, []).append((file, plain_rows(rows, wanted)))
    elif wanted == HISTORY or (not wanted and is_history(content)):
        _send_history(sending, file, content)
    else:
        own = ToolFiles(sending.suite, wanted)
        sending.tool_files.setdefault(own, []).append((file, content))


def _send_history(sending: Sending, file: str, content: bytes) -> None:
    if sending.is_dry:
        raise CommandError(f"{file} is no report of Tidemark: only the server can read it")
    branch = sending.origin.branch or facts_of(sending.origin.commit).branch
    _demand("branch", file, branch)
    wanted = ForeignFileAnswers(HISTORY, sending.origin.testbed, branch, sending.directions)
    sending.imported.append(send_file(sending.desk, file, content, wanted))


def _send_tool_files(sending: Sending, what: ToolFiles, files: list[tuple[str, bytes]]) -> None:
    """Send what tools wrote in one call: the server recognises each file."""
    names = ", ".join(name for name, _ in files)
    commit = sending.asked["commit"]
    document = _whole(names, {"commit": commit} if commit else {}, sending.origin)
    document.pop("idempotency_key")
    asked = {
        "suite": what.suite,
        "format": what.format_name,
        "mapping": sending.asked["mapping"],
        "parameters": sending.asked["parameters"],
        "tags": sending.asked["tags"],
        "directions": {key.removeprefix("direction."): said for key, said in sending.directions},
        "dry_run": sending.is_dry,
    }
    body = tool_upload(files, document, asked)
    desk = sending.desk
    outcome = desk.insist(lambda: calls.add_tool_files(desk.project, body=body))
    sending.read.append(outcome)
    sending.sent += outcome.reports


def _print_read(desk: Desk, outcome: ToolOutcome) -> None:
    """Say what was recognised by what, what was left out, and what is asked."""
    for file in outcome.files:
        by = f", by {file.sign}" if file.sign else ""
        desk.note(f"{file.name}: {file.title}{by}; {file.readings} numbers.")
    for line in refusals(outcome.rejected):
        desk.note(line)
    for question in outcome.questions:
        desk.note(
            f"{question.suite}: which way is better for {question.key} ({question.unit})? "
            f"Answer by --direction {question.key}=lower or {question.key}=higher."
        )
    for note in outcome.notes:
        desk.note(note)


def _report_of(content: bytes) -> dict[str, Any] | None:
    """Return a report of Tidemark, or nothing for what another tool wrote."""
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        return None
    is_ours = isinstance(said, dict) and "results" in said and "suite" in said
    return said if is_ours else None


def _whole(file: str, document: dict[str, Any], origin: ResultOrigin) -> dict[str, Any]:
    """Return a report with its place; CommandError where that is not known."""
    told = (document.get("commit") or {}).get("id") or origin.commit
    if origin.base and not origin.merge_base:
        origin = replace(origin, merge_base=merge_base(told or "HEAD", origin.base))
    document = completed({"version": 1, **document}, origin, facts_of(told))
    for name, known in (
        ("commit", document["commit"]["id"]),
        ("branch", document["branch"]),
        ("testbed", document["testbed"]),
    ):
        _demand(name, file, known)
    if "idempotency_key" not in document:
        text = json.dumps(document, sort_keys=True).encode()
        document["idempotency_key"] = f"cli-{hashlib.sha256(text).hexdigest()[:40]}"
    return document


def _demand(name: str, file: str, known: str) -> None:
    if not known:
        raise CommandError(
            f"{file} does not say its {name}, and neither CI system nor git does",
            f"name it: --{name}, or TIDEMARK_{name.upper()}",
        )


def _deliver(desk: Desk, document: bytes) -> AcceptedReport:
    """Send a document; one that cannot be delivered is kept before anything is said."""
    kept = store(spool_dir(desk.env), desk.server.url, desk.named_project, document)
    try:
        accepted = desk.insist(lambda: calls.add_report(desk.project, body=document))
    except RefusedError as error:
        if not error.is_passing:
            kept.unlink(missing_ok=True)  # it would be refused again
            raise
        raise _spooled_error(error, kept) from error
    except ServerError as error:
        raise _spooled_error(error, kept) from error
    kept.unlink(missing_ok=True)
    return accepted


def _spooled_error(error: ServerError, file: Path) -> CommandError:
    return CommandError(
        f"{error}; nothing is lost: the report waits in {file.parent}",
        "run tidemark report again when the server is back",
        Exit.TRY_LATER,
    )


def _send_spooled(desk: Desk) -> None:
    """Send what waits for this server; what is refused for good is put aside, not forgotten."""
    for one in waiting(spool_dir(desk.env), desk.server.url):
        try:
            project = one.project or desk.project
            desk.ask(calls.add_report(project, body=one.document))
            one.file.unlink(missing_ok=True)
            desk.note(f"Sent a report that was kept for {project}.")
        except RefusedError as error:
            if error.is_passing:
                return
            desk.note(f"{_aside(one)} was refused and is put aside: {error}.")
        except ServerError:
            return


def _aside(one: WaitingDocument) -> Path:
    return one.file.replace(one.file.with_suffix(".refused"))


def _print_accepted(sending: Sending) -> int | None:
    desk = sending.desk
    for read in sending.read:
        if sending.is_dry:
            desk.json(to_builtins(read))
        _print_read(desk, read)
    if desk.as_json and not sending.is_dry:
        told = [{"id": one.id, "state": one.state, "url": one.url} for one in sending.sent]
        desk.json([*told, *map(to_builtins, sending.imported)])
        return None
    for one in sending.sent:
        desk.line(_accepted_text(desk, one))
    for outcome in sending.imported:
        print_outcome(desk, outcome)
    return None


def _accepted_text(desk: Desk, one: AcceptedReport) -> str:
    """Say what became of a report, what follows, and the page that shows it."""
    if one.state == "accepted":
        return f"accepted: stored; its run is on {desk.page('/runs')} once it is ingested"
    if one.state == "ingested":
        return f"known already: nothing was stored twice; its run is on {desk.page('/runs')}"
    return f"known already as {one.state}: nothing was stored; see {desk.page('/reports')}"


def _follow(sending: Sending) -> int:
    """Wait until everything is ingested, and say so."""
    desk = sending.desk
    for read in sending.read:
        _print_read(desk, read)
    ids = [*(one.id for one in sending.sent), *(id_ for one in sending.imported for id_ in one.ids)]
    each = list(dict.fromkeys(ids))
    told = [_ingested(desk, id_) for id_ in progress(each, "Ingesting")]
    if desk.as_json:
        ended = [{"id": one.id, "state": one.state, "run": one.run_id} for one in told]
        desk.json([*ended, *map(to_builtins, sending.imported)])
    else:
        _print_ingested(desk, told)
        for outcome in sending.imported:
            print_outcome(desk, outcome)
    for one in told:
        for fault in one.faults:
            desk.note(f"{fault.pointer}: {fault.reason}; {fault.remedy}")
    return Exit.WRONG_USE if any(one.state == "failed" for one in told) else Exit.FINE


def _print_ingested(desk: Desk, told: list[ReportStatus]) -> None:
    for one in told:
        page = desk.page(f"/runs/{one.run_id}" if one.run_id else "/reports")
        desk.line(f"{one.state:<8}  {page}")


def _ingested(desk: Desk, report_id: str) -> ReportStatus:
    for pause in PAUSES_S:
        status = desk.ask(calls.read_report(desk.project, report_id))
        if status.state != "accepted":
            return status
        time.sleep(pause)
    raise CommandError(
        "the report is accepted and safe, but not ingested yet",
        f"look later: {desk.page('/reports')}",
        Exit.TRY_LATER,
    )
