"""nonius and Celero."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    optional,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_MEAN = re.compile(
    r"^mean: ([\d.e+-]+) (\S+), lb ([\d.e+-]+) (\S+), ub ([\d.e+-]+) (\S+), ci 0\.95"
)
_SAMPLES = re.compile(r"^collecting (\d+) samples")
_PARAMETER = re.compile(r"^(\w+) = (.+)$")
_CELERO_HEAD = re.compile(
    r'^(?:"?Group"?,"?Experiment"?,|[ |]*+(?:Group\s++\|\s++)?Experiment\s++\|)', re.MULTILINE
)


def _sign(file: ToolText) -> str:
    is_here = "benchmarking " in file.head and re.search(
        r"^mean: .*, ci 0\.", file.head, re.MULTILINE
    )
    return "lines “mean: …, lb …, ub …, ci 0.95” of nonius" if is_here else ""


def _read(file: ToolText) -> Items:
    name, samples = "", 0
    parameters: dict[str, Scalar] = {}
    for number, line in file.numbered():
        if line.startswith("new round for parameters"):
            parameters = {}
        elif line.startswith("benchmarking "):
            name = line.removeprefix("benchmarking ").strip()
        elif found := _SAMPLES.match(line):
            samples = int(found[1])
        elif found := _MEAN.match(line):
            yield from guarded(f"line {number}", (name, dict(parameters), samples, found), _row)
        elif found := _PARAMETER.match(line):
            parameters[found[1]] = int(found[2]) if found[2].isdecimal() else found[2]


def _row(row: tuple[str, dict[str, Scalar], int, re.Match[str]], place: str) -> Items:
    name, parameters, samples, found = row
    is_one = found[2] == found[4] == found[6]
    yield Reading(
        name, found[2], read_number(found[1]), parameters=parameters,
        low=read_number(found[3]) if is_one else None,
        high=read_number(found[5]) if is_one else None, n=samples or None, place=place,
    )  # fmt: skip


def _celero_sign(file: ToolText) -> str:
    is_here = _CELERO_HEAD.search(file.head) and "us/Iteration" in file.head
    return "columns Experiment and us/Iteration of Celero" if is_here else ""


def _read_celero(file: ToolText) -> Items:
    if file.head.startswith(("Group,", '"Group",')):
        for number, row in csv_rows(file):
            yield from guarded(f"line {number}", row, _celero_row)
        return
    head: list[str] = []
    for number, line in file.numbered():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if "us/Iteration" in cells:
            head = cells
        elif head and len(cells) == len(head) and not cells[0].startswith(":-"):
            yield from guarded(f"line {number}", dict(zip(head, cells, strict=True)), _celero_row)


def _celero_row(row: dict[str, str], place: str) -> Items:
    name = "/".join(part for key in ("Group", "Experiment") if (part := row.get(key)))
    space = row.get("Problem Space") or row.get("Prob. Space") or ""
    parameters: dict[str, Scalar] = {"problem_space": space} if space not in {"", "Null"} else {}
    if optional(row.get("Failure")):
        yield Reading(name, parameters=parameters, failure="the experiment failed", place=place)
        return
    value, count = read_number(row.get("us/Iteration")), optional(row.get("Iterations"))
    ends = [optional(row.get(column)) for column in ("Min (us)", "Max (us)")]
    low, high = (end / count if end is not None and count else None for end in ends)
    yield Reading(
        name, "us/op", value, parameters=parameters, n=whole(row.get("Samples")), low=low,
        high=high, spread="range", place=place,
    )  # fmt: skip


NONIUS = ToolFormat("nonius", "nonius", _sign, _read)
CELERO = ToolFormat("celero", "Celero", _celero_sign, _read_celero)
