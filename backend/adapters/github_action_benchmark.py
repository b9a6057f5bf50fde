"""Histories that github-action-benchmark keeps in `data.js`: one report per suite entry."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from backend.adapters.github_action_directions import Directions, Metrics
from backend.adapters.github_action_document import SHAPE, suites_of
from backend.adapters.github_action_rows import ActionRow, read_row
from backend.adapters.github_action_tools import tool_named
from backend.adapters.histories.files import only_file
from backend.adapters.histories.git_logs import GitLog, placed_by
from backend.adapters.history import Document, ImportedHistory, ImportOptions, Rejected
from backend.adapters.loose_fields import (
    LONGEST_BENCHMARK,
    NAME_LIMIT,
    UnreadableError,
    as_object,
    read_link,
    read_name,
    read_text,
    read_time,
    tidy_name,
)
from backend.domain.catalogue.parameters import Scalar, variant_key

NAME = "github-action-benchmark"
_PULL_REQUEST = re.compile(r"^(https?://[^?#]+/pull/(\d{1,9}))/commits/")


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """Where and when an entry belongs."""

    commit: Document
    measured_at: datetime | None
    sort_time: datetime
    pull_request: Document | None


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """One element of a suite's list, read."""

    pointer: str
    suite: str
    tool: str
    place: EntryPlace
    raw: Mapping[str, object]
    rows: list[tuple[str, ActionRow]] = field(default_factory=list)


class GithubActionBenchmark:
    """The adapter: reads the script file as published, or the JSON in it."""

    name = NAME
    summary = "data.js of github-action-benchmark, with the history of all its suites"

    def read(self, document: bytes, options: ImportOptions) -> ImportedHistory:
        try:
            script, log = only_file(document)
            suites = suites_of(script)
        except UnreadableError as fault:
            return ImportedHistory(rejected=(Rejected("", fault.reason, fault.remedy, 0),))
        return _FilePass(options, log).history(suites)


def _escaped(name: str) -> str:
    printable = name.encode(errors="replace").decode()
    return printable.replace("~", "~0").replace("/", "~1")


