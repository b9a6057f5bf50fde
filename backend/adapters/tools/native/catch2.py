"""Catch2 2 and 3: the console's three lines per benchmark, and the XML reporter."""

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
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

_THREE = re.compile(r"([\d.e+-]+) (\S+) ([\d.e+-]+) (\S+) ([\d.e+-]+) (\S+)")
_HEADLINE = "benchmark name"
_RULE = re.compile(r"-{40,}+\s*$")
_MOST_SECTIONS = 20
"""Lines between two rules: more are no heading."""
_MINUTES = {"m": "min"}
"""Catch2 prints times above a minute in minutes."""
_COLUMNS = 4
"""Of the first line behind the name: samples, iterations, the estimated time and its unit."""
_PAIRS = 6
"""Words of the lines below: three numbers, each with its unit."""
_CatchRow: TypeAlias = tuple[str, int, list[tuple[float, str]], tuple[float, str]]
"""Name, number of samples, the mean with its bounds, and the deviation, each with its unit."""


def _sign(file: ToolText) -> str:
    found = re.search(r"benchmark name\s+samples\s+iterations", file.head)
    return "the head “benchmark name, samples, iterations” of Catch2" if found else ""


def _read(file: ToolText) -> Items:
    """Read three lines for each benchmark: its counts, its mean, its deviation."""
    table: _Table | None = None
    names = _Names()
    above: list[str] = []
    for number, line in file.numbered():
        if _RULE.match(line):
            if above and all(one.strip() and _HEADLINE not in one for one in above):
                names.heading = " / ".join(one.strip() for one in above)
            above = []
        else:
            above = [*above, line] if len(above) <= _MOST_SECTIONS else above
        if _HEADLINE in line:
            table = _Table()
        elif table is not None and (row := table.take(line)) is not None:
            name, *rest = row
            yield from guarded(f"line {number}", (names.of(name), *rest), _row)


@dataclass
class _Names:
    """Names of benchmarks: one that two test cases have is told with the later of them."""

    heading: str = ""
    """The test case and its sections that are printed now."""
    first: dict[str, str] = field(default_factory=dict)
    """Where each name stood first."""

    def of(self, name: str) -> str:
        """Return the name under which a benchmark of the current heading is stored."""
        is_first = self.first.setdefault(name, self.heading) == self.heading
        return name if is_first else f"{self.heading} / {name}"


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
        elif self._has_begun(line) and (found := _THREE.fullmatch(" ".join(words[-_PAIRS:]))):
            pairs = [
                (_number(found[i]), _MINUTES.get(found[i + 1], found[i + 1])) for i in (1, 3, 5)
            ]
            # the end of a long name may stand before the mean
            self.name = " ".join((self.name, *words[:-_PAIRS]))
            if not self.mean:
                self.mean = pairs
            elif self.name:
                row = (self.name, self.samples, self.mean, pairs[0])
                self.name, self.samples, self.mean = "", 0, []
                return row
        elif line and not line.startswith((" ", "-", "=", ".")):
            # a long name goes over several lines
            self.name = f"{self.name} {line.strip()}".strip()
        return None

    def _has_begun(self, line: str) -> bool:
        """Say whether numbers of a benchmark may follow: its counts stand above."""
        return line[:1].isspace() or bool(self.name and self.samples and not self.mean)


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
    names, index = _Names(), 0
    within: list[str] = []
    for is_end, found in _walk(root):
        if found.tag in {"TestCase", "Section"}:
            within = within[:-1] if is_end else [*within, found.get("name", "").strip()]
        elif found.tag == "BenchmarkResults" and not is_end:
            index += 1
            names.heading = " / ".join(within)
            row = (names.of(found.get("name", "")), found)
            yield from guarded(f"BenchmarkResults {index}", row, _xml_row)


def _walk(root: ET.Element) -> Iterator[tuple[bool, ET.Element]]:
    """Yield each element where it begins and where it ends, however deep they lie."""
    waiting = [(False, root)]
    while waiting:
        is_end, found = waiting.pop()
        yield is_end, found
        if not is_end:
            waiting.append((True, found))
            waiting += [(False, one) for one in reversed(found)]


def _xml_row(row: tuple[str, ET.Element], place: str) -> Items:
    name, found = row
    mean, deviation = found.find("mean"), found.find("standardDeviation")
    if (failed := found.find("failed")) is not None:
        reason = failed.get("message") or "the benchmark failed"
        yield Reading(name, failure=reason, place=place)
        return
    if mean is None:
        raise UnreadableError("the benchmark has no mean", "Send the file as it was written.")
    yield Reading(
        name,
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
