"""Bring a foreign history in: every entry becomes a report of its own, every other row is named."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from backend.adapters.history import (
    Adapter,
    DirectionQuestion,
    Document,
    HistoryPart,
    ImportedHistory,
    ImportOptions,
    Rejected,
    parts_of,
)
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.registry import ADAPTERS, recognise
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.commits.history_origins import demand_one_history, origin_of
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.format import Commit, Placed
from backend.services.people.audit import account_of
from backend.services.reports.accept import Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.storage.commits.branch_origins import read_origin, stands_there
from backend.storage.reports.earlier_runs import MeasuredPlace, measured_before

ANY_FORMAT = "auto"
"""In place of a format's name: the one whose signs the file bears."""
_PULL_REQUESTS = "pull/"
MOST_PARTS = 200
"""Of a history that are told."""


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A file, and what its sender says of it."""

    format_name: str
    document: bytes
    testbed: str
    """Where the file does not say it; empty: it does."""
    branch: str
    """Empty: as the file says, else main."""
    directions: Mapping[str, str]
    is_same_history: bool = False
    """Its sender says that it goes on with what stands on the branch, whatever it looks like."""
    suite: str = ""
    """The name of its suite here; empty: that of the file."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Added to those of each benchmark."""
    is_dry: bool = False
    """Read the file, and store nothing."""


@dataclass(frozen=True, slots=True)
class ImportAccount:
    """What an import took, knew already, and could not take."""

    format_name: str
    sign: str
    """By what the file was recognised; empty where its sender named the format."""
    suites: tuple[str, ...]
    parts: tuple[HistoryPart, ...]
    is_dry: bool
    reports: int
    results: int
    accepted: int
    duplicates: int
    ids: tuple[str, ...]
    """Of the reports, in the order of the file."""
    rejected: tuple[Rejected, ...]
    questions: tuple[DirectionQuestion, ...]
    notes: tuple[str, ...]

    def values(self) -> dict[str, Any]:
        """Return it as it is answered, and kept of an import from an address."""
        return {
            "format": self.format_name,
            "sign": self.sign,
            "suites": list(self.suites),
            "parts": [_part_values(part) for part in self.parts[:MOST_PARTS]],
            "is_dry": self.is_dry,
            "reports": self.reports,
            "results": self.results,
            "accepted": self.accepted,
            "duplicates": self.duplicates,
            "ids": list(self.ids),
            "rejected": [
                {"pointer": row.pointer, "reason": row.reason, "remedy": row.remedy}
                for row in self.rejected
            ],
            "rejected_rows": sum(row.rows for row in self.rejected),
            "questions": [
                {
                    "key": question.key,
                    "suite": question.suite,
                    "unit": question.unit,
                    "benchmarks": list(question.benchmarks),
                    "reason": question.reason,
                }
                for question in self.questions
            ],
            "notes": list(self.notes),
        }


def _part_values(part: HistoryPart) -> dict[str, Any]:
    return {
        "suite": part.suite,
        "testbed": part.testbed,
        "branch": part.branch,
        "commits": len(part.commits),
        "reports": part.reports,
        "results": part.results,
        "first": part.first.isoformat() if part.first else None,
        "last": part.last.isoformat() if part.last else None,
    }


def import_history(
    session: Session,
    queue: TaskQueue,
    project: Project,
    actor: Actor,
    wanted: ImportRequest,
    limits: UploadLimits,
) -> ImportAccount:
    """Read a file and accept its reports. While a direction is unknown nothing is stored.

    A row that a report would be refused for is left out and named with its place in the file.
    InvalidError where the file cannot be read as a whole. ConflictError where its commits are not
    of the history that stands on the branch.
    """
    adapter, sign = _adapter(wanted)
    history = _read(adapter, wanted)
    if not wanted.is_same_history:
        _demand_one_history(session, project, history)
    doubles = tuple(_doubles(session, project, history))
    taking = _Taking(session, queue, project, actor, adapter.name, limits)
    if not wanted.is_dry:
        for document, places in zip(history.reports, history.places, strict=True):
            taking.take(document, places)
    told = account_of(session)
    told.thing, told.name, told.wrote = adapter.name, "", taking.accepted > 0
    told.after = {"reports": taking.accepted, "testbed": wanted.testbed, "branch": wanted.branch}
    return ImportAccount(
        format_name=adapter.name,
        sign=sign,
        suites=tuple(dict.fromkeys(_suite(document) for document in history.reports)),
        parts=parts_of(history.reports),
        is_dry=wanted.is_dry,
        reports=len(history.reports),
        results=sum(len(_results(document)) for document in history.reports),
        accepted=taking.accepted,
        duplicates=taking.duplicates + taking.otherwise,
        ids=tuple(taking.ids),
        rejected=(*history.rejected, *taking.rejected),
        questions=history.questions,
        notes=(*doubles, *taking.notes(), *history.notes),
    )


