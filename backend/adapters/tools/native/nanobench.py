"""nanobench and picobench: tables in Markdown."""

import re

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import LOWER, Items, Reading, ToolFormat, ToolText, guarded

_NAME = re.compile(r"`(?P<name>[^`]+)`")
_PER = re.compile(r"(ns|us|µs|ms|s)/(?!op$)(\w+)")
_TIMES = {"ns", "us", "µs", "ms", "s"}
_PICOBENCH_COLUMNS = 4


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _sign(file: ToolText) -> str:
    is_here = any(map(_is_head, file.head.splitlines()))
    return "a table with the columns ns/op and err%, as nanobench prints" if is_here else ""


def _is_head(line: str) -> bool:
    """Tell whether these are names of columns: a time, its error, and at last what was measured."""
    cells = _cells(line) if line.startswith("|") else []
    before = cells[: cells.index("err%")] if "err%" in cells[:-1] else []
    return any(cell.partition("/")[0] in _TIMES and "/" in cell for cell in before)


def _read(file: ToolText) -> Items:
    head: list[str] = []
    for number, line in file.numbered():
        if not line.startswith("|"):
            continue
        cells = _cells(line)
        if "err%" in cells:
            head = cells
        elif head and not line.startswith(("|-", "|:")) and len(cells) == len(head):
            yield from guarded(f"line {number}", (head, cells), _row)


def _row(row: tuple[list[str], list[str]], place: str) -> Items:
    head, cells = row
    name = _NAME.search(cells[-1])
    if name is None:
        raise UnreadableError("the row has no name in backquotes", "Send the table as printed.")
    for column, cell in zip(head[:-1], cells, strict=False):
        if found := _PER.fullmatch(column):
            metric = f"time_per_{found[2].lower()}"
            value = read_number(cell)
            yield Reading(name["name"], column, value, metric, direction=LOWER, place=place)
        elif column.endswith("/op"):
            unit, _, _ = column.partition("/")
            is_time = unit in {"ns", "us", "ms", "s", "ps"}
            metric = (
                ""
                if is_time
                else {"ins": "instructions", "cyc": "cycles", "bra": "branches"}.get(unit, unit)
            )
            yield Reading(
                name["name"], column if is_time else "1/op", read_number(cell),
                f"{metric}_per_op" if metric else "", direction=LOWER, place=place,
            )  # fmt: skip


def _picobench_sign(file: ToolText) -> str:
    found = re.search(r"Name \(\* = baseline\)\s+\|\s+Dim\s+\|\s+Total ms", file.head)
    return "the head “Name (* = baseline) | Dim | Total ms” of picobench" if found else ""


def _read_picobench(file: ToolText) -> Items:
    is_in = False
    for number, line in file.numbered():
        if "= baseline" in line:
            is_in = True
        elif is_in and "|" in line and not set(line.strip()) <= set("-:|= "):
            yield from guarded(f"line {number}", _cells(line), _picobench_row)


def _picobench_row(cells: list[str], place: str) -> Items:
    if len(cells) < _PICOBENCH_COLUMNS:
        raise UnreadableError("the row has fewer than four columns", "Send the table as printed.")
    name = cells[0].removesuffix("*").strip()
    yield Reading(
        name, "ns/op", read_number(cells[3]), parameters={"dim": int(read_number(cells[1]))},
        place=place,
    )  # fmt: skip


NANOBENCH = ToolFormat("nanobench", "nanobench", _sign, _read)
PICOBENCH = ToolFormat("picobench", "picobench", _picobench_sign, _read_picobench)
