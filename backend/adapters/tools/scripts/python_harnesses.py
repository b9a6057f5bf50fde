"""pytest-benchmark, pyperf and what asv prints."""

import re
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    figure,
    guarded,
    has_keys,
    number_unit,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_ASV = re.compile(r"^\[ *\d+\.\d+%\] [·-]{2,4} (?P<name>[\w.]+)\s{2,}(?P<result>\S.*)$")
_ASV_TABLE = re.compile(r"^\[ *\d+\.\d+%\] [·-]{2,4} (?P<name>[\w.]+)\s+(?:ok|\d+/\d+ failed)\s*$")

_RULES_OF_HEAD = 2
_PREFIX = 20
"""Characters of “[ 75.00%] ··· ” at most."""
_MOST_DIGITS = 15


def _pytest_sign(file: ToolText) -> str:
    rows = of_list(file.json.get("benchmarks")) if has_keys(file.json, "benchmarks") else []
    is_here = any(has_keys(row, "stats", "fullname") for row in rows) or (
        has_keys(file.json, "machine_info", "benchmarks")
    )
    return "benchmarks with fullname and stats, as pytest-benchmark saves" if is_here else ""


def _read_pytest(file: ToolText) -> Items:
    yield from each("/benchmarks", of_list(file.json["benchmarks"]), _pytest_row)


def _pytest_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    stats = of_object(fields.get("stats"))
    name = text_of(fields.get("fullname")) or text_of(fields.get("name"))
    plain, bracket, _ = name.partition("[")
    parameters = _plain_parameters(fields.get("params"))
    name = plain if bracket and parameters else name
    try:
        samples = numbers(stats.get("data"))
    except UnreadableError:
        samples = ()  # the summary stands for them
    yield Reading(
        name, "s", None if samples else figure(stats, "mean"), "time", parameters, samples,
        sd=None if samples else optional(stats.get("stddev")),
        n=None if samples else whole(stats.get("rounds")), place=place,
    )  # fmt: skip


def _plain_parameters(raw: object) -> dict[str, Scalar]:
    """Return parameters; one that is a list or an object stands as JSON."""
    return {
        str(key): value
        if isinstance(value, str | int | float | bool)
        else msgspec.json.encode(value).decode()
        for key, value in of_object(raw).items()
    }


def _pyperf_sign(file: ToolText) -> str:
    rows = of_list(file.json.get("benchmarks")) if has_keys(file.json, "benchmarks") else []
    is_here = has_keys(file.json, "version") and any(has_keys(row, "runs") for row in rows)
    return "benchmarks with runs, as pyperf saves" if is_here else ""


def _read_pyperf(file: ToolText) -> Items:
    shared = of_object(file.json.get("metadata"))
    rows = [(row, shared) for row in of_list(file.json["benchmarks"])]
    yield from each("/benchmarks", rows, _pyperf_row)


def _pyperf_row(row: tuple[Any, dict[str, Any]], place: str) -> Items:
    fields, shared = of_object(row[0]), row[1]
    facts = {**shared, **of_object(fields.get("metadata"))}
    unit = {"second": "s", "byte": "B", "integer": "1"}.get(text_of(facts.get("unit")), "s")
    samples = tuple(
        value
        for run in of_list(fields.get("runs"))
        for value in numbers(of_object(run).get("values"))
    )
    name = text_of(facts.get("name")) or "benchmark"
    if not samples:
        raise UnreadableError("no run has values", "Send the file as pyperf saved it.")
    yield Reading(name, unit, samples=samples, place=place)


def _asv_sign(file: ToolText) -> str:
    found = re.search(r"^\[ *\d+\.\d+%\] [·-]{2,4} ", file.head, re.MULTILINE)
    return f"“{found[0].strip()}”, as asv prints progress" if found else ""


