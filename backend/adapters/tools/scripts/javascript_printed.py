"""What vitest bench, tinybench and mitata print."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.box_tables import rows_of
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    in_unit,
    number_unit,
    whole,
)
from backend.adapters.tools.scripts.javascript import task_row

_VITEST_HEAD = re.compile(r"^\s*+name\s++hz\s++min\s++max\s++mean\s++p75\s++p99\s")
_VITEST_FILE = re.compile(r"^(?P<indent>\s*+)[✓✔√❯×✗] (?P<name>\S.*)$")  # noqa: RUF001
_TOOK = re.compile(r"(?: \(\d+\))?(?: [\d.]+ ?m?s)?$")
_VITEST_NUMBERS = 8
_EXACT_FROM = 10.0
"""Operations a second from which their number has more digits than the mean in ms."""
_MITATA_HEAD = re.compile(r"^benchmark +(?:time \(avg\)|avg) +\(min … max\)", re.MULTILINE)
_MITATA_TABLE = re.compile(r"^\| *benchmark *\| +avg \|(?: +\w+ \|)+", re.MULTILINE)
_RANGE = re.compile(r"\((?P<low>[^…()]++)…(?P<high>[^…()]++)\)")
_PER = "/iter"
_NAME_AND_TIME = 3
_FEWEST_CELLS = 4


def _vitest_sign(file: ToolText) -> str:
    is_here = any(map(_VITEST_HEAD.match, file.head.splitlines()))
    return "the head name, hz, min, max, mean, p75 of vitest bench" if is_here else ""


def _read_vitest(file: ToolText) -> Items:
    """Read the last table of each group: some reporters print it while it grows."""
    path: list[tuple[int, str]] = []
    rows: dict[str, tuple[int, list[str]]] = {}
    for number, line in file.numbered():
        if found := _VITEST_FILE.match(line):
            indent = len(found["indent"])
            name = _TOOK.sub("", found["name"].strip())
            path = [*(one for one in path if one[0] < indent), (indent, name)]
        elif row := _vitest_words(line):
            name = " > ".join((*(text for _, text in path), row[0]))
            rows[name] = (number, row[1:])
    for name, (number, cells) in rows.items():
        yield from guarded(f"line {number}", (name, cells), _vitest_row)


def _vitest_words(line: str) -> list[str]:
    """Return name, eight numbers, margin and samples of a row; nothing for other lines."""
    words = line.split()
    at = next((i for i, one in enumerate(words) if one.startswith("±")), 0)
    begin = at - _VITEST_NUMBERS
    is_row = begin > 0 and at + 1 < len(words) and not line.lstrip()[0].isalnum()
    return [" ".join(words[1:begin]), *words[begin : at + 2]] if is_row else []


def _vitest_row(row: tuple[str, list[str]], place: str) -> Items:
    name, cells = row
    rate, mean = read_number(cells[0]), read_number(cells[3])
    mean = 1000 / rate if rate >= _EXACT_FROM else mean
    half = mean * read_number(cells[_VITEST_NUMBERS].strip("±%")) / 100
    yield Reading(
        name, "ms", mean, "time", low=mean - half, high=mean + half,
        n=whole(cells[_VITEST_NUMBERS + 1].replace(",", "")), place=place,
    )  # fmt: skip


def _tinybench_sign(file: ToolText) -> str:
    is_here = "┌" in file.head and re.search(r"│ *Task [Nn]ame *│", file.head)
    return "a table with the column Task name, as tinybench prints" if is_here else ""


def _read_tinybench(file: ToolText) -> Items:
    for number, row in rows_of(file):
        if "Task name" in row or "Task Name" in row:
            yield from guarded(f"line {number}", row, task_row)


def _mitata_sign(file: ToolText) -> str:
    found = _MITATA_HEAD.search(file.head) or _MITATA_TABLE.search(file.head)
    return f"“{' '.join(found[0].split())[:50]}”, the head of mitata" if found else ""


@dataclass
class _MitataState:
    """The group that is being printed, and the benchmark whose range is on the next line."""

    group: str = ""
    heading: str = ""
    waiting: list[tuple[str, str]] = field(default_factory=list)

    def take(self, line: str) -> None:
        """Take a line that is no benchmark: a heading, or the rule under it."""
        if line.startswith("• "):
            self.heading = line[2:].strip()
        elif line.startswith("-----"):
            self.group, self.heading = self.heading, ""

    def named(self, name: str) -> str:
        """Return the name of a benchmark with its group."""
        return f"{self.group} > {name}" if self.group else name


def _read_mitata(file: ToolText) -> Items:
    state, lines = _MitataState(), [*file.numbered(), (0, "")]
    for (number, line), (_, below) in pairwise(lines):
        place = f"line {number}"
        if line.startswith("|"):
            yield from _mitata_cells([one.strip(" `") for one in line.split("|")], state, place)
        elif _PER in line and len(line.partition(_PER)[0].split()) >= _NAME_AND_TIME:
            text, _, rest = line.partition(_PER)
            found = _RANGE.search(rest) or _RANGE.match(below.strip())
            yield from guarded(place, (state, text, found), _mitata_row)
        elif (failed := line.partition(" error:"))[1] and failed[0].strip():
            reason = failed[2].strip() or "the benchmark threw"
            yield Reading(state.named(failed[0].strip()), failure=reason, place=place)
        else:
            state.take(line)


def _mitata_row(row: tuple[_MitataState, str, re.Match[str] | None], place: str) -> Items:
    state, text, bounds = row
    words = text.split()
    value, unit = number_unit(" ".join(words[-2:]))
    low, high = (in_unit(bounds["low"], unit), in_unit(bounds["high"], unit)) if bounds else (0, 0)
    yield Reading(
        state.named(" ".join(words[:-2])), unit, value, "time",
        low=low if bounds else None, high=high if bounds else None, spread="range", place=place,
    )  # fmt: skip


def _mitata_cells(cells: list[str], state: _MitataState, place: str) -> Items:
    """Read a row in Markdown: name, mean, fastest, percentiles, slowest."""
    if "avg" in cells:
        heading = cells[1]
        state.group = heading.removeprefix("• ") if heading.startswith("• ") else ""
        return
    if len(cells) >= _FEWEST_CELLS and cells[2].startswith("error:"):
        reason = cells[2].removeprefix("error:").strip() or "the benchmark threw"
        yield Reading(state.named(cells[1]), failure=reason, place=place)
    elif len(cells) >= _FEWEST_CELLS and any(one.endswith(_PER) for one in cells):
        yield from guarded(place, (state, cells), _mitata_markdown)


def _mitata_markdown(row: tuple[_MitataState, list[str]], place: str) -> Items:
    state, cells = row
    value, unit = number_unit(cells[2].removesuffix(_PER))
    if not cells[1]:
        raise UnreadableError("the row has no name", "Send the table as printed.")
    yield Reading(
        state.named(cells[1]), unit, value, "time", low=in_unit(cells[3], unit),
        high=in_unit(cells[-2], unit), spread="range", place=place,
    )  # fmt: skip


VITEST_TEXT = ToolFormat("vitest-text", "vitest bench, printed", _vitest_sign, _read_vitest)
TINYBENCH_TABLE = ToolFormat(
    "tinybench-table", "tinybench, printed", _tinybench_sign, _read_tinybench
)
MITATA_TEXT = ToolFormat("mitata-text", "mitata, printed", _mitata_sign, _read_mitata)
