"""nanobench (tables in Markdown, JSON, CSV) and picobench."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    figure,
    guarded,
    has_keys,
    of_list,
    of_object,
    optional,
    text_of,
)
from backend.domain.catalogue.parameters import Scalar

_NAME = re.compile(r"`(?P<name>[^`]+)`")
_CSV_HEAD = re.compile(r'"?title"?[;,] ?"?name"?[;,] ?"?unit"?[;,] ?"?batch"?[;,] ?"?elapsed')
_COUNTERS = {
    "instructions": "instructions_per_op", "cpucycles": "cycles_per_op",
    "branchinstructions": "branches_per_op", "pagefaults": "pagefaults_per_op",
}  # fmt: skip
_PICOBENCH_HEAD = re.compile(
    r"(?m)^[ \t]*+Name \((?:\* = baseline|baseline is \*)\)[ \t]++\|(?:[^\n]*\|)?[ \t]++ns/op"
)
_PICOBENCH_CSV = 'Suite,Benchmark,b,D,S,"Total ns",Result,"ns/op",Baseline'
_COLUMNS = {"ins": "instructions", "cyc": "cycles", "bra": "branches"}
_TIMES = {"ns", "us", "µs", "ms", "s", "ps"}
_MOST_DIGITS = 16
"""Of a number of a context that is stored as one."""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _sign(file: ToolText) -> str:
    is_here = any(map(_is_head, file.head.splitlines()))
    return "a table with the columns ns/op and err%, as nanobench prints" if is_here else ""


def _is_head(line: str) -> bool:
    """Tell whether these are names of columns: a time, its error, and at last what was measured."""
    cells = _cells(line) if line.startswith("|") else []
    before = cells[: cells.index("err%")] if "err%" in cells[:-1] else []
    return any(map(_is_time, before))


def _is_time(column: str) -> bool:
    return "/" in column and column.partition("/")[0] in _TIMES


def _read(file: ToolText) -> Items:
    head: list[str] = []
    for number, line in file.numbered():
        if not line.startswith("|"):
            continue
        cells = _cells(line)
        if "err%" in cells:
            head = cells
            continue
        if head and len(cells) > len(head):  # a name may hold bars
            cells[len(head) - 1 :] = ["|".join(line.split("|")[len(head) :]).strip(" |")]
        if head and not line.startswith(("|-", "|:")) and len(cells) == len(head):
            yield from guarded(f"line {number}", (head, cells), _row)


def _row(row: tuple[list[str], list[str]], place: str) -> Items:
    head, cells = row
    name = _NAME.search(cells[-1])
    if name is None:
        raise UnreadableError("the row has no name in backquotes", "Send the table as printed.")
    first = next(index for index, column in enumerate(head) if _is_time(column) or column == "err%")
    parameters: dict[str, Scalar] = {
        column: int(cell) if cell.isdecimal() and len(cell) < _MOST_DIGITS else cell
        for column, cell in zip(head[:first], cells, strict=False)
        if column != "relative" and cell
    }
    for column, cell in zip(head[first:-1], cells[first:], strict=False):
        counted, _, per = column.partition("/")
        if _is_time(column):
            metric = "" if per == "op" else f"time_per_{per.lower()}"
            unit = column
        elif counted in _COLUMNS or per == "op":
            metric = f"{_COLUMNS.get(counted, counted)}_per_{per.lower()}"
            unit = f"1/{per}"
        else:
            continue
        yield Reading(
            name["name"], unit, read_number(cell), metric, parameters, direction=LOWER, place=place
        )


def _json_sign(file: ToolText) -> str:
    rows = of_list(of_object(file.json).get("results"))
    is_here = any(has_keys(row, "name", "median(elapsed)") for row in rows)
    return "results with name and median(elapsed), as nanobench renders" if is_here else ""


def _read_json(file: ToolText) -> Items:
    yield from each("/results", of_list(file.json["results"]), _json_row)


def _json_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    """Read seconds of an iteration, which does the work of `batch` units."""
    fields = of_object(row)
    name, unit = text_of(fields.get("name")), text_of(fields.get("unit")) or "op"
    batch = optional(fields.get("batch")) or 1.0
    runs = [of_object(one) for one in of_list(fields.get("measurements"))]
    samples = tuple(figure(one, "elapsed") / batch for one in runs)
    value = None if samples else figure(fields, "median(elapsed)") / batch
    yield Reading(
        name, f"s/{unit}", value, f"time_per_{unit.lower()}", samples=samples, direction=LOWER,
        place=place,
    )  # fmt: skip
    for counter, metric in _COUNTERS.items():
        if count := optional(fields.get(f"median({counter})")):
            yield Reading(name, "1/op", count / batch, metric, direction=LOWER, place=place)


def _csv_sign(file: ToolText) -> str:
    is_here = _CSV_HEAD.match(file.head)
    return "the head title, name, unit, batch, elapsed of nanobench" if is_here else ""


def _read_csv(file: ToolText) -> Items:
    delimiter = ";" if ";" in file.head.partition("\n")[0] else ","
    for number, row in csv_rows(file, delimiter):
        yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    unit, batch = row["unit"].strip() or "op", optional(row["batch"]) or 1.0
    value = read_number(row["elapsed"]) / batch
    metric = f"time_per_{unit.lower()}"
    yield Reading(row["name"].strip(), f"s/{unit}", value, metric, direction=LOWER, place=place)


def _picobench_sign(file: ToolText) -> str:
    found = _PICOBENCH_HEAD.search(file.head)
    if file.head.startswith(_PICOBENCH_CSV):
        return f"the head {_PICOBENCH_CSV} of picobench"
    return f"the head “{' '.join(found[0].split())}” of picobench" if found else ""


def _read_picobench(file: ToolText) -> Items:
    if file.head.startswith(_PICOBENCH_CSV):
        for number, row in csv_rows(file):
            name = "/".join(filter(None, (row["Suite"], row["Benchmark"])))
            yield from guarded(
                f"line {number}", {"Name": name, "Dim": row["D"], **row}, _picobench_row
            )
        return
    head: list[str] = []
    suite = above = ""
    for number, line in file.numbered():
        words = [cell.strip() for cell in line.split("|")]
        if set(line) <= set("-:|= "):
            continue
        if _PICOBENCH_HEAD.match(line):
            head = ["Name", *words[1:]] if "ns/op" in words else []
            named = above.removesuffix(":").strip("# ") if above.endswith(":") else ""
            suite = f"{named}/" if named else ""
        elif head and len(words) == len(head):
            words[0] = suite + words[0]
            cells = dict(zip(head, words, strict=True))
            yield from guarded(f"line {number}", cells, _picobench_row)
        above = line.strip()


def _picobench_row(row: dict[str, str], place: str) -> Items:
    name = row["Name"].removesuffix("*").strip()
    parameters = {"dim": int(read_number(row["Dim"]))} if row.get("Dim") else {}
    yield Reading(name, "ns/op", read_number(row["ns/op"]), parameters=parameters, place=place)


NANOBENCH = ToolFormat("nanobench", "nanobench", _sign, _read)
NANOBENCH_JSON = ToolFormat("nanobench-json", "nanobench JSON", _json_sign, _read_json)
NANOBENCH_CSV = ToolFormat("nanobench-csv", "nanobench CSV", _csv_sign, _read_csv)
PICOBENCH = ToolFormat("picobench", "picobench", _picobench_sign, _read_picobench)
