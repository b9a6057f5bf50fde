"""Take in what a benchmark tool wrote: recognised, read, and accepted as reports."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace
from sqlalchemy.orm import Session

from backend.adapters.history import DirectionQuestion, Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.assembly import ToolResults, assemble
from backend.adapters.tools.readings import Reading, ToolFormat, ToolText
from backend.adapters.tools.registry import FAMILIES, named, recognise
from backend.adapters.tools.unpacking import texts_of
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import Fault, InvalidError
from backend.domain.people.projects import Actor, Project
from backend.domain.plain_values import odd_values
from backend.domain.reports.format import Commit, ForkPoint, ReportPullRequest, RunFacts
from backend.domain.reports.tool_files import KnownFormat, ReadFile, ReadResult
from backend.services.people.audit import record_nothing_written
from backend.services.reports.accept import AcceptedReport, Upload, accept_report
from backend.services.reports.tools.mappings import chosen_mapping, mapped_formats
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.storage.reports import deletions, sent_files
from backend.storage.reports.sent_files import SentFile


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
    mapping: str | dict[str, Any] = ""
    """The name of a declared mapping, or one to try; empty: as the format says."""
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
MOST_COMMITS = 2_000
MOST_FAULTS = 20
_decoder = msgspec.json.Decoder(ToolUpload)
_file_decoder = msgspec.json.Decoder(ToolFile)


@dataclass(frozen=True, slots=True)
class ReportSubject:
    """What one report is of."""

    suite: str
    commit: str = ""
    """Empty: the commit of the upload."""
    time: datetime | None = None


def known_formats() -> list[KnownFormat]:
    return [
        KnownFormat(one.name, one.title, family)
        for family, formats in FAMILIES.items()
        for one in formats
    ]


def read_file(body: bytes) -> ToolFile:
    """Decode one file; InvalidError where it does not fit."""
    try:
        return _file_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _misfit(error) from error


def _misfit(error: Exception) -> InvalidError:
    fault = Fault("", str(error)[:300], "see POST /projects/{project}/reports/files in /api/docs")
    return InvalidError("the upload does not fit the format", [fault])


def read_upload(body: bytes) -> ToolUpload:
    """Decode an upload; InvalidError where it does not fit."""
    try:
        upload = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _misfit(error) from error
    if not upload.files:
        fault = Fault("/files", "there is no file", "send at least one")
        raise InvalidError("the upload has no file", [fault])
    if upload.run.job is not None:
        fault = Fault("/run/job", "files of tools are no report of a job", "leave it out")
        raise InvalidError("only the agent that measured a job reports for it", [fault])
    names = [{"name": one.name} for one in upload.files]
    if odd := list(islice(odd_values(said_of(upload) | {"files": names}), MOST_FAULTS)):
        raise InvalidError("the upload holds what cannot be kept", odd)
    return upload


@dataclass(frozen=True, slots=True)
class _Sending:
    """An upload, who sends it, and what it becomes part of."""

    project: Project
    actor: Actor
    limits: UploadLimits
    upload: ToolUpload
    files: Sequence[SentFile]
    read_again: Mapping[str, UUID]
    """Reports that are another document now, by the keys that they were sent with."""


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
    files = [SentFile(one.name, one.data) for one in upload.files]
    known = deletions.reports_read_again(session, project.id)
    sending = _Sending(project, actor, limits, upload, files, known)
    for of, group in read_groups(session, project, upload, limits, account).items():
        parts = parts_of(upload, of, group)
        account.rejected += parts.rejected
        account.questions += _new_questions(account, parts)
        account.notes += [note for note in parts.notes if note not in account.notes]
        if parts.results:
            _accept(session, queue, sending, (of, group, parts), account)
    if upload.dry_run:
        record_nothing_written(session)
    if not account.total:
        raise InvalidError("no file holds a result; nothing was stored", _faults(account, limits))
    return account


@dataclass(slots=True)
class ReadingGroup:
    """What stands in the files of one upload about one suite and commit."""

    readings: list[tuple[str, Reading]] = field(default_factory=list)
    files: dict[int, str] = field(default_factory=dict)
    """Places of the files that they come from, and what these were recognised as."""


def parts_of(upload: ToolUpload, of: ReportSubject, group: ReadingGroup) -> ToolResults:
    """Return the parts of the report that a group becomes."""
    return assemble(of.suite, _with(group.readings, upload.parameters), upload.directions)


def read_groups(
    session: Session,
    project: Project,
    upload: ToolUpload,
    limits: UploadLimits,
    account: ToolAccount,
) -> dict[ReportSubject, ReadingGroup]:
    """Read all files; return what stands in them by what it is of, the oldest commit first."""
    mapping = chosen_mapping(session, project.id, upload.mapping)
    kept = [] if mapping or upload.format else mapped_formats(session, project.id)
    groups: dict[ReportSubject, ReadingGroup] = {}
    for index, file in enumerate(upload.files):
        texts = _texts(index, file, limits)
        for text in texts:
            try:
                chosen, readings = _read(index, text, mapping or upload.format, kept, account)
            except InvalidError as error:
                if len(texts) == 1:
                    raise
                account.rejected += [
                    Rejected(text.name, one.reason, one.remedy) for one in error.faults
                ]
                continue
            suite = upload.suite or chosen.suite or chosen.name
            for one in readings:
                of = ReportSubject(suite, one.commit, one.time)
                group = groups.setdefault(of, ReadingGroup())
                group.readings.append((text.name, one))
                group.files[index] = chosen.title
    if len(groups) > MOST_COMMITS:
        reason = f"the files hold {len(groups):,} commits; {MOST_COMMITS:,} can be taken at once"
        raise InvalidError(reason, [Fault("/files", reason, "send them in parts")])
    return dict(sorted(groups.items(), key=lambda group: _age(group[0])))


def _age(of: ReportSubject) -> float:
    return of.time.timestamp() if of.time else float("inf")


def _new_questions(account: ToolAccount, parts: ToolResults) -> list[DirectionQuestion]:
    asked = {(one.suite, one.key) for one in account.questions}
    return [one for one in parts.questions if (one.suite, one.key) not in asked]


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
    index: int,
    text: ToolText,
    wanted: str | ToolFormat,
    kept: Sequence[ToolFormat],
    account: ToolAccount,
) -> tuple[ToolFormat, list[Reading]]:
    try:
        chosen, sign = _recognised(text, wanted, kept)
        items = list(chosen.items(text))
    except UnreadableError as error:
        raise _refused(index, text.name, error) from error
    readings = [one for one in items if isinstance(one, Reading)]
    account.rejected += [_placed(text, one) for one in items if isinstance(one, Rejected)]
    rows = len({one.place if isinstance(one, Reading) else one.pointer for one in items})
    account.files.append(ReadFile(text.name, chosen.name, chosen.title, sign, len(readings), rows))
    if not readings:
        account.notes.append(f"{text.name or 'The file'} is {chosen.title}, and holds no result.")
    return chosen, readings


def _recognised(
    text: ToolText, wanted: str | ToolFormat, kept: Sequence[ToolFormat]
) -> tuple[ToolFormat, str]:
    if isinstance(wanted, ToolFormat):
        return wanted, ""
    return (named(wanted), "") if wanted else recognise(text, kept)


def _placed(text: ToolText, one: Rejected) -> Rejected:
    place = f"{text.name}: {one.pointer}" if text.name else one.pointer
    return Rejected(place, one.reason, one.remedy, one.rows)


def _with(
    readings: Sequence[tuple[str, Reading]], parameters: Mapping[str, Scalar]
) -> Iterator[tuple[str, Reading]]:
    for name, reading in readings:
        yield (
            name,
            (
                replace(reading, parameters={**reading.parameters, **parameters})
                if parameters
                else reading
            ),
        )


def _accept(
    session: Session,
    queue: TaskQueue,
    sending: _Sending,
    read: tuple[ReportSubject, ReadingGroup, ToolResults],
    account: ToolAccount,
) -> None:
    upload, project_id = sending.upload, sending.project.id
    of, group, parts = read
    account.total += len(parts.results)
    account.results += _shown(
        of, of.commit or upload.commit.id, parts, MOST_SHOWN - len(account.results)
    )
    if upload.dry_run:
        return
    document = document_of(upload, of, group, parts)
    known = sending.read_again.get(document["idempotency_key"])
    sent = Upload(msgspec.json.encode(document), sending.actor, "tools", known)
    accepted = accept_report(session, queue, sending.project, sent, sending.limits)
    account.reports.append(accepted)
    if not accepted.is_replay:
        files = [sending.files[index] for index in group.files]
        sent_files.save(session, project_id, accepted.report.id, files, said_of(upload))


def said_of(upload: ToolUpload) -> dict[str, Any]:
    """Return what an upload says beside its files, as it is kept with its reports."""
    said: dict[str, Any] = msgspec.to_builtins(replace(upload, files=[]))
    return said


def document_of(
    upload: ToolUpload, of: ReportSubject, group: ReadingGroup, parts: ToolResults
) -> dict[str, Any]:
    """Return the report of a group."""
    tools = ", ".join(dict.fromkeys(group.files.values()))
    document: dict[str, Any] = {
        "version": 1,
        "suite": {"name": of.suite},
        "commit": Commit(of.commit, of.time) if of.commit else upload.commit,
        "branch": upload.branch,
        "testbed": upload.testbed,
        "run": upload.run,
        "environment": {**upload.environment, "tool": tools},
        "tags": upload.tags,
        "metrics": parts.metrics,
        "results": parts.results,
    }
    if upload.base is not None and not of.commit:
        document["base"] = upload.base
    if upload.pull_request is not None and not of.commit:
        document["pull_request"] = upload.pull_request
    content = msgspec.json.encode(document, order="sorted")
    document["idempotency_key"] = f"tools-{hashlib.sha256(content).hexdigest()[:40]}"
    return document


def _shown(of: ReportSubject, commit: str, parts: ToolResults, most: int) -> Iterator[ReadResult]:
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
            suite=of.suite,
            commit=commit,
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