class _FilePass:
    """One pass over a file; collects what was taken and what was not."""

    def __init__(self, options: ImportOptions, log: GitLog) -> None:
        self._options, self._log = options, log
        self._rejected: list[Rejected] = []
        self._seen_keys: dict[str, str] = {}
        self._row_count = 0
        self._taken = 0
        self._tidied = 0
        self._suite_count = 0

    def history(self, suites: Mapping[str, object]) -> ImportedHistory:
        self._suite_count = len(suites)
        entries = [entry for name, raw in suites.items() for entry in self._suite(name, raw)]
        directions = Directions(self._options.directions)
        for entry in entries:
            directions.note(entry.suite, entry.tool, [row for _, row in entry.rows])
        questions = directions.questions()
        metrics = Metrics(directions)
        in_order = sorted(entries, key=lambda entry: entry.place.sort_time)
        made = [one for entry in in_order if (one := self._report(entry, metrics))]
        missing = (self._options.suites or frozenset()) - suites.keys()
        return ImportedHistory(
            reports=() if questions else tuple(report for report, _ in made),
            places=() if questions else tuple(places for _, places in made),
            rejected=tuple(self._rejected),
            questions=questions,
            rows=self._row_count,
            taken=self._taken,
            notes=(
                *(f"The file has no suite {name!r}." for name in sorted(missing)),
                *directions.unused(),
                *_notes(entries),
                *self._name_notes(suites),
            ),
        )

    def _name_notes(self, suites: Mapping[str, object]) -> Iterator[str]:
        if self._tidied:
            yield (
                "Names with line breaks, tabs or more than "
                f"{LONGEST_BENCHMARK} characters, written on one line: {self._tidied}."
            )
        if self._options.suite and len(suites) > 1:
            yield f"The suites are named “{self._options.suite}: …”, since the file has several."

    def _reject(self, pointer: str, fault: UnreadableError, rows: int = 1) -> None:
        self._rejected.append(Rejected(pointer, fault.reason, fault.remedy, rows))

    def _suite(self, name: str, raw: object) -> Iterator[ActionEntry]:
        if self._options.suites is not None and name not in self._options.suites:
            return
        pointer = f"/entries/{_escaped(name)}"
        if not isinstance(raw, list):
            self._reject(pointer, UnreadableError("the suite is not a list of entries", SHAPE), 0)
            return
        for index, entry in enumerate(raw):
            yield from self._entry(name, f"{pointer}/{index}", entry)

    def _entry(self, suite: str, pointer: str, raw: object) -> Iterator[ActionEntry]:
        fields = as_object(raw)
        rows = _benches(fields)
        self._row_count += len(rows)
        try:
            name = tidy_name(suite, "suite name", NAME_LIMIT)
            place = _place(fields, rows)
            self._refuse_a_repetition(name, pointer, fields)
        except UnreadableError as fault:
            self._reject(pointer, fault, len(rows))
            return
        entry = ActionEntry(pointer, name, read_text(fields.get("tool")), place, fields)
        entry.rows.extend(self._rows(entry, rows))
        yield entry

    def _refuse_a_repetition(self, suite: str, pointer: str, fields: Document) -> None:
        key = _idempotency_key(self._options, suite, fields)
        first = self._seen_keys.setdefault(key, pointer)
        if first != pointer:
            raise UnreadableError(
                f"the entry repeats {first}: same commit, date and rows",
                "Nothing to do: it is taken once.",
            )

    def _rows(self, entry: ActionEntry, rows: list[object]) -> Iterator[tuple[str, ActionRow]]:
        for index, raw in enumerate(rows):
            pointer = f"{entry.pointer}/benches/{index}"
            try:
                read = read_row(entry.tool, raw)
            except UnreadableError as fault:
                self._reject(pointer, fault)
                continue
            self._tidied += _is_tidied(raw)
            yield from ((pointer, row) for row in read)

    def _report(
        self, entry: ActionEntry, metrics: Metrics
    ) -> tuple[Document, tuple[str, ...]] | None:
        declared, results, places = self._results(entry, metrics)
        if not results:
            return None
        place, options = entry.place, self._options
        run = {"started_at": place.measured_at.isoformat()} if place.measured_at else {}
        report: Document = {
            "version": 1,
            "idempotency_key": _idempotency_key(options, entry.suite, entry.raw),
            "suite": {"name": self._suite_name(entry.suite)},
            "commit": placed_by(self._log, place.commit),
            "branch": options.branch,
            "testbed": options.testbed,
            "environment": _environment(entry),
            "run": {**run, "trigger": "import"},
            "tags": _tags(entry),
            "metrics": declared,
            "results": results,
        }
        if place.pull_request is not None:
            report["pull_request"] = place.pull_request
            report["branch"] = f"pull/{place.pull_request['number']}"
        return report, places

    def _suite_name(self, of_file: str) -> str:
        wanted = self._options.suite
        if not wanted:
            return of_file
        return wanted if self._suite_count == 1 else f"{wanted}: {of_file}"

    def _results(
        self, entry: ActionEntry, metrics: Metrics
    ) -> tuple[Document, list[Document], tuple[str, ...]]:
        declared: Document = {}
        results: dict[Identity, Document] = {}
        places: dict[Identity, str] = {}
        may_repeat = tool_named(entry.tool).repeats
        for pointer, row in _without_echoes(entry.rows):
            if row is None:
                self._taken += 1
                continue
            try:
                name, declaration = metrics.declared(entry.suite, entry.tool, row)
                own = {**row.parameters, **self._options.parameters}
                identity = (row.benchmark, variant_key(own), name)
                _add(results, identity, row, own, may_repeat=may_repeat)
            except UnreadableError as fault:
                if not row.is_further:
                    self._reject(pointer, fault)
                continue
            declared[name] = declaration
            places.setdefault(identity, pointer)
            self._taken += not row.is_further
        return declared, list(results.values()), tuple(places.values())


def _is_tidied(raw: object) -> bool:
    name = as_object(raw).get("name")
    return isinstance(name, str) and tidy_name(name, "name") != " ".join(name.split(" ")).strip()


Identity = tuple[str, bytes, str]


def _without_echoes(
    rows: list[tuple[str, ActionRow]],
) -> Iterator[tuple[str, ActionRow | None]]:
    """Yield rows, what stands by itself first; None in place of one that another row says too."""
    said: Counter[tuple[str, bytes, str, float]] = Counter()
    variants: dict[str, list[dict[str, Scalar]]] = {}
    for _, row in rows:
        known = variants.setdefault(row.benchmark, [])
        if not row.is_echo and row.parameters not in known:
            known.append(row.parameters)
    for pointer, given in sorted(rows, key=lambda pair: (pair[1].is_echo, pair[1].is_further)):
        row, known = given, variants[given.benchmark]
        if row.is_echo and not row.parameters and len(known) == 1:
            row = replace(row, parameters=known[0])
        key = (row.benchmark, variant_key(row.parameters), row.quantity.unit_text, row.number)
        if row.is_echo and said[key]:
            said[key] -= 1
            yield pointer, None
            continue
        said[key] += not row.is_echo
        yield pointer, row


