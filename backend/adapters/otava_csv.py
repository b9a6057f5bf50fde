"""Tables as Apache Otava reads them: a row a run, with its time, and a column for each metric."""

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from backend.adapters.histories.files import only_file
from backend.adapters.histories.git_logs import GitLog, placed_by
from backend.adapters.history import (
    DirectionQuestion,
    Document,
    ImportedHistory,
    ImportOptions,
    Rejected,
)
from backend.adapters.loose_fields import NAME_LIMIT, UnreadableError, read_number, tidy_name
from backend.adapters.loose_fields import read_time as loose_time
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.reports.checks import LARGEST

NAME = "otava-csv"
_TIMES = ("time", "timestamp", "date")
_COMMITS = ("commit", "commit_id", "revision", "version")
_OTAVA_TIME = "%Y.%m.%d %H:%M:%S %z"
_SHAPE = "The first line names the columns: time, commit (or neither), and one for each metric."


class OtavaCsv:
    """The adapter: every column of numbers is a metric, other columns are tags of the run."""

    name = NAME
    summary = "a table with a column time or commit and one for each metric, as Apache Otava reads"

    def read(self, document: bytes, options: ImportOptions) -> ImportedHistory:
        try:
            content, log = only_file(document)
            table = _table(content)
        except UnreadableError as fault:
            return ImportedHistory(rejected=(Rejected("", fault.reason, fault.remedy, 0),))
        return _Pass(table, options, log).history()


@dataclass(frozen=True, slots=True)
class _OtavaTable:
    """The columns of a file by what they say, and its rows with their lines."""

    time: str
    commit: str
    branch: str
    metrics: tuple[str, ...]
    tags: tuple[str, ...]
    rows: tuple[tuple[int, Mapping[str, str]], ...]


