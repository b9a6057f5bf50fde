"""Result trees of airspeed velocity: `results/<machine>/<commit>-<environment>.json`."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import PurePosixPath
from typing import Any

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    INTERVAL_99,
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.readings import (
    Reading,
    has_keys,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_PROJECT = re.compile(r'^\s*+"project"\s*+:\s*+"([^"]{1,200})"', re.MULTILINE)
MACHINE_FACTS = ("machine", "arch", "cpu", "num_cpu", "os", "ram")
_MOST_COMBINATIONS = 100_000
_KINDS = (
    ("timeraw_", "seconds"), ("time_", "seconds"), ("peakmem_", "bytes"), ("mem_", "bytes"),
)  # fmt: skip
_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,14})")
_MARK = 8
_OTHERS = {"benchmarks.json", "machine.json", "asv.conf.json"}


@dataclass(frozen=True, slots=True)
class _Tree:
    """What the whole tree says of its benchmarks."""

    suite: str
    benchmarks: Mapping[str, Any]
    versions: Mapping[str, str]
    """The version of each benchmark that is its newest."""


@dataclass(slots=True)
class _Entry:
    """The columns of one benchmark in one file."""

    name: str
    place: str
    columns: Mapping[str, Any]
    skipped: int = 0
    parameters: dict[str, Scalar] = field(default_factory=dict)


def _sign(files: TrackerFiles) -> str:
    is_here = any(has_keys(one, "commit_hash", "results") for _, one in files.documents)
    return "files with commit_hash and results, as asv keeps them" if is_here else ""


def _rows(files: TrackerFiles) -> HistoryItems:
    found = [
        (place, document)
        for place, document in files.documents
        if has_keys(document, "commit_hash", "results")
    ]
    tree = _tree(files, [document for _, document in found])
    others: Counter[str] = Counter()
    for place, document in found:
        run = _run(document, tree.suite)
        for entry in _entries(document, f"{place}/results"):
            yield from _results(entry, run, document, tree, others)
    if others:
        yield (
            f"Results of earlier versions of their benchmark, kept apart by the parameter "
            f"“version”: {others.total()}, of {len(others)} benchmarks."
        )


def _tree(files: TrackerFiles, documents: list[Any]) -> _Tree:
    suite = ""
    benchmarks: dict[str, Any] = {}
    for name in files.names:
        base = PurePosixPath(name).name
        if base == "asv.conf.json" and (found := _PROJECT.search(files.head(name))):
            suite = found[1]
        if base == "benchmarks.json":
            benchmarks = {**of_object(files.json(name)), **benchmarks}
    newest: dict[str, tuple[float, str]] = {}
    for document in documents:
        moment = optional(document.get("date")) or 0.0
        for entry in _entries(document, ""):
            version = text_of(entry.columns.get("version"))
            if version and moment >= newest.get(entry.name, (-1.0, ""))[0]:
                newest[entry.name] = (moment, version)
    declared = {name: text_of(of_object(one).get("version")) for name, one in benchmarks.items()}
    versions = {name: declared.get(name) or version for name, (_, version) in newest.items()}
    return _Tree(suite, benchmarks, versions)


def _run(document: Mapping[str, Any], suite: str) -> TrackedRun:
    facts = {name: str(text) for name, text in of_object(document.get("params")).items()}
    environment = {name: facts[name] for name in MACHINE_FACTS if facts.get(name)}
    started = [
        time
        for entry in _entries(document, "")
        if (time := optional(entry.columns.get("started_at"))) is not None
    ]
    return TrackedRun(
        TrackedCommit(text_of(document.get("commit_hash")), read_time(document.get("date"))),
        key=text_of(document.get("env_name")),
        suite=suite,
        testbed=facts.get("machine", ""),
        measured_at=read_time(min(started)) if started else None,
        environment=environment,
    )


def _entries(document: Mapping[str, Any], place: str) -> Iterator[_Entry]:
    """Yield the results of each benchmark by column, in all three layouts that asv has had."""
    names = [str(one) for one in of_list(document.get("result_columns"))]
    versions = of_object(document.get("benchmark_version"))
    started = of_object(document.get("started_at"))
    for name, raw in of_object(document.get("results")).items():
        if isinstance(raw, list) and names:
            columns = dict(zip(names, raw, strict=False))
        elif isinstance(raw, dict):
            columns = {"version": versions.get(name), "started_at": started.get(name), **raw}
        else:
            columns = {"version": versions.get(name), "result": [raw]}
        yield _Entry(str(name), f"{place}/{name}", columns)


def _results(
    entry: _Entry,
    run: TrackedRun,
    document: Mapping[str, Any],
    tree: _Tree,
    others: "Counter[str]",
) -> HistoryItems:
    try:
        combinations = combinations_of(
            of_list(entry.columns.get("params")),
            of_object(tree.benchmarks.get(entry.name)),
        )
    except UnreadableError as fault:
        yield rejected(entry.place, fault)
        return
    own = _environment(document)
    version = text_of(entry.columns.get("version"))
    if version and version != tree.versions.get(entry.name, version):
        own["version"] = version[:_MARK]
        others[entry.name] += 1
    unit = unit_of(entry.name, of_object(tree.benchmarks.get(entry.name)))
    for index, parameters in enumerate(combinations):
        try:
            yield from _result(entry, index, run, {**own, **parameters}, unit)
        except UnreadableError as fault:
            yield rejected(f"{entry.place}/{index}", fault)
    if entry.skipped:
        yield Rejected(
            entry.place, "the benchmark skipped itself (NaN)", "Nothing to do.", entry.skipped
        )


def _result(
    entry: _Entry, index: int, run: TrackedRun, parameters: dict[str, Scalar], unit: str
) -> HistoryItems:
    results, place = entry.columns.get("result"), f"{entry.place}/{index}"
    raw = results[index] if isinstance(results, list) and index < len(results) else None
    if isinstance(raw, float) and math.isnan(raw):
        entry.skipped += 1
        return
    if raw is None:
        why = "asv has no result: the benchmark failed"
        yield TrackedRow(run, Reading(entry.name, parameters=parameters, failure=why, place=place))
        return
    samples = numbers(_at(entry.columns.get("samples"), index))
    low, high = _bounds(entry.columns, index)
    yield TrackedRow(
        run,
        Reading(
            entry.name, unit, None if samples else read_number(raw), "", parameters, samples,
            None if samples else low, None if samples else high,
            n=None if samples else whole(_statistic(entry.columns, "repeat", index)), place=place,
        ),
        INTERVAL_99,
    )  # fmt: skip


def _at(column: object, index: int) -> object:
    return column[index] if isinstance(column, list) and index < len(column) else None


def _statistic(columns: Mapping[str, Any], name: str, index: int) -> object:
    """Return a statistic of one combination; older files keep an object for each."""
    older = of_object(_at(columns.get("stats"), index))
    return older.get(name) if older else _at(columns.get(f"stats_{name}"), index)


def _bounds(columns: Mapping[str, Any], index: int) -> tuple[float | None, float | None]:
    older = of_list(_statistic(columns, "ci_99", index))
    pair = older or [_statistic(columns, "ci_99_a", index), _statistic(columns, "ci_99_b", index)]
    low, high = (optional(one) for one in (*pair, None, None)[:2])
    return (low, high) if low is not None and high is not None else (None, None)


def combinations_of(params: list[Any], known: Mapping[str, Any]) -> list[dict[str, Scalar]]:
    """Return the parameters of each result, in asv's order: the last one changes first."""
    lists = [of_list(one) for one in params]
    count = math.prod(len(one) for one in lists)
    if count > _MOST_COMBINATIONS:
        raise UnreadableError(f"it has {count} combinations of parameters", "Leave some out.")
    names = [str(one) for one in of_list(known.get("param_names"))]
    names += [f"param{number + 1}" for number in range(len(names), len(lists))]
    return [
        {name: _value(text) for name, text in zip(names, chosen, strict=False)}
        for chosen in product(*lists)
    ]


def _value(text: object) -> Scalar:
    """Read a parameter as Python wrote it: quotes go, whole numbers are numbers."""
    plain = str(text)
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "'\"":
        return plain[1:-1] or plain
    return int(plain) if _WHOLE.fullmatch(plain) else plain


def _environment(document: Mapping[str, Any]) -> dict[str, Scalar]:
    """Return what tells environments of one machine apart: Python, and what was installed."""
    python = text_of(document.get("python"))
    found: dict[str, Scalar] = {"python": python} if python else {}
    installed = {**of_object(document.get("requirements")), **of_object(document.get("env_vars"))}
    return found | {
        str(name): str(version) for name, version in installed.items() if version not in (None, "")
    }


def unit_of(name: str, known: Mapping[str, Any]) -> str:
    """Return the unit of a benchmark: as its tree says, else by how asv names its kinds."""
    said = text_of(known.get("unit"))
    if said:
        return said
    last = name.rpartition(".")[2]
    return next((unit for prefix, unit in _KINDS if last.startswith(prefix)), "1")


ASV = TrackerFormat(
    "asv",
    "airspeed velocity (asv)",
    "tar czf asv.tgz asv.conf.json results",
    _sign,
    _rows,
)
