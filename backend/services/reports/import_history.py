"""Bring a foreign history in: every entry becomes a report of its own, every other row is named."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy.orm import Session

from backend.adapters.history import DirectionQuestion, ImportedHistory, ImportOptions, Rejected
from backend.adapters.registry import ADAPTERS
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.commits.history_origins import demand_one_history, origin_of
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.format import Placed
from backend.services.people.audit import account_of
from backend.services.reports.accept import Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.storage.commits.branch_origins import read_origin, stands_there


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A file, and what its sender says of it."""

    format_name: str
    document: bytes
    testbed: str
    branch: str
    directions: Mapping[str, str]
    is_same_history: bool = False
    """Its sender says that it goes on with what stands on the branch, whatever it looks like."""


@dataclass(frozen=True, slots=True)
class ImportAccount:
    """What an import took, knew already, and could not take."""

    format_name: str
    suites: tuple[str, ...]
    results: int
    accepted: int
    duplicates: int
    ids: tuple[str, ...]
    """Of the reports, in the order of the file."""
    rejected: tuple[Rejected, ...]
    questions: tuple[DirectionQuestion, ...]
    notes: tuple[str, ...]


def import_history(
    session: Session,
    queue: TaskQueue,
    project: Project,
    actor: Actor,
    wanted: ImportRequest,
    limits: UploadLimits,
) -> ImportAccount:
    """Read a file and accept its reports. While a direction is unknown nothing is stored.

    ConflictError where its commits are not of the history that stands on the branch.
    """
    history = _read(wanted)
    if not wanted.is_same_history:
        _demand_one_history(session, project, wanted.branch, history)
    accepted = duplicates = 0
    ids: list[str] = []
    rejected = list(history.rejected)
    for document in history.reports:
        upload = Upload(msgspec.json.encode(document), actor, source=wanted.format_name)
        try:
            acceptance = accept_report(session, queue, project, upload, limits)
        except (InvalidError, ConflictError) as error:
            rejected.append(_rejection(document, error))
            continue
        ids.append(str(acceptance.report.public_id))
        duplicates += acceptance.is_replay
        accepted += not acceptance.is_replay
    told = account_of(session)
    told.thing, told.name, told.wrote = wanted.format_name, "", accepted > 0
    told.after = {"reports": accepted, "testbed": wanted.testbed, "branch": wanted.branch}
    return ImportAccount(
        format_name=wanted.format_name,
        suites=tuple(dict.fromkeys(_suite(document) for document in history.reports)),
        results=history.taken,
        accepted=accepted,
        duplicates=duplicates,
        ids=tuple(ids),
        rejected=tuple(rejected),
        questions=history.questions,
        notes=history.notes,
    )


def _demand_one_history(
    session: Session, project: Project, branch: str, history: ImportedHistory
) -> None:
    coming = [one.commit for one in _places(history) if one.branch == branch]
    if stands_there(session, project.id, branch, [commit.id for commit in coming]):
        return
    here = read_origin(session, project.id, branch)
    if here.first is not None and not here.repositories and project.repository_url:
        here = replace(here, repositories=frozenset({project.repository_url.lower()}))
    there = origin_of([one.url for one in coming], [one.time for one in coming])
    demand_one_history(branch, here, there)


def _places(history: ImportedHistory) -> Iterator[Placed]:
    """Say where reports belong; one whose commit is not well formed is refused by itself later."""
    for document in history.reports:
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(document, Placed)


def _read(wanted: ImportRequest) -> ImportedHistory:
    adapter = ADAPTERS.get(wanted.format_name)
    if adapter is None:
        raise NotFoundError(
            f"the format “{wanted.format_name}” is not known; there are: {', '.join(ADAPTERS)}"
        )
    options = ImportOptions(wanted.testbed, wanted.branch, _directions(wanted.directions))
    return adapter.read(wanted.document, options)


def _directions(given: Mapping[str, str]) -> dict[str, BetterDirection]:
    try:
        return {key: BetterDirection(name) for key, name in given.items()}
    except ValueError as error:
        raise InvalidError(
            "a direction is lower, higher or unknown",
            [Fault("/query", str(error), "use lower, higher or unknown")],
        ) from error


def _suite(document: Mapping[str, object]) -> str:
    suite = document["suite"]
    return str(suite["name"]) if isinstance(suite, Mapping) else ""


def _rejection(document: Mapping[str, object], error: InvalidError | ConflictError) -> Rejected:
    reasons = "; ".join(f"{fault.pointer}: {fault.reason}" for fault in error.faults)
    results = document["results"]
    return Rejected(
        pointer=f"report {document['idempotency_key']}",
        reason=reasons or str(error),
        remedy=error.faults[0].remedy if error.faults else "correct the file and import it again",
        rows=len(results) if isinstance(results, list) else 0,
    )
