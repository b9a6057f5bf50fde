"""What an adapter for another tracker's history takes and gives back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

Document = dict[str, object]


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the file cannot know: where it was measured, and which way is better.

    `directions` maps "suite|unit", or the stronger "suite|unit|benchmark", to a direction; "*|unit"
    and "unit" stand for all suites. `suites` limits the import to the suites named; None takes all
    of them. `suite` is their name here, where it is not that of the file; `parameters` are added
    to those of each benchmark.
    """

    testbed: str
    branch: str = "main"
    is_branch_given: bool = False
    """Its sender names the branch: a file that holds one branch goes there."""
    directions: Mapping[str, BetterDirection] = field(default_factory=dict)
    suites: frozenset[str] | None = None
    suite: str = ""
    parameters: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A part of the file that could not be taken.

    `pointer` is a JSON pointer into the file, "" for the whole of it; `rows` says how many rows
    of the file are left out because of this one fault.
    """

    pointer: str
    reason: str
    remedy: str
    rows: int = 1


@dataclass(frozen=True, slots=True)
class DirectionQuestion:
    """A suite and unit for which the file does not say whether lower or higher is better.

    One question for all suites that it concerns: then its key begins with "*".
    """

    key: str
    suite: str
    unit: str
    tool: str
    benchmarks: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ImportedHistory:
    """Report documents, oldest first, and a full account of the rest of the file.

    There are no reports while a question is open. Every row is accounted for:
    `taken` plus the rows of all `rejected` equals `rows`.
    """

    reports: tuple[Document, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()
    """Of each report, where in the file each of its results stands."""
    rejected: tuple[Rejected, ...] = ()
    questions: tuple[DirectionQuestion, ...] = ()
    rows: int = 0
    taken: int = 0
    notes: tuple[str, ...] = ()


class Adapter(Protocol):
    """Reads one foreign format. Bad input ends up in `rejected`; it never raises."""

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    def read(self, document: bytes, options: ImportOptions) -> ImportedHistory: ...


@dataclass(slots=True)
class HistoryPart:
    """What a history holds of one suite, testbed and branch; pull requests are one branch."""

    suite: str
    testbed: str
    branch: str
    commits: set[str] = field(default_factory=set)
    reports: int = 0
    results: int = 0
    first: datetime | None = None
    last: datetime | None = None

    def add(self, commit: Mapping[str, object], results: int) -> None:
        """Count one report."""
        self.commits.add(str(commit["id"]))
        self.reports += 1
        self.results += results
        time = commit.get("time")
        if isinstance(time, str):
            moment = datetime.fromisoformat(time)
            self.first = min(self.first or moment, moment)
            self.last = max(self.last or moment, moment)


def parts_of(reports: Iterable[Document]) -> tuple[HistoryPart, ...]:
    """Count reports by suite, testbed and branch, in the order in which they first come."""
    found: dict[tuple[str, str, str], HistoryPart] = {}
    for report in reports:
        suite, commit, results = report["suite"], report["commit"], report["results"]
        if isinstance(suite, Mapping) and isinstance(commit, Mapping) and isinstance(results, list):
            is_pull = "pull_request" in report
            branch = "pull/…" if is_pull else str(report["branch"])
            key = str(suite["name"]), str(report["testbed"]), branch
            found.setdefault(key, HistoryPart(*key)).add(commit, len(results))
    return tuple(found.values())
