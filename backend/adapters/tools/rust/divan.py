"""divan: a tree of benchmarks with fastest, slowest, median and mean."""

import re

from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    in_unit,
    number_unit,
)

_HEAD = re.compile(
    r"^\S+\s+fastest\s+│\s+slowest\s+│\s+median\s+│\s+mean\s+│\s+samples\s+│\s+iters"
)
_BRANCH = re.compile(r"^(?P<indent>(?:[│ ]  )*)(?:├─|╰─) (?P<rest>.*)$")
_LEVEL = 3
_COLUMNS = 6
_MEDIAN = 2


def _sign(file: ToolText) -> str:
    found = re.search(_HEAD.pattern, file.head, re.MULTILINE)
    return "a table with fastest │ slowest │ median │ mean, as divan prints" if found else ""


def _read(file: ToolText) -> Items:
    path: list[str] = []
    label = ""
    for number, line in file.numbered():
        if _HEAD.match(line):
            path = []
        elif found := _BRANCH.match(line):
            level = len(found["indent"]) // _LEVEL
            cells = found["rest"].split("│")
            name, _, first = cells[0].strip().partition("  ")
            path, label = [*path[:level], name.strip()], ""
            row = ("::".join(path), [first.strip(), *(cell.strip() for cell in cells[1:])])
            if first.strip() == "(ignored)":
                yield Reading(row[0], failure="divan ignored it", place=f"line {number}")
            elif first.strip() and len(cells) == _COLUMNS:
                yield from guarded(f"line {number}", row, _times)
        elif "│" in line and path:
            cells = [cell.strip() for cell in line.split("│")]
            label = next((one for one in cells if one.endswith(":")), label)
            yield from guarded(f"line {number}", ("::".join(path), cells, label), _below)


def _times(row: tuple[str, list[str]], place: str) -> Items:
    name, cells = row
    value, unit = number_unit(cells[_MEDIAN])
    count, _ = number_unit(cells[4])
    yield Reading(
        name, unit, value, low=in_unit(cells[0], unit), high=in_unit(cells[1], unit),
        spread="range", n=int(count) or None, place=place,
    )  # fmt: skip


def _below(row: tuple[str, list[str], str], place: str) -> Items:
    """Read a row below the times: a rate, or what was allocated, as a count and as a size."""
    name, cells, label = row
    median = cells[-4] if len(cells) >= _COLUMNS else ""
    if median.endswith(("/s", "Hz")):
        value, unit = number_unit(median)
        yield Reading(name, unit, value, direction=HIGHER, place=place)
    elif median and label == "alloc:":
        value, unit = number_unit(median)
        yield Reading(name, f"{unit or 'allocs'}/op", value, direction=LOWER, place=place)


DIVAN = ToolFormat("divan", "divan", _sign, _read)
