"""From the rows of a tracker to reports, oldest first: one metric, one unit, one direction each."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from backend.adapters.histories.git_logs import GitLog, read_git_log
from backend.adapters.histories.rows import HistoryItems, TrackedRow, TrackedRun
from backend.adapters.history import (
    DirectionQuestion,
    Document,
    ImportedHistory,
    ImportOptions,
    Rejected,
)
from backend.adapters.loose_fields import (
    NAME_LIMIT,
    UnreadableError,
    read_link,
    read_text,
    tidy_name,
)
from backend.adapters.tools.assembly import assemble, metric_name
from backend.adapters.tools.readings import Reading
from backend.domain.catalogue.directions import likely_direction
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import variant_key
from backend.domain.catalogue.units import are_same, parse_unit

MOST_RESULTS = 5_000
"""Of one report: a larger run becomes several."""
_NEVER = datetime.max.replace(tzinfo=UTC)
_UNKNOWN = BetterDirection.UNKNOWN
RunKey = tuple[str, str, str, str, str]


@dataclass(slots=True)
class _Run:
    """A run and what was read of it so far."""

    of: TrackedRun
    suite: str
    testbed: str
    branch: str
    order: int
    readings: list[Reading] = field(default_factory=list)
    bands: dict[tuple[str, bytes, str], str] = field(default_factory=dict)


@dataclass(slots=True)
class _Metric:
    """A metric of a suite over the whole history."""

    unit: str
    unit_text: str
    direction: BetterDirection | None = None
    benchmarks: dict[str, None] = field(default_factory=dict)


def assemble_history(
    name: str, items: HistoryItems, options: ImportOptions, git_log: bytes
) -> ImportedHistory:
    """Return the reports of a history and an account of the rest; none while something is asked."""
    assembler = _HistoryAssembler(name, options, read_git_log(git_log))
    for item in items:
        assembler.take(item)
    return assembler.history()


class _HistoryAssembler:
    def __init__(self, name: str, options: ImportOptions, log: GitLog) -> None:
        self._name, self._options, self._log = name, options, log
        self._runs: dict[RunKey, _Run] = {}
        self._metrics: dict[tuple[str, str], _Metric] = {}
        self._rejected: list[Rejected] = []
        self._notes: dict[str, None] = {}
        self._taken = 0

    def take(self, item: TrackedRow | Rejected | str) -> None:
        if isinstance(item, str):
            self._notes[item] = None
        elif isinstance(item, Rejected):
            self._reject(item.pointer, UnreadableError(item.reason, item.remedy), item.rows)
        else:
            try:
                self._add(item)
            except UnreadableError as fault:
                self._reject(item.reading.place, fault, 1)

    def _reject(self, place: str, fault: UnreadableError, rows: int) -> None:
        self._rejected.append(
            Rejected(_sendable(place), _sendable(fault.reason), fault.remedy, rows)
        )

    def _add(self, row: TrackedRow) -> None:
        run = self._run(row.run)
        if self._options.suites is not None and run.suite not in self._options.suites:
            return
        name = self._metric(run.suite, row.reading)
        reading = row.reading
        parameters = {
            _sendable(key): _sendable(said) if isinstance(said, str) else said
            for key, said in {**reading.parameters, **self._options.parameters}.items()
        }
        place, failure = _sendable(reading.place), _sendable(reading.failure)
        run.readings.append(
            replace(reading, metric=name, parameters=parameters, failure=failure, place=place)
        )
        if row.band:
            run.bands[reading.benchmark, variant_key(parameters), name] = row.band
        self._taken += 1

    def _run(self, of: TrackedRun) -> _Run:
        given = self._options
        suite = tidy_name(of.suite or given.suite or self._name, "suite", NAME_LIMIT)
        testbed = of.testbed or given.testbed or of.else_testbed
        branch = of.branch or given.branch
        key = (suite, of.commit.id, testbed, branch, of.key)
        known = self._runs.get(key)
        if known is None:
            if not of.commit.id.strip():
                raise UnreadableError("the run names no commit", "Give the commit of each run.")
            tidy_name(of.commit.id, "commit", NAME_LIMIT)
            testbed = tidy_name(testbed, "testbed", NAME_LIMIT) if testbed else ""
            branch = tidy_name(branch, "branch", NAME_LIMIT)
            known = _Run(of, suite, testbed, branch, len(self._runs))
            self._runs[key] = known
        return known

    def _metric(self, suite: str, reading: Reading) -> str:
        """Return the metric of a reading: in one suite a name has one unit and one direction."""
        if reading.failure:
            return reading.metric
        unit = parse_unit(reading.unit or "1")
        if unit is None:
            raise UnreadableError(
                f"{reading.unit[:40]!r} is not a unit", "Use a unit such as ns, MB or ops/s."
            )
        name = _sendable(reading.metric) or metric_name(unit, reading.unit)
        said = reading.direction or likely_direction(name, unit.base)
        known = self._known(suite, name, unit.base, reading.unit)
        if not are_same(known.unit, unit.base):
            name = f"{name}_{metric_name(unit, reading.unit)}"
            known = self._known(suite, name, unit.base, reading.unit)
        if None not in {said, known.direction} and said is not known.direction:
            name = f"{name}_{said}"
            known = self._known(suite, name, unit.base, reading.unit)
        known.direction = known.direction or said
        known.benchmarks.setdefault(reading.benchmark)
        return name

    def _known(self, suite: str, name: str, unit: str, text: str) -> "_Metric":
        return self._metrics.setdefault((suite, name), _Metric(unit, text))

    def history(self) -> ImportedHistory:
        directions = {key: self._direction(key, one) for key, one in self._metrics.items()}
        questions = tuple(self._questions(directions))
        in_order = sorted(self._runs.values(), key=self._place)
        self._rename_an_only_branch()
        made = [one for run in in_order for one in self._reports(run, directions)]
        return ImportedHistory(
            reports=() if questions else tuple(report for report, _ in made),
            places=() if questions else tuple(places for _, places in made),
            rejected=tuple(self._rejected),
            questions=questions,
            rows=self._taken + sum(one.rows for one in self._rejected),
            taken=self._taken,
            notes=(*self._notes, *self._unused_answers()),
        )

    def _place(self, run: _Run) -> tuple[datetime, datetime, int]:
        logged = self._log.find(run.of.commit.id)
        time = logged.time if logged else run.of.commit.time
        measured = run.of.measured_at or _NEVER
        return time or measured, measured, run.order

    def _rename_an_only_branch(self) -> None:
        """Take the sender's name for the branch of a file that holds one."""
        branches = {run.branch for run in self._runs.values() if run.of.pull_request is None}
        wanted = self._options.branch
        if len(branches) == 1 and self._options.is_branch_given and branches != {wanted}:
            for run in self._runs.values():
                run.branch = wanted

    def _direction(self, key: tuple[str, str], metric: _Metric) -> BetterDirection | None:
        answers = self._options.directions
        return next(
            (answers[one] for one in self._keys(*key, metric) if one in answers), metric.direction
        )

    def _keys(self, suite: str, name: str, metric: _Metric) -> tuple[str, ...]:
        own = dict.fromkeys((name, metric.unit_text, metric.unit))
        return (*(f"{suite}|{one}" for one in own), *(f"*|{one}" for one in own), *own)

    def _questions(
        self, directions: Mapping[tuple[str, str], BetterDirection | None]
    ) -> Iterator[DirectionQuestion]:
        """Ask once for all suites in which a metric of one name is open."""
        asked: dict[str, list[str]] = {}
        for (suite, name), direction in directions.items():
            if direction is None:
                asked.setdefault(name, []).append(suite)
        for name, suites in asked.items():
            found = [self._metrics[suite, name] for suite in suites]
            benchmarks = dict.fromkeys(one for metric in found for one in metric.benchmarks)
            unit = found[0].unit_text or found[0].unit
            yield DirectionQuestion(
                key=f"*|{name}",
                suite=", ".join(suites),
                unit=unit if unit == name else f"{name} ({unit})",
                tool="",
                benchmarks=tuple(benchmarks),
                reason="neither the file nor the unit says it",
            )

    def _unused_answers(self) -> Iterator[str]:
        fitting = {one for key, metric in self._metrics.items() for one in self._keys(*key, metric)}
        for key in sorted(self._options.directions.keys() - fitting):
            yield f"No row fits the direction given for {key!r}."

    def _reports(
        self, run: _Run, directions: Mapping[tuple[str, str], BetterDirection | None]
    ) -> Iterator[tuple[Document, tuple[str, ...]]]:
        of_suite = {
            name: said or _UNKNOWN for (suite, name), said in directions.items()
            if suite == run.suite
        }  # fmt: skip
        parts = [
            run.readings[at : at + MOST_RESULTS] for at in range(0, len(run.readings), MOST_RESULTS)
        ]
        for number, readings in enumerate(parts):
            made = assemble(run.suite, (("", one) for one in readings), of_suite)
            self._rejected += made.rejected
            self._taken -= sum(one.rows for one in made.rejected)
            for note in made.notes:
                self._notes[note] = None
            if not made.results:
                continue
            for result in made.results:
                _name_band(result, run.bands)
            yield (
                self._report(run, number, made.metrics, made.results),
                _places(readings, made.results),
            )

    def _report(
        self, run: _Run, part: int, metrics: dict[str, Document], results: list[Document]
    ) -> Document:
        of, options = run.of, self._options
        measured = {"started_at": of.measured_at.isoformat()} if of.measured_at else {}
        named = (run.suite, of.commit.id, run.testbed, run.branch, of.key)
        place = [self._name, *map(_sendable, named), part]
        given = [options.suite, dict(options.parameters)]
        content = msgspec.json.encode([place, given, results], order="deterministic")
        report: Document = {
            "version": 1,
            "idempotency_key": f"{self._name}-{hashlib.sha256(content).hexdigest()[:40]}",
            "suite": {"name": run.suite},
            "commit": self._commit(run),
            "branch": run.branch,
            "testbed": run.testbed,
            "environment": {"imported_from": self._name, **_facts(of.environment)},
            "run": {**measured, "trigger": "import"},
            "tags": {},
            "metrics": metrics,
            "results": results,
        }
        if of.pull_request is not None:
            report["pull_request"] = {"number": of.pull_request}
            report["branch"] = f"pull/{of.pull_request}"
        return report

    def _commit(self, run: _Run) -> Document:
        commit = run.of.commit
        logged = self._log.find(commit.id)
        time = logged.time if logged else commit.time
        link = read_link(commit.url)
        return {
            "id": logged.id if logged else tidy_name(commit.id, "commit", NAME_LIMIT),
            **({"time": time.isoformat()} if time else {}),
            "subject": read_text(commit.subject),
            "author": {"name": read_text(commit.author)},
            "parents": [
                parent
                for one in (logged.parents if logged else commit.parents)
                if (parent := read_text(one))
            ],
            **({"url": link} if link else {}),
        }


def _sendable(text: str) -> str:
    """Return a text without halves of characters, which no answer can hold."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _facts(environment: Mapping[str, str]) -> Document:
    facts = {read_text(name): read_text(said) for name, said in environment.items()}
    return {name: said for name, said in facts.items() if name and said}


def _name_band(result: Document, bands: Mapping[tuple[str, bytes, str], str]) -> None:
    summary = result.get("summary")
    if bands and isinstance(summary, dict) and "low" in summary:
        band = bands.get(_identity(result))
        if band:
            summary["spread"] = band


def _identity(result: Document) -> tuple[str, bytes, str]:
    parameters = result["parameters"]
    return (
        str(result["benchmark"]),
        variant_key(parameters if isinstance(parameters, dict) else {}),
        str(result.get("metric", "")),
    )


def _places(readings: list[Reading], results: list[Document]) -> tuple[str, ...]:
    """Return where each result stands: the first reading of it."""
    known: dict[tuple[str, bytes, str], str] = {}
    for one in readings:
        known.setdefault((one.benchmark, variant_key(one.parameters), one.metric), one.place)
    return tuple(known.get(_identity(one), "") for one in results)
