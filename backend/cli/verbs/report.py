"""report: send a file of results, whatever comes between here and the server."""

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from backend.cli.ci_tokens import token_of_job
from backend.cli.environment import spool_dir
from backend.cli.exits import CommandError, Exit
from backend.cli.git import facts_of
from backend.cli.origin import Origin, chosen, completed, origin_of
from backend.cli.spool import Waiting, keep, waiting
from backend.cli.verb import Desk, in_project, pass_desk
from backend.cli.verbs.imports import import_file
from backend.client.answers import RefusedError, ServerError
from backend.client.calls import reports as calls
from backend.client.models_gen import AcceptedReport, ReportStatus

LOOKS = 120
PAUSE_S = 1.0


@click.command(short_help="Send results, whatever comes between.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--testbed", metavar="NAME", help="Where it was measured.")
@click.option("--branch", metavar="NAME", help="Else the branch of the CI job or checkout.")
@click.option("--commit", metavar="NAME", help="Else the commit of the CI job or checkout.")
@click.option("--format", "format_name", metavar="NAME", help="Of a foreign file; else recognised.")
@click.option("--wait", is_flag=True, help="Until the report is ingested; needs a key that reads.")
@click.option("--dry-run", is_flag=True, help="Write what would be sent, and send nothing.")
@in_project
@pass_desk
def report(  # noqa: PLR0913  as the options are
    desk: Desk,
    files: tuple[Path, ...],
    testbed: str | None,
    branch: str | None,
    commit: str | None,
    format_name: str | None,
    wait: bool,  # noqa: FBT001  click hands options over by name
    dry_run: bool,  # noqa: FBT001
) -> int | None:
    """Send results: reports of Tidemark, or files of other tools that it can read.

    What a report leaves out (commit, branch, pull request, testbed) comes from the CI system or
    from git. A report that the server has already is no error. One that cannot be delivered is
    kept, and sent with the next: tidemark report without FILES sends what is kept.
    """
    if not desk.server.key:
        desk.token = token_of_job(desk.env, desk.server.url)
    said = {"testbed": testbed, "branch": branch, "commit": commit}
    told = {f"TIDEMARK_{name.upper()}": text for name, text in said.items() if text}
    env = {**desk.env, **told}
    origin = chosen(origin_of(env, _event(env.get("GITHUB_EVENT_PATH", ""))), env)
    if not dry_run:
        _send_kept(desk)
    sent = []
    for file in files:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        document = _report_of(content) if format_name is None else None
        if document is None:
            if dry_run:
                raise CommandError(f"{file} is no report of Tidemark: only the server can read it")
            import_file(desk, (str(file), content), format_name, origin)
            continue
        document = _whole(str(file), document, origin)
        if dry_run:
            desk.json(document)
            continue
        sent.append(_deliver(desk, json.dumps(document, ensure_ascii=False).encode()))
    return _follow(desk, sent) if wait else _tell(desk, sent)


def _event(place: str) -> str:
    file = Path(place)
    return file.read_text(errors="replace") if place and file.is_file() else ""


def _report_of(content: bytes) -> dict[str, Any] | None:
    """Return a report of Tidemark, or nothing for what another tool wrote."""
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        return None
    is_ours = isinstance(said, dict) and "results" in said and "suite" in said
    return said if is_ours else None


def _whole(file: str, document: dict[str, Any], origin: Origin) -> dict[str, Any]:
    """Return a report with its place; CommandError where that is not known."""
    told = (document.get("commit") or {}).get("id") or origin.commit
    document = completed({"version": 1, **document}, origin, facts_of(told))
    for name, known in (
        ("commit", document["commit"]["id"]),
        ("branch", document["branch"]),
        ("testbed", document["testbed"]),
    ):
        if not known:
            raise CommandError(
                f"{file} does not say its {name}, and neither CI system nor git does",
                f"name it: --{name}, or TIDEMARK_{name.upper()}",
            )
    if "idempotency_key" not in document:
        text = json.dumps(document, sort_keys=True).encode()
        document["idempotency_key"] = f"cli-{hashlib.sha256(text).hexdigest()[:40]}"
    return document


def _deliver(desk: Desk, document: bytes) -> AcceptedReport:
    """Send a document; one that cannot be delivered is kept before anything is said."""
    kept = keep(spool_dir(desk.env), desk.server.url, desk.named_project, document)
    try:
        accepted = desk.insist(lambda: calls.add_report(desk.project, body=document))
    except RefusedError as error:
        if not error.is_passing:
            kept.unlink(missing_ok=True)  # it would be refused again
            raise
        raise _kept(error, kept) from error
    except ServerError as error:
        raise _kept(error, kept) from error
    kept.unlink(missing_ok=True)
    return accepted


def _kept(error: ServerError, file: Path) -> CommandError:
    return CommandError(
        f"{error}; nothing is lost: the report waits in {file.parent}",
        "run tidemark report again when the server is back",
        Exit.TRY_LATER,
    )


def _send_kept(desk: Desk) -> None:
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


def _aside(one: Waiting) -> Path:
    return one.file.replace(one.file.with_suffix(".refused"))


def _tell(desk: Desk, sent: list[AcceptedReport]) -> int | None:
    if desk.as_json:
        desk.json([{"id": one.id, "state": one.state, "url": one.url} for one in sent])
        return None
    for one in sent:
        desk.line(f"accepted  {desk.server.url}{one.url}")
    return None


def _follow(desk: Desk, sent: list[AcceptedReport]) -> int:
    """Wait until everything is ingested, and say so."""
    told = [_ingested(desk, one.id) for one in sent]
    if desk.as_json:
        desk.json([{"id": one.id, "state": one.state, "run": one.run_id} for one in told])
    failed = False
    for one in told:
        failed = failed or one.state == "failed"
        if not desk.as_json:
            desk.line(
                f"{one.state:<8}  {desk.page(f'/runs/{one.run_id}' if one.run_id else '/reports')}"
            )
        for fault in one.faults:
            desk.note(f"{fault.pointer}: {fault.reason}; {fault.remedy}")
    return Exit.WRONG_USE if failed else Exit.FINE


def _ingested(desk: Desk, report_id: str) -> ReportStatus:
    for _ in range(LOOKS):
        status = desk.ask(calls.read_report(desk.project, report_id))
        if status.state != "accepted":
            return status
        time.sleep(PAUSE_S)
    raise CommandError(
        "the report is accepted and safe, but not ingested yet",
        f"look later: {desk.page('/reports')}",
        Exit.TRY_LATER,
    )