def _add(
    results: dict[Identity, Document],
    identity: Identity,
    row: ActionRow,
    parameters: Mapping[str, Scalar],
    *,
    may_repeat: bool,
) -> None:
    before = results.get(identity)
    head = {"benchmark": row.benchmark, "parameters": parameters, "metric": identity[2]}
    values = row.values()
    if before is None:
        told = {"samples": values} if row.samples else {"summary": row.summary()}
        results[identity] = {**head, **told}
        return
    if not may_repeat:
        raise UnreadableError(
            f"{row.benchmark[:80]!r} is in this entry before, with the same quantity",
            "Give the benchmarks of one entry different names.",
        )
    earlier = before.get("samples") or [as_object(before["summary"])["value"]]
    samples = earlier if isinstance(earlier, list) else []
    results[identity] = {**head, "samples": [*samples, *values]}


def _benches(fields: Document) -> list[object]:
    benches = fields.get("benches")
    return benches if isinstance(benches, list) else []


def _place(fields: Document, rows: list[object]) -> EntryPlace:
    if not rows:
        raise UnreadableError("the entry has no list “benches” with rows in it", SHAPE)
    commit = as_object(fields.get("commit"))
    commit_id = read_name(commit.get("id"), "commit id")
    measured_at = read_time(fields.get("date"))
    committed_at = read_time(commit.get("timestamp")) or measured_at
    if committed_at is None:
        raise UnreadableError(
            "neither commit.timestamp nor date says when this was", "Give one of the two."
        )
    link = read_link(commit.get("url"))
    described: Document = {
        "id": commit_id,
        "time": committed_at.isoformat(),
        "subject": read_text(commit.get("message")),
        "author": _author(commit),
    }
    return EntryPlace(
        {**described, "url": link} if link else described,
        measured_at,
        measured_at or committed_at,
        _pull_request(link),
    )


def _author(commit: Document) -> dict[str, str]:
    person = as_object(commit.get("author")) or as_object(commit.get("committer"))
    name = read_text(person.get("name")) or read_text(person.get("username"))
    return {"name": name, "email": read_text(person.get("email"))}


def _pull_request(link: str) -> Document | None:
    """Tell by the address: the action writes this form only for a run on a pull request."""
    match = _PULL_REQUEST.match(link)
    if match is None or int(match[2]) < 1:
        return None
    return {"number": int(match[2]), "url": match[1]}


def _idempotency_key(options: ImportOptions, suite: str, fields: Mapping[str, object]) -> str:
    commit = as_object(fields.get("commit")).get("id")
    parts = [options.testbed, options.branch, suite, commit, fields.get("date")]
    given = [options.suite, dict(options.parameters)] if options.suite or options.parameters else []
    content = json.dumps([*parts, fields.get("benches"), *given], sort_keys=True)
    return f"gab-{hashlib.sha256(content.encode()).hexdigest()[:40]}"


def _environment(entry: ActionEntry) -> dict[str, str]:
    known = {"imported_from": NAME, "tool": entry.tool}
    if any("low" in row.spread or "sd" in row.spread for _, row in entry.rows):
        known["range_means"] = tool_named(entry.tool).range_means
    return known


def _tags(entry: ActionEntry) -> dict[str, str]:
    tree = read_text(as_object(entry.raw.get("commit")).get("tree_id"))
    return {"tree": tree} if tree else {}


def _notes(entries: list[ActionEntry]) -> Iterator[str]:
    yield from _range_notes(entries)
    of_pull_requests = sum(entry.place.pull_request is not None for entry in entries)
    if of_pull_requests:
        yield f"Entries of pull requests, on branches pull/<number>: {of_pull_requests}."
    undated = sum(entry.place.measured_at is None for entry in entries)
    if undated:
        yield f"Entries without a date, placed by the time of their commit: {undated}."


def _range_notes(entries: list[ActionEntry]) -> Iterator[str]:
    taken: Counter[tuple[str, str]] = Counter()
    left: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        for _, row in entry.rows:
            taken[entry.suite, entry.tool] += bool(row.spread)
            left[entry.suite, entry.tool] += row.has_unread_range
    for (suite, tool), count in taken.items():
        if count:
            yield f"{suite}: ranges are read as {tool_named(tool).range_means}."
        if left[suite, tool]:
            yield f"{suite}: ranges left out: {left[suite, tool]}, {_why_left(tool)}."


def _why_left(tool: str) -> str:
    known = tool_named(tool)
    return (
        known.range_means if known.range_kind == "unstated" else "which do not say what they mean"
    )
