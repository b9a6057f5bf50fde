"""Catch2 2 and 3: the console's three lines per benchmark, and the XML reporter."""

import math
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import TypeAlias

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    in_unit,
    measured,
    optional,
    whole,
)
from backend.adapters.tools.xml_documents import xml_root

_THREE = re.compile(r"^\s+([\d.e+-]+) (\S+)\s+([\d.e+-]+) (\S+)\s+([\d.e+-]+) (\S+)\s*$")
_HEADLINE = "benchmark name"
_MINUTES = {"m": "min"}
"""Catch2 prints times above a minute in minutes."""
_COLUMNS = 4
"""Of the first line behind the name: samples, iterations, the estimated time and its unit."""
_CatchRow: TypeAlias = tuple[str, int, list[tuple[float, str]], tuple[float, str]]
"""Name, number of samples, the mean with its bounds, and the deviation, each with its unit."""


def _sign(file: ToolText) -> str:
    found = re.search(r"benchmark name\s+samples\s+iterations", file.head)
    return "the head “benchmark name, samples, iterations” of Catch2" if found else ""


def _read(file: ToolText) -> Items:
    """Read three lines for each benchmark: its counts, its mean, its deviation."""
    table: _Table | None = None
    for number, line in file.numbered():
        if _HEADLINE in line:
            table = _Table()
        elif table is not None and (row := table.take(line)) is not None:
            yield from guarded(f"line {number}", row, _row)


@dataclass
class _Table:
    """What was read of the benchmark that is being printed."""

    name: str = ""
    samples: int = 0
    mean: list[tuple[float, str]] = field(default_factory=list)

    def take(self, line: str) -> _CatchRow | None:
        """Take a line; return the benchmark with its third line."""
        words = line.split()
        if len(words) >= _COLUMNS and all(one.isdecimal() for one in words[-_COLUMNS:-2]):
            self.name = " ".join((self.name, *words[:-_COLUMNS])).strip()
            self.samples, self.mean = int(words[-_COLUMNS]), []
        elif found := _THREE.match(line):
            pairs = [
                (_number(found[i]), _MINUTES.get(found[i + 1], found[i + 1])) for i in (1, 3, 5)
            ]
            if not self.mean:
                self.mean = pairs
            elif self.name:
                row = (self.name, self.samples, self.mean, pairs[0])
                self.name, self.mean = "", []
                return row
        elif line and not line.startswith((" ", "-", "=", ".")):
            # a long name goes over several lines
            self.name = f"{self.name} {line.strip()}".strip()
        return None


def _number(text: str) -> float:
    """Return a number; NaN, which is stored as a failure, where a line was torn."""
    number = optional(text)
    return math.nan if number is None else number


def _row(row: _CatchRow, place: str) -> Items:
    name, samples, three, deviation = row
    mean, unit = three[0]
    sd, low, high = (in_unit(f"{number} {own}", unit) for number, own in (deviation, *three[1:]))
    yield Reading(
        name, unit, mean, low=low, high=high, sd=sd,
        n=samples or None, place=place,
    )  # fmt: skip


def _xml_sign(file: ToolText) -> str:
    is_here = "<BenchmarkResults" in file.text and "Catch" in file.head
    return "elements BenchmarkResults of Catch2's XML" if is_here else ""


def _read_xml(file: ToolText) -> Items:
    try:
        root = xml_root(file)
    except UnreadableError as error:
        yield Rejected("", error.reason, error.remedy)
        return
    for index, found in enumerate(root.iter("BenchmarkResults")):
        yield from guarded(f"BenchmarkResults {index + 1}", found, _xml_row)


def _xml_row(found: ET.Element, place: str) -> Items:
    mean, deviation = found.find("mean"), found.find("standardDeviation")
    if (failed := found.find("failed")) is not None:
        reason = failed.get("message") or "the benchmark failed"
        yield Reading(found.get("name", ""), failure=reason, place=place)
        return
    if mean is None:
        raise UnreadableError("the benchmark has no mean", "Send the file as it was written.")
    yield Reading(
        found.get("name", ""),
        "ns",
        measured(mean.get("value")),
        low=optional(mean.get("lowerBound")),
        high=optional(mean.get("upperBound")),
        sd=optional(deviation.get("value")) if deviation is not None else None,
        n=whole(found.get("samples")),
        place=place,
    )


CATCH2 = ToolFormat("catch2", "Catch2", _sign, _read)
CATCH2_XML = ToolFormat("catch2-xml", "Catch2 XML", _xml_sign, _read_xml)
