"""Take in what a benchmark tool wrote: recognised, read, and accepted as reports."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from backend.adapters.history import DirectionQuestion, Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.assembly import ToolResults, assemble
from backend.adapters.tools.readings import Reading, ToolFormat, ToolText
from backend.adapters.tools.registry import named, recognise
from backend.adapters.tools.unpacking import texts_of
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import Fault, InvalidError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.format import Commit, ForkPoint, ReportPullRequest, RunFacts
from backend.domain.reports.tool_files import ReadFile, ReadResult
from backend.services.people.audit import record_nothing_written
from backend.services.reports.accept import AcceptedReport, Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits


class ToolFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it was written; `data` is base64 on the wire."""

    data: bytes
    name: str = ""


class ToolUpload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Files of tools, and what they cannot know: where and of what they are measured."""

    files: list[ToolFile]
    commit: Commit
    branch: str
    testbed: str
    suite: str = ""
    """Empty: the name of the tool."""
    format: str = ""
    """Empty: recognised by content."""
    parameters: dict[str, Scalar] = {}
    """Added to those of each benchmark."""
    directions: dict[str, BetterDirection] = {}
    """Which way is better, by metric, by unit, or by "metric|unit"."""
    base: ForkPoint | None = None
    pull_request: ReportPullRequest | None = None
    tags: dict[str, str] = {}
    environment: dict[str, Scalar] = {}
    run: RunFacts = RunFacts()
    dry_run: bool = False
    """Read the files, and store nothing."""


@dataclass(slots=True)
class ToolAccount:
    """What became of an upload: everything taken, left out, and asked."""

    files: list[ReadFile] = field(default_factory=list)
    reports: list[AcceptedReport] = field(default_factory=list)
    results: list[ReadResult] = field(default_factory=list)
    """The first of them, for a person to look at."""
    total: int = 0
    """Results of all reports."""
    rejected: list[Rejected] = field(default_factory=list)
    questions: list[DirectionQuestion] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


MOST_SHOWN = 200
_decoder = msgspec.json.Decoder(ToolUpload)


def read_upload(body: bytes) -> ToolUpload:
    """Decode an upload; InvalidError where it does not fit."""
    try:
        upload = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fault = Fault("", str(error)[:300], "see POST /projects/{project}/results in /api/docs")
        raise InvalidError("the upload does not fit the format", [fault]) from error
    if not upload.files:
        fault = Fault("/files", "there is no file", "send at least one")
        raise InvalidError("the upload has no file", [fault])
    return upload


def accept_tools(
    session: Session,
    queue: TaskQueue,
    project: Project,
    actor: Actor,
    upload: ToolUpload,
    limits: UploadLimits,
) -> ToolAccount:
    """Read the files of tools, and accept one report for each suite, in one transaction.

    InvalidError where a file cannot be recognised, or where no file holds a result: then nothing
    is stored. Rows that cannot be read are named, and the rest is taken.
    """
    account = ToolAccount()
    suites: dict[str, list[tuple[str, Reading]]] = {}
    for index, file in enumerate(upload.files):
        for text in _texts(index, file, limits):
            chosen, readings = _read(index, text, upload.format, account)
            suites.setdefault(upload.suite or chosen.name, []).extend(readings)
    for suite, readings in suites.items():
        parts = assemble(suite, _with(readings, upload.parameters), upload.directions)
        account.rejected += parts.rejected
        account.questions += parts.questions
        account.notes += parts.notes
        if parts.results:
            _accept(session, queue, (project, actor, limits), upload, (suite, parts), account)
    if upload.dry_run:
        record_nothing_written(session)
    if not account.total:
        raise InvalidError("no file holds a result; nothing was stored", _faults(account, limits))
    return account


def _texts(index: int, file: ToolFile, limits: UploadLimits) -> list[ToolText]:
    try:
        return list(texts_of(file.name, file.data, limits.import_bytes))
    except UnreadableError as error:
        raise _refused(index, file.name, error) from error


def _refused(index: int, name: str, error: UnreadableError) -> InvalidError:
    reason = f"{name or 'the file'}: {error.reason}"
    return InvalidError(
        f"{reason}; nothing was stored", [Fault(f"/files/{index}", reason, error.remedy)]
    )


def _read(
    index: int, text: ToolText, format_name: str, account: ToolAccount
) -> tuple[ToolFormat, list[tuple[str, Reading]]]:
    try:
        chosen, sign = (named(format_name), "") if format_name else recognise(text)
        items = list(chosen.read(text))
    except UnreadableError as error:
        raise _refused(index, text.name, error) from error
    readings = [(text.name, one) for one in items if isinstance(one, Reading)]
    account.rejected += [_placed(text, one) for one in items if isinstance(one, Rejected)]
    account.files.append(ReadFile(text.name, chosen.name, chosen.title, sign, len(readings)))
    if not readings:
        account.notes.append(f"{text.name or 'The file'} is {chosen.title}, and holds no result.")
    return chosen, readings


def _placed(text: ToolText, one: Rejected) -> Rejected:
    place = f"{text.name}: {one.pointer}" if text.name else one.pointer
    return Rejected(place, one.reason, one.remedy, one.rows)


def _with(
    readings: list[tuple[str, Reading]], parameters: Mapping[str, Scalar]
) -> Iterator[tuple[str, Reading]]:
    for name, reading in readings:
        yield name, replace(reading, parameters={**reading.parameters, **parameters})


def _accept(
    session: Session,
    queue: TaskQueue,
    sender: tuple[Project, Actor, UploadLimits],
    upload: ToolUpload,
    read: tuple[str, ToolResults],
    account: ToolAccount,
) -> None:
    project, actor, limits = sender
    suite, parts = read
    account.total += len(parts.results)
    account.results += _shown(suite, parts, MOST_SHOWN - len(account.results))
    if upload.dry_run:
        return
    body = msgspec.json.encode(_document(upload, suite, parts, account.files))
    sent = Upload(body, actor, source="tools")
    account.reports.append(accept_report(session, queue, project, sent, limits))


def _document(
    upload: ToolUpload, suite: str, parts: ToolResults, files: Sequence[ReadFile]
) -> dict[str, Any]:
    tools = ", ".join(dict.fromkeys(file.title for file in files))
    document: dict[str, Any] = {
        "version": 1,
        "suite": {"name": suite},
        "commit": upload.commit,
        "branch": upload.branch,
        "testbed": upload.testbed,
        "run": upload.run,
        "environment": {**upload.environment, "tool": tools},
        "tags": upload.tags,
        "metrics": parts.metrics,
        "results": parts.results,
    }
    if upload.base is not None:
        document["base"] = upload.base
    if upload.pull_request is not None:
        document["pull_request"] = upload.pull_request
    content = msgspec.json.encode(document, order="sorted")
    document["idempotency_key"] = f"tools-{hashlib.sha256(content).hexdigest()[:40]}"
    return document


def _shown(suite: str, parts: ToolResults, most: int) -> Iterator[ReadResult]:
    for result in parts.results[: max(most, 0)]:
        metric = str(result.get("metric") or "")
        declared = parts.metrics.get(metric, {})
        samples = result.get("samples")
        summary = result.get("summary")
        values = samples if isinstance(samples, list) else []
        value = summary["value"] if isinstance(summary, dict) else None
        failure = result.get("failure")
        parameters = result["parameters"]
        yield ReadResult(
            suite=suite,
            benchmark=str(result["benchmark"]),
            parameters=parameters if isinstance(parameters, dict) else {},
            metric=metric,
            unit=str(declared.get("unit", "")),
            direction=str(declared.get("direction", "")),
            value=sum(values) / len(values) if values else value,
            samples=len(values) or int(value is not None),
            failure=str(failure["message"]) if isinstance(failure, dict) else "",
        )


def _faults(account: ToolAccount, limits: UploadLimits) -> list[Fault]:
    faults = [Fault(one.pointer, one.reason, one.remedy) for one in account.rejected]
    named_files = [Fault("/files", note, "send a file with results") for note in account.notes]
    return [*named_files, *faults][: limits.faults]
