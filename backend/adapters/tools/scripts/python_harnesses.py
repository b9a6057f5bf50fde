"""pytest-benchmark, pyperf and what asv prints."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
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

_ASV = re.compile(r"^\[ *\d+\.\d+%\] ·{2,4} (?P<name>[\w.]+)\s{2,}(?P<result>\S.*)$")
_ASV_TABLE = re.compile(r"^\[ *\d+\.\d+%\] ·{2,4} (?P<name>[\w.]+)\s+(?:ok|\d+/\d+ failed)\s*$")


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
        name, "s", None if samples else read_number(stats.get("mean")), "time", parameters, samples,
        sd=None if samples else optional(stats.get("stddev")),
        n=None if samples else whole(stats.get("rounds")), place=place,
    )  # fmt: skip


def _plain_parameters(raw: object) -> dict[str, Scalar]:
    return {
        str(key): value
        for key, value in of_object(raw).items()
        if isinstance(value, str | int | float | bool)
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
    found = re.search(r"^\[ *\d+\.\d+%\] ·{2,4} ", file.head, re.MULTILINE)
    return f"“{found[0].strip()}”, as asv prints progress" if found else ""


def _read_asv(file: ToolText) -> Items:
    environment, table = "", ""
    for number, line in file.numbered():
        place = f"line {number}"
        if found := re.match(r"^\[ *\d+\.\d+%\] ·· Benchmarking (\S+)", line):
            environment = found[1]
        elif found := _ASV_TABLE.match(line):
            table = found["name"]
        elif found := _ASV.match(line):
            table = ""
            yield from guarded(place, (found["name"], found["result"], environment), _asv_row)
        elif table and len(words := line.rpartition("·")[2].split()) > 1:
            row = (table, words[-1], environment)
            yield from guarded(place, (row, " ".join(words[:-1])), _asv_cell)


def _asv_cell(row: tuple[tuple[str, str, str], str], place: str) -> Items:
    (name, result, environment), argument = row
    if not re.match(r"^[\d.]+", result):
        return  # the head of the table
    for reading in _asv_row((name, result, environment), place):
        if isinstance(reading, Reading):
            yield Reading(
                reading.benchmark, reading.unit, reading.value, reading.metric,
                {**reading.parameters, "parameter": argument.strip()}, sd=reading.sd, place=place,
            )  # fmt: skip


def _asv_row(row: tuple[str, str, str], place: str) -> Items:
    """Read a value; what follows ± is half the range between quartiles: it is left out."""
    name, result, environment = row
    parameters: dict[str, Scalar] = {"environment": environment} if environment else {}
    if result in {"failed", "n/a", "skipped"}:
        yield Reading(name, parameters=parameters, failure=f"asv says {result}", place=place)
        return
    plain = re.sub(r"±[\d.]+", "", result)
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
