"""Store an upload whole, and ask for its ingestion."""

import gzip
import hashlib
import io
import zlib
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from backend.adapters.tidemark_json import read_report
from backend.domain.catalogue.metrics import CONTRADICTION_REMEDY, BetterDirection, contradiction
from backend.domain.catalogue.units import parse_unit
from backend.domain.errors import ConflictError, Fault, InvalidError, TooLargeError
from backend.domain.machines.signing import signature_in
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.checks import faults_of
from backend.domain.reports.format import Report
from backend.services.machines.agent_keys import demand_machine, demand_signature, signer_of_report
from backend.services.people.audit import record, record_nothing_written
from backend.services.people.hold_to_testbed import hold_to_testbed
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.stats.histograms.recordings import decode
from backend.storage.catalogue import suites
from backend.storage.reports import documents as reports
from backend.storage.reports.documents import StoredReport

MOST_RECORDINGS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class AcceptedReport:
    report: StoredReport
    is_replay: bool
    """The same document came before; nothing was stored again."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A document as it arrived, decompressed, and who sent it."""

    body: bytes
    actor: Actor
    source: str = "api"
    read_again: UUID | None = None
    """The report that was the same document until its files were read again."""
    signature: str | None = None
    """The header `Tidemark-Signature`: whose machine says so."""


def accept_report(
    session: Session, queue: TaskQueue, project: Project, upload: Upload, limits: UploadLimits
) -> AcceptedReport:
    """Check a document, store it, and request its ingestion in the same transaction."""
    report = checked_report(session, project, upload.body, limits)
    hold_to_testbed(session, project.id, upload.actor, report.testbed)
    signed = _signed(session, project, report, upload)
    return _store(session, queue, project, report, upload, signed)


def _signed(
    session: Session, project: Project, report: Report, upload: Upload
) -> tuple[int, bytes] | None:
    """Return key and signature; what only a key of the project vouches for must not lack them."""
    if upload.signature is not None:
        key = signer_of_report(session, project.id, report, upload.body, upload.signature)
        return key.id, signature_in(upload.signature).signature
    if upload.actor.key is not None:
        demand_machine(session, project.id, report, upload.actor.key.id)
        if upload.source == "api":
            demand_signature(session, project.id, report)
    return None


def checked_report(session: Session, project: Project, body: bytes, limits: UploadLimits) -> Report:
    """Return what a document says; InvalidError where it cannot be stored as it is."""
    report = read_report(body, limits.nesting, limits.faults)
    faults = [*faults_of(report, limits), *_histogram_faults(report)]
    if faults:
        raise InvalidError("the report has faults; nothing of it was stored", faults)
    _check_metrics(session, project, report)
    return report


def _store(
    session: Session,
    queue: TaskQueue,
    project: Project,
    report: Report,
    upload: Upload,
    signed: tuple[int, bytes] | None,
) -> AcceptedReport:
    if upload.read_again and (known := reports.find(session, project.id, upload.read_again)):
        record_nothing_written(session)
        return AcceptedReport(known, is_replay=True)
    body_hash = hashlib.sha256(upload.body).digest()
    key, user, job = upload.actor.key, upload.actor.user, upload.actor.ci
    stored = reports.add(
        session,
        project.id,
        report.idempotency_key,
        upload.body,
        body_hash,
        upload.source,
        key_id=key.id if key else None,
        user_id=user.id if user else None,
        ci_rule_id=job.rule_id if job else None,
        signed=signed,
    )
    if stored is not None:
        queue.request_ingestion(project.id, [stored.id])
        record(session, stored.public_id, report.suite.name, testbed=report.testbed)
        return AcceptedReport(stored, is_replay=False)
    first = reports.find_by_key(session, project.id, report.idempotency_key)
    if first is None or first.body_hash != body_hash:
        owner = f"“{report.idempotency_key}” belongs to report {first.public_id if first else '?'}"
        fault = Fault("/idempotency_key", owner, "give every run its own key")
        raise ConflictError("another document was accepted under this idempotency key", [fault])
    record_nothing_written(session)
    return AcceptedReport(first, is_replay=True)


def _check_metrics(session: Session, project: Project, report: Report) -> None:
    """Refuse a unit or direction that contradicts what the suite's metric is stored with."""
    stored = suites.metrics_of(session, project.id, report.suite.name)
    faults = []
    for name, declared in report.metrics.items():
        unit = parse_unit(declared.unit)
        if name not in stored or unit is None:
            continue
        reason = contradiction(stored[name], unit, BetterDirection(declared.direction))
        if reason is not None:
            faults.append(Fault(f"/metrics/{name}", reason, CONTRADICTION_REMEDY))
    if faults:
        raise InvalidError("a metric contradicts what is stored; nothing was stored", faults)


def _histogram_faults(report: Report) -> list[Fault]:
    found = []
    for index, result in enumerate(report.results):
        if result.histogram is None:
            continue
        try:
            _demand_countable(decode(result.histogram.data).total)
        except ValueError as error:
            found.append(
                Fault(
                    f"/results/{index}/histogram/data",
                    str(error),
                    "send the compressed HdrHistogram V2 encoding as base64",
                )
            )
    return found


def _demand_countable(recordings: int) -> None:
    if not 0 < recordings <= MOST_RECORDINGS:
        raise ValueError(
            f"the histogram holds {recordings} recordings; 1 to {MOST_RECORDINGS} can be kept"
        )


def decompress(body: bytes, encoding: str | None, most: int) -> bytes:
    """Undo a content encoding. Raises TooLargeError before a small body grows into a huge one."""
    if encoding in (None, "", "identity"):
        return body
    if encoding != "gzip":
        raise InvalidError(f"the content encoding “{encoding}” is not known; use gzip or none")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as stream:
            plain = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidError(f"the body is not complete gzip: {error}") from error
    if len(plain) > most:
        raise TooLargeError(f"the report is larger than {most} bytes after decompression")
    return plain
