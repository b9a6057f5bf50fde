"""What pytest-benchmark and pyperf print, and pytest-benchmark's CSV of a comparison."""

import re

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    in_unit,
    number_unit,
    optional,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_HEAD = re.compile(r"^Name \(time in (?P<unit>\w+)\) +(?P<columns>\S.*)$", re.MULTILINE)
_UNIT = re.compile(r" \([^()]*+\)")
_CENTRES = (("Mean", "time"), ("Median", "time_median"), ("Min", "time_min"))
_NOW = " (NOW)"
_FEWEST = 3
_CSV_COLUMNS = {"rounds", "iterations", "ops", "stddev", "median", "iqr", "outliers", "min", "max"}
_MEAN = "Mean +- std dev: "
_MEAN_SIGN = re.compile(r"^.*Mean \+- std dev: [\d.]+ \w+ \+- .*$", re.MULTILINE)
_COUNT = re.compile(r"^Total number of values: (\d+)")
_RULE = re.compile(r"^-{3,}\s*$")


def _table_sign(file: ToolText) -> str:
    found = _HEAD.search(file.head)
    return f"“{found[0].split('  ')[0]}”, the head of pytest-benchmark" if found else ""


def _read_table(file: ToolText) -> Items:
    """Read rows; of a comparison with earlier runs only the rows of this one."""
    unit, columns, rows = "", list[str](), list[tuple[int, str, str, dict[str, str]]]()
    for number, line in file.numbered():
        if found := _HEAD.match(line):
            unit, columns = found["unit"], _UNIT.sub("", found["columns"]).split()
        elif not line.strip():
            columns = []
        elif columns and (cells := _cells(line, columns)):
            rows.append((number, unit, *cells))
    is_compared = any(name.endswith(_NOW) for _, _, name, _ in rows)
    for number, of, name, cells_of in rows:
        if not is_compared or name.endswith(_NOW):
            row = (name.removesuffix(_NOW), of, cells_of)
            yield from guarded(f"line {number}", row, _table_row)


def _cells(line: str, columns: list[str]) -> tuple[str, dict[str, str]] | None:
    """Return the name and the cells of a row, from its end: each may have (1.23) behind it."""
    words, cells = line.split(), {}
    for column in reversed(columns):
        if words and words[-1].startswith("("):
            words.pop()
        if len(words) <= 1 or not words[-1][:1].isdigit():
            return None
        cells[column] = words.pop()
    return " ".join(words), cells


def _table_row(row: tuple[str, str, dict[str, str]], place: str) -> Items:
    name, unit, cells = row
    column, metric = next((one for one in _CENTRES if one[0] in cells), ("", ""))
    if not column:
        raise UnreadableError(
            "the table has no mean, median or minimum", "Print one: --benchmark-columns=mean."
        )
    sd = optional(cells.get("StdDev")) if column == "Mean" else None
    yield Reading(
        name, unit, read_number(cells[column]), metric, sd=sd, n=whole(cells.get("Rounds")),
        place=place,
    )  # fmt: skip


def _csv_sign(file: ToolText) -> str:
    columns = file.head.partition("\n")[0].strip().split(",")
    is_here = (
        columns[0] == "name"
        and len(_CSV_COLUMNS & set(columns)) >= _FEWEST
        and (
            "rounds" in columns
            or "iqr" in columns
            or any(one.startswith("param:") for one in columns)
        )
    )
    return "the head of pytest-benchmark compare --csv" if is_here else ""


def _read_csv(file: ToolText) -> Items:
    for number, row in csv_rows(file):
        yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    parameters: dict[str, Scalar] = {
        key.removeprefix("param:"): text
        for key, text in row.items()
        if key and key.startswith("param:") and text
    }
    column, metric = next(
        ((key.lower(), metric) for key, metric in _CENTRES if row.get(key.lower())), ("mean", "")
    )
    plain, bracket, _ = row["name"].partition("[")
    name = plain if bracket and parameters else row["name"]
    yield Reading(
        name, "s", read_number(row.get(column)), metric, parameters,
        sd=optional(row.get("stddev")) if column == "mean" else None,
        n=whole(row.get("rounds")), place=place,
    )  # fmt: skip


def _pyperf_sign(file: ToolText) -> str:
    found = _MEAN_SIGN.search(file.head)
    return f"“{found[0].strip()[:60]}”, as pyperf prints" if found else ""


def _read_pyperf(file: ToolText) -> Items:
    heading, above, count = "", "", None
    for number, line in file.numbered():
        if _RULE.match(line) and above:
            heading, count = above, None
        elif found := _COUNT.match(line):
            count = int(found[1])
        elif _MEAN in line:
            said, _, text = line.partition(_MEAN)
            mean, _, deviation = text.partition(" +- ")
            name = said.strip().rstrip(":") or heading or "benchmark"
            row = (name, mean.strip(), deviation.strip(), count)
            yield from guarded(f"line {number}", row, _pyperf_row)
        above = line.strip()


def _pyperf_row(row: tuple[str, str, str, int | None], place: str) -> Items:
    name, mean, deviation, count = row
    value, unit = number_unit(mean)
    unit = {"sec": "s", "min": "min"}.get(unit, unit)
    sd = in_unit(deviation.replace(" sec", " s"), unit)
    yield Reading(name, unit, value, sd=sd, n=count or None, place=place)


PYTEST_TABLE = ToolFormat(
    "pytest-benchmark-text", "pytest-benchmark, printed", _table_sign, _read_table
)
PYTEST_CSV = ToolFormat("pytest-benchmark-csv", "pytest-benchmark CSV", _csv_sign, _read_csv)
PYPERF_TEXT = ToolFormat("pyperf-text", "pyperf, printed", _pyperf_sign, _read_pyperf)