def _table(content: bytes) -> _OtavaTable:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"byte {error.start} is not UTF-8", "Save the file as UTF-8."
        ) from error
    head = text[:10_000].splitlines()[:1] or [""]
    separator = max(",;\t", key=head[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        lines = [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise UnreadableError(f"this is no table: {error}", _SHAPE) from error
    names = [name.strip() for name in lines[0][1]] if lines else []
    rows = tuple((at, dict(zip(names, cells, strict=False))) for at, cells in lines[1:])
    return _columns([name for name in names if name], rows)


def _columns(names: list[str], rows: tuple[tuple[int, Mapping[str, str]], ...]) -> _OtavaTable:
    found = {name.lower(): name for name in names}
    time = next((found[one] for one in _TIMES if one in found), "")
    commit = next((found[one] for one in _COMMITS if one in found), "")
    branch = found.get("branch", "")
    if not (time or commit) or len(set(names)) < len(names):
        raise UnreadableError("no column is called time or commit, or one comes twice", _SHAPE)
    if not rows:
        raise UnreadableError("the table has no rows", _SHAPE)
    others = [name for name in names if name not in {time, commit, branch}]
    metrics = tuple(name for name in others if _holds_numbers(name, rows))
    if not metrics:
        raise UnreadableError("no column holds numbers", _SHAPE)
    tags = tuple(name for name in others if name not in metrics)
    return _OtavaTable(time, commit, branch, metrics, tags, rows)


def _holds_numbers(name: str, rows: tuple[tuple[int, Mapping[str, str]], ...]) -> bool:
    return any(_number(row.get(name, "")) is not None for _, row in rows)


def _number(text: str) -> float | None:
    try:
        number = read_number(text)
    except UnreadableError:
        return None
    return number if abs(number) <= LARGEST else None


@dataclass(slots=True)
class _Pass:
    """One pass over a table."""

    table: _OtavaTable
    options: ImportOptions
    log: GitLog
    rejected: list[Rejected] = field(default_factory=list)
    taken: int = 0

    def history(self) -> ImportedHistory:
        table, questions = self.table, tuple(self._questions())
        made = [one for at, row in table.rows if (one := self._report(at, row)) is not None]
        made.sort(key=lambda one: one[0])
        rows = self.taken + sum(one.rows for one in self.rejected)
        return ImportedHistory(
            reports=() if questions else tuple(report for _, report, _ in made),
            places=() if questions else tuple(places for _, _, places in made),
            rejected=tuple(self.rejected),
            questions=questions,
            rows=rows,
            taken=self.taken,
        )

    @property
    def suite(self) -> str:
        return self.options.suite or NAME

    def _direction(self, metric: str) -> BetterDirection | None:
        keys = (f"{self.suite}|{metric}", f"*|{metric}", metric)
        known = self.options.directions
        return next((known[key] for key in keys if key in known), None)

    def _questions(self) -> Iterator[DirectionQuestion]:
        for metric in self.table.metrics:
            if self._direction(metric) is None:
                yield DirectionQuestion(
                    f"*|{metric}", self.suite, metric, "", (metric,), "the table does not say it"
                )

    def _report(
        self, at: int, row: Mapping[str, str]
    ) -> tuple[datetime, Document, tuple[str, ...]] | None:
        try:
            moment, commit = self._place(row)
        except UnreadableError as fault:
            count = len(self.table.metrics)
            self.rejected.append(Rejected(f"line {at}", fault.reason, fault.remedy, count))
            return None
        results = list(self._results(at, row))
        if not results:
            return None
        branch = row.get(self.table.branch, "").strip() or self.options.branch
        tags = {name: row.get(name, "").strip()[:NAME_LIMIT] for name in self.table.tags}
        content = repr((self.options.testbed, branch, self.suite, at, sorted(row.items())))
        given = repr(sorted(self.options.parameters.items())) if self.options.parameters else ""
        metrics = [str(one["metric"]) for one in results]
        report: Document = {
            "version": 1,
            "idempotency_key": f"csv-{hashlib.sha256((content + given).encode()).hexdigest()[:40]}",
            "suite": {"name": self.suite},
            "commit": placed_by(self.log, {"id": commit, "time": moment.isoformat()}),
            "branch": branch,
            "testbed": self.options.testbed,
            "environment": {"imported_from": NAME},
            "run": {"started_at": moment.isoformat(), "trigger": "import"},
            "tags": {name: said for name, said in tags.items() if said},
            "metrics": {name: self._declared(name) for name in metrics},
            "results": results,
        }
        return moment, report, tuple(f"line {at}, column {name}" for name in metrics)

    def _declared(self, metric: str) -> Document:
        direction = self._direction(metric) or BetterDirection.UNKNOWN
        return {"unit": "1", "direction": direction.value, "noise": "sampled"}

    def _results(self, at: int, row: Mapping[str, str]) -> Iterator[Document]:
        for metric in self.table.metrics:
            value = _number(row.get(metric, ""))
            if value is None:
                said = row.get(metric, "")[:40]
                self.rejected.append(
                    Rejected(
                        f"line {at}, column {metric}",
                        f"{said!r} is not a number that can be stored",
                        "Give a finite number.",
                    )
                )
                continue
            self.taken += 1
            yield {
                "benchmark": self.suite,
                "parameters": dict(self.options.parameters),
                "metric": tidy_name(metric, "metric", NAME_LIMIT),
                "summary": {"value": value},
            }

    def _place(self, row: Mapping[str, str]) -> tuple[datetime, str]:
        said = row.get(self.table.time, "").strip()
        moment = _moment(said)
        if moment is None:
            raise UnreadableError(
                f"{said[:40]!r} is no time", "Write 2024-01-31T12:00:00Z, or seconds since 1970."
            )
        commit = row.get(self.table.commit, "").strip() if self.table.commit else moment.isoformat()
        return moment, tidy_name(commit, "commit", NAME_LIMIT)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _OTAVA_TIME)  # noqa: DTZ007  the format ends in an offset
    except ValueError:
        return loose_time(text)