def _read_asv(file: ToolText) -> Items:
    environment, table = "", _AsvTable()
    for number, line in file.numbered():
        place = f"line {number}"
        if found := re.match(r"^\[ *\d+\.\d+%\] (?:··|--) Benchmarking (\S+)", line):
            environment = found[1]
        elif found := _ASV_TABLE.match(line):
            table = _AsvTable(found["name"])
        elif _is_rule(line) or (table.name and not line.startswith("[")):
            for parameters, result in table.take(line):
                row = (table.name, result, environment)
                yield from guarded(place, (row, parameters), _asv_cell)
        elif found := _ASV.match(line):
            table = _AsvTable()
            yield from guarded(place, (found["name"], found["result"], environment), _asv_row)


def _is_rule(line: str) -> bool:
    return line.rstrip().endswith("===") and line.count("=") + line.count(" ") + _PREFIX > len(line)


@dataclass
class _AsvTable:
    """A table of results by parameters: the last parameter may be in the columns."""

    name: str = ""
    edges: list[tuple[int, int]] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    rules: int = 0
    is_headed: bool = False
    """Rows follow: at once after the names, where the last parameter has no columns."""

    def take(self, line: str) -> list[tuple[dict[str, Scalar], str]]:
        """Take a line; return its results with their parameters."""
        if _is_rule(line):
            self.rules += 1
            if self.rules > _RULES_OF_HEAD - self.is_headed:
                self.name = ""
            self.edges = self.edges or [one.span() for one in re.finditer(r"=+", line)]
        elif line.strip() and not line.strip(" -"):
            self.is_headed = not self._is_wide()
        elif self.name and (self.is_headed or self.rules == _RULES_OF_HEAD):
            return self._row(line)
        elif self.rules == 1:
            self.head.append(line)
        return []

    def _is_wide(self) -> bool:
        return bool(self.head) and self.head[0].split()[:1] == ["--"]

    def _cells(self, line: str) -> list[str]:
        return [line[begin:end].strip() for begin, end in self.edges]

    def _row(self, line: str) -> list[tuple[dict[str, Scalar], str]]:
        names, cells = self._cells(self.head[-1]) if self.head else [], self._cells(line)
        across = self.head[0].replace("--", "").strip() if self._is_wide() else ""
        count = self.head[0].split().count("--") if across else len(cells) - 1
        fixed = {name: _scalar(text) for name, text in zip(names[:count], cells, strict=False)}
        return [
            ({**fixed, across: _scalar(names[index])} if across else fixed, cells[index])
            for index in range(max(count, 0), len(cells))
            if index < len(names) and cells[index]
        ]


def _scalar(text: str) -> Scalar:
    return int(text) if text.isdecimal() and len(text) < _MOST_DIGITS else text.strip("'")


def _asv_cell(row: tuple[tuple[str, str, str], dict[str, Scalar]], place: str) -> Items:
    for one in _asv_row(row[0], place):
        if isinstance(one, Reading):
            yield replace(one, parameters={**one.parameters, **row[1]})
        else:
            yield one


def _asv_row(row: tuple[str, str, str], place: str) -> Items:
    """Read a value; what follows ± is half the range between quartiles: it is left out."""
    name, result, environment = row
    parameters: dict[str, Scalar] = {"environment": environment} if environment else {}
    if result in {"failed", "n/a", "skipped"}:
        yield Reading(name, parameters=parameters, failure=f"asv says {result}", place=place)
        return
    plain = re.sub(r"[±~][\d.]+", "", result)
    value, unit = number_unit(plain.replace("μ", "u"))
    scale = {"k": 1e3, "M": 1e6, "G": 1e9}.get(unit, 1.0)
    kind = name.rpartition(".")[2].partition("_")[0]
    if kind in {"mem", "peakmem"}:
        yield Reading(name, "B", value * scale, "memory", parameters, place=place)
        return
    unit = "1" if unit in {"k", "M", "G", ""} else unit
    yield Reading(
        name, unit, value * scale, "" if unit != "1" else "value", parameters, place=place
    )


PYTEST_BENCHMARK = ToolFormat("pytest-benchmark", "pytest-benchmark", _pytest_sign, _read_pytest)
PYPERF = ToolFormat("pyperf", "pyperf", _pyperf_sign, _read_pyperf)
ASV_STDOUT = ToolFormat("asv", "asv, printed", _asv_sign, _read_asv)
