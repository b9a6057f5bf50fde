"""Read the kept files of runs again, after what reads them got better."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, DomainError, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.corrections import RESTORABLE
from backend.domain.reports.readings import (
    MOST_READ,
    MOST_SHOWN,
    FilesRead,
    ReadingDifference,
    ReadingWanted,
    UnreadRun,
    differences_of,
)
from backend.services.people.audit import record, record_nothing_written
from backend.services.reports.accept import checked_report
from backend.services.reports.recompute import affected_by, hold_ingestion, recompute
from backend.services.reports.tools.accept import (
    ToolAccount,
    ToolFile,
    ToolUpload,
    document_of,
    parts_of,
    read_groups,
    said_of,
)
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.storage.catalogue import suites
from backend.storage.reports import deletions, documents, exclusions, run_choices, sent_files
from backend.storage.reports.sent_files import ReadableRun

Document = Mapping[str, Any]
_Commit: TypeAlias = tuple[str, str | None]
_Of: TypeAlias = tuple[str, _Commit]
"""Suite and commit of a report."""


@dataclass(frozen=True, slots=True)
class _NewReading:
    """A run whose files say something else now."""

    run: ReadableRun
    key: str
    body: bytes
    said: dict[str, Any]
    differences: Sequence[ReadingDifference]


@dataclass(slots=True)
class _Reader:
    """Reads files again; each upload once, of however many commits it is."""

    session: Session
    project: Project
    wanted: ReadingWanted
    limits: UploadLimits
    unread: list[UnreadRun] = field(default_factory=list)
    same: int = 0
    _last: tuple[object, dict[_Of, bytes]] = (None, {})

    def readings(self, runs: Sequence[ReadableRun]) -> Iterator[_NewReading]:
        """Yield the runs that change; the others are counted, or named with the reason."""
        for run in sorted(runs, key=lambda one: (msgspec.json.encode(one.said), one.hashes)):
            try:
                reading = self._read(run)
            except DomainError as error:
                reason = "; ".join(fault.reason for fault in error.faults[:3]) or str(error)
                self.unread.append(UnreadRun(run.run, reason))
                continue
            if reading is None:
                self.same += 1
            else:
                yield reading

    def _read(self, run: ReadableRun) -> _NewReading | None:
        if run.is_excluded:
            raise ConflictError("it, or a result of it, is excluded: include it first")
        before = msgspec.json.decode(run.document)
        after = msgspec.json.decode(self._document(run, before))
        self._retain_directions(before, after)
        differences = list(differences_of(run.run, before, after))
        if not differences and before["metrics"] == after["metrics"]:
            return None
        del after["idempotency_key"]
        content = msgspec.json.encode(after, order="sorted")
        after["idempotency_key"] = key = f"tools-{hashlib.sha256(content).hexdigest()[:40]}"
        body = msgspec.json.encode(after)
        checked_report(self.session, self.project, body, self.limits)
        other = documents.find_by_key(self.session, self.project.id, key)
        if other is not None and other.id != run.report:
            raise ConflictError(f"run {other.run_id} has these results already: delete this one")
        return _NewReading(run, key, body, said_of(self._upload(run, [])), differences)

    def _document(self, run: ReadableRun, before: Document) -> bytes:
        """Return the report that the files become now, of the suite and commit of before."""
        asked = (run.said, run.hashes)
        if self._last[0] != asked:
            self._last = (asked, dict(self._documents(run)))
        commit = _commit_of(before)
        of_commit = {at: body for at, body in self._last[1].items() if at[1] == commit}
        here = of_commit.get((before["suite"]["name"], commit))
        if here is None and len(of_commit) == 1:  # its suite was called after another tool
            (here,) = of_commit.values()
        if here is None:
            raise ConflictError("its files hold nothing of its suite and commit any more")
        return here

    def _documents(self, run: ReadableRun) -> Iterator[tuple[_Of, bytes]]:
        bodies = sent_files.contents(self.session, self.project.id, run.hashes)
        files = [
            ToolFile(bodies[hash_], name) for name, hash_ in zip(run.names, run.hashes, strict=True)
        ]
        upload = self._upload(run, files)
        groups = read_groups(self.session, self.project, upload, self.limits, ToolAccount())
        for of, group in groups.items():
            parts = parts_of(upload, of, group)
            if parts.results:
                body = msgspec.json.encode(document_of(upload, of, group, parts))
                yield (of.suite, _commit_of(msgspec.json.decode(body))), body

    def _upload(self, run: ReadableRun, files: list[ToolFile]) -> ToolUpload:
        said = run.said | {"files": []}
        if self.wanted.format_name or self.wanted.mapping:
            said |= {"format": self.wanted.format_name, "mapping": self.wanted.mapping}
        return msgspec.structs.replace(msgspec.convert(said, ToolUpload), files=files)

    def _retain_directions(self, before: Document, after: Document) -> None:
        """Leave a direction that a person corrected, where the files say the same as before."""
        stored = suites.metrics_of(self.session, self.project.id, after["suite"]["name"])
        for name, declared in after["metrics"].items():
            said = before["metrics"].get(name, {}).get("direction")
            if name in stored and declared.get("direction") == said:
                declared["direction"] = stored[name].direction
                before["metrics"][name]["direction"] = stored[name].direction


def _commit_of(document: Document) -> _Commit:
    return document["commit"]["id"], document["commit"].get("time")


def read_again(
    session: Session,
    queue: TaskQueue,
    sender: tuple[Project, Actor],
    wanted: ReadingWanted,
    limits: UploadLimits,
) -> FilesRead:
    """Read the kept files of runs again; the runs keep their ids, and can be put back."""
    project, actor = sender
    if not wanted.is_dry:
        hold_ingestion(session, project.id)
    chosen, next_before = _chosen(session, project.id, wanted)
    found = sent_files.readable_runs(session, project.id, chosen)
    reader = _Reader(session, project, wanted, limits)
    missing = sorted({*chosen} - {one.run for one in found})
    reader.unread += [UnreadRun(run, "no file of a tool is kept with it") for run in missing]
    new = sorted(reader.readings(found), key=lambda one: -one.run.run)
    done = _summary_of(new, reader, next_before)
    if wanted.is_dry or not new:
        record_nothing_written(session)
        return done
    deletion, at = _replace(session, queue, project, actor, new)
    ids = ", ".join(map(str, done.runs))
    counts = {"added": done.added, "changed": done.changed, "gone": done.gone}
    record(session, ids, "", deletion=deletion, **counts)
    return replace(done, deletion=deletion, restorable_until=at + RESTORABLE)


def _chosen(
    session: Session, project_id: int, wanted: ReadingWanted
) -> tuple[list[int], int | None]:
    """Return the runs that are meant, and where the next call goes on."""
    if bool(wanted.runs) == bool(wanted.suite):
        raise InvalidError("name runs, or one suite")
    if wanted.runs:
        known = run_choices.known_runs(session, project_id, wanted.runs)
        if missing := sorted({*wanted.runs} - {*known}):
            raise NotFoundError(f"there is no run {missing[0]} in this project")
        return known, None
    found = sent_files.runs_of_suite(
        session, project_id, wanted.suite, wanted.before, MOST_READ + 1
    )
    return found[:MOST_READ], found[MOST_READ - 1] if len(found) > MOST_READ else None


def _summary_of(new: Sequence[_NewReading], reader: _Reader, next_before: int | None) -> FilesRead:
    differences = [one for reading in new for one in reading.differences]
    steps = Counter(one.step for one in differences)
    return FilesRead(
        runs=[one.run.run for one in new],
        same=reader.same,
        added=steps["added"],
        changed=steps["changed"],
        gone=steps["gone"],
        differences=differences[:MOST_SHOWN],
        unread=reader.unread,
        next_before=next_before,
    )


def _replace(
    session: Session, queue: TaskQueue, project: Project, actor: Actor, new: Sequence[_NewReading]
) -> tuple[int, datetime]:
    """Put the new documents in the place of the old ones; returns the deletion of the old rows."""
    runs, reports = [one.run.run for one in new], [one.run.report for one in new]
    told = affected_by(session, project.id, runs)
    series = deletions.series_of(session, project.id, runs)
    results = sum(run_choices.count_results(session, project.id, runs))
    exclusions.forget_judgements(session, project.id, runs)
    why = (deletions.READ_AGAIN, actor.name)
    deletion, at = deletions.begin(session, project.id, why, (len(runs), results))
    deletions.save_documents(session, project.id, deletion, reports)
    deletions.move_away(session, project.id, deletion, runs)
    for one in new:
        documents.replace_document(session, project.id, one.run.report, one.key, one.body)
        sent_files.note(session, project.id, one.run.report, one.said)
    recompute(session, queue, project.id, series, told)
    queue.request_ingestion(project.id, reports)
    return deletion, at