class _Taking:
    """Accepts report after report, and counts."""

    def __init__(
        self,
        session: Session,
        queue: TaskQueue,
        project: Project,
        actor: Actor,
        source: str,
        limits: UploadLimits,
    ) -> None:
        self._edge = session, queue, project
        self._actor, self._source, self._limits = actor, source, limits
        self.accepted = self.duplicates = self.otherwise = 0
        self.ids: list[str] = []
        self.rejected: list[Rejected] = []

    def notes(self) -> Iterator[str]:
        if self.otherwise:
            yield (
                f"{self.otherwise} reports were imported before and would be read otherwise now; "
                "they stay as they are."
            )

    def take(self, document: Document, places: tuple[str, ...]) -> None:
        """Accept a report; where single results are refused, accept the others."""
        try:
            self._accept(document)
        except ConflictError as error:
            if any(fault.pointer != "/idempotency_key" for fault in error.faults):
                self.rejected.append(_rejection(document, places, error))
            else:
                self.otherwise += 1
        except InvalidError as error:
            bad = _results_at_fault(error, places)
            kept = [one for index, one in enumerate(_results(document)) if index not in bad]
            self.rejected += bad.values() or [_rejection(document, places, error)]
            if bad and kept:
                self.take(
                    {**document, "results": kept},
                    tuple(place for index, place in enumerate(places) if index not in bad),
                )

    def _accept(self, document: Document) -> None:
        content = msgspec.json.encode(document)
        upload = Upload(content, self._actor, source=self._source)
        acceptance = accept_report(*self._edge, upload, self._limits)
        self.ids.append(str(acceptance.report.public_id))
        self.duplicates += acceptance.is_replay
        self.accepted += not acceptance.is_replay


_RESULT = "/results/"


def _results_at_fault(error: InvalidError, places: tuple[str, ...]) -> dict[int, Rejected]:
    """Return the results that a report is refused for; none where something else is wrong too."""
    found: dict[int, Rejected] = {}
    for fault in error.faults:
        number = fault.pointer.removeprefix(_RESULT).partition("/")[0]
        if not fault.pointer.startswith(_RESULT) or not number.isdecimal():
            return {}
        found.setdefault(int(number), Rejected(places[int(number)], fault.reason, fault.remedy))
    return found


def _results(document: Document) -> list[object]:
    results = document["results"]
    return results if isinstance(results, list) else []


def _doubles(session: Session, project: Project, history: ImportedHistory) -> Iterator[str]:
    """Say which commits have other results of the same suite at the same place already."""
    coming: dict[MeasuredPlace, list[str]] = {}
    for document in history.reports:
        place = MeasuredPlace(_suite(document), str(document["testbed"]), str(document["branch"]))
        commit = document["commit"]
        if isinstance(commit, Mapping):
            coming.setdefault(place, []).append(str(commit["id"]))
    keys = [str(document["idempotency_key"]) for document in history.reports]
    for place, names in measured_before(session, project.id, coming, keys).items():
        if names:
            yield (
                f"{place.suite}: {len(names)} of {len(set(coming[place]))} commits have other "
                f"results on testbed {place.testbed} already; these count as repeated runs. Where "
                "they are of another configuration, import them under another suite (--suite) or "
                "with a parameter (--param)."
            )


def _demand_one_history(session: Session, project: Project, history: ImportedHistory) -> None:
    coming: dict[str, list[Commit]] = {}
    for one in _places(history):
        if not one.branch.startswith(_PULL_REQUESTS):
            coming.setdefault(one.branch, []).append(one.commit)
    for branch, commits in coming.items():
        if stands_there(session, project.id, branch, [commit.id for commit in commits]):
            continue
        here = read_origin(session, project.id, branch)
        if here.first is not None and not here.repositories and project.repository_url:
            here = replace(here, repositories=frozenset({project.repository_url.lower()}))
        there = origin_of([one.url for one in commits], [one.time for one in commits])
        demand_one_history(branch, here, there)


def _places(history: ImportedHistory) -> Iterator[Placed]:
    """Say where reports belong; one whose commit is not well formed is refused by itself later."""
    for document in history.reports:
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(document, Placed)


def _adapter(wanted: ImportRequest) -> tuple[Adapter, str]:
    """Return the adapter that its sender names, else the one whose signs the file bears."""
    if wanted.format_name != ANY_FORMAT:
        adapter = ADAPTERS.get(wanted.format_name)
        if adapter is not None:
            return adapter, ""
        raise NotFoundError(
            f"the format “{wanted.format_name}” is not known; there are: {', '.join(ADAPTERS)}"
        )
    try:
        return recognise(wanted.document)
    except UnreadableError as error:
        raise InvalidError(
            f"the file could not be read: {error.reason}; nothing was stored",
            [Fault("", error.reason, error.remedy)],
        ) from error


def _read(adapter: Adapter, wanted: ImportRequest) -> ImportedHistory:
    options = ImportOptions(
        wanted.testbed,
        wanted.branch or "main",
        bool(wanted.branch),
        _directions(wanted.directions),
        suite=wanted.suite,
        parameters=wanted.parameters,
    )
    history = adapter.read(wanted.document, options)
    whole = next((one for one in history.rejected if not one.pointer), None)
    if whole is not None and not history.reports:
        others = ", ".join(name for name in ADAPTERS if name != adapter.name)
        read_as = f"It was read as {adapter.name}: {adapter.summary}."
        raise InvalidError(
            f"the file could not be read: {whole.reason}; nothing was stored",
            [Fault("", whole.reason, f"{whole.remedy} {read_as} Other formats: {others}.")],
        )
    if any(not report["testbed"] for report in history.reports):
        raise InvalidError(
            "the file does not say where it was measured; nothing was stored",
            [Fault("/query/testbed", "no testbed is given", "name it: --testbed NAME")],
        )
    return history


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


def _rejection(
    document: Document, places: tuple[str, ...], error: InvalidError | ConflictError
) -> Rejected:
    reasons = "; ".join(f"{fault.pointer}: {fault.reason}" for fault in error.faults)
    return Rejected(
        pointer=places[0].rpartition("/benches/")[0] if places else "",
        reason=reasons or str(error),
        remedy=error.faults[0].remedy if error.faults else "correct the file and import it again",
        rows=len(_results(document)),
    )
