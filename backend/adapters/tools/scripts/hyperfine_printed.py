"""hyperfine: what it prints, and its exports to CSV, Markdown, AsciiDoc and Org."""

import re
from collections.abc import Iterator
from itertools import pairwise

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
)
from backend.adapters.tools.scripts.hyperfine import scalar_of
from backend.domain.catalogue.parameters import Scalar

_BEGIN = re.compile(r"^Benchmark #?\d+: (?P<name>.+)$")
_TIME = re.compile(
    r"^\s+Time \((?:mean ± σ|abs ≡)\):\s+(?P<value>[\d.]+ \S+)(?: ± +(?P<sd>[\d.]+ \S+))?"  # noqa: RUF001
    r"(?:\s+\[User: (?P<user>[\d.]+ \S+), System: (?P<system>[\d.]+ \S+)\])?"
)
_RANGE = re.compile(
    r"^\s+Range \(min … max\):\s+(?P<low>[\d.]+ \S+) … +(?P<high>[\d.]+ \S+)\s+(?P<n>\d+) runs"
)
_TIME_SIGN = re.compile(r"^[ \t]++Time \((?:mean ± σ|abs ≡)\):[ \t]++[\d.]++ .*$", re.MULTILINE)  # noqa: RUF001
_CSV_HEAD = "command,mean,stddev,median,user,system,min,max"
_COLUMN = re.compile(r"^(?P<what>Mean|Min|Max) \[(?P<unit>\S+)\]$")
_PIPE = re.compile(r"(?<!\\)\|")


def _text_sign(file: ToolText) -> str:
    found = _TIME_SIGN.search(file.head)
    return f"“{' '.join(found[0].split())[:50]}”, as hyperfine prints" if found else ""


def _read_text(file: ToolText) -> Items:
    lines = [*file.numbered(), (0, "")]
    name = ""
    for (number, line), (_, below) in pairwise(lines):
        if found := _BEGIN.match(line):
            name = found["name"].strip()
        elif found := _TIME.match(line):
            row = (name or "command", found, _RANGE.match(below))
            yield from guarded(f"line {number}", row, _text_row)
        elif line.startswith("Error: Command terminated with non-zero exit code") and name:
            reason = line.removeprefix("Error: ").strip()
            yield Reading(name, metric="time", failure=reason[:200], place=f"line {number}")


def _text_row(row: tuple[str, re.Match[str], re.Match[str] | None], place: str) -> Items:
    name, found, bounds = row
    value, unit = number_unit(found["value"])
    yield Reading(
        name, unit, value, "time", sd=in_unit(found["sd"], unit) if found["sd"] else None,
        low=in_unit(bounds["low"], unit) if bounds else None,
        high=in_unit(bounds["high"], unit) if bounds else None,
        n=int(bounds["n"]) if bounds else 1, spread="range", place=place,
    )  # fmt: skip
    for key, metric in (("user", "user_time"), ("system", "system_time")):
        if found[key]:
            used, own = number_unit(found[key])
            yield Reading(name, own, used, metric, place=place)


def _csv_sign(file: ToolText) -> str:
    return f"the head {_CSV_HEAD} of hyperfine" if file.head.startswith(_CSV_HEAD) else ""


def _read_csv(file: ToolText) -> Items:
    for number, row in csv_rows(file):
        yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    parameters: dict[str, Scalar] = {
        key.removeprefix("parameter_"): scalar_of(text)
        for key, text in row.items()
        if key and key.startswith("parameter_") and text
    }
    yield Reading(
        row["command"], "s", read_number(row.get("mean")), "time", parameters,
        sd=optional(row.get("stddev")), low=optional(row.get("min")), high=optional(row.get("max")),
        spread="range", place=place,
    )  # fmt: skip
    for key in ("user", "system"):
        if (value := optional(row.get(key))) is not None:
            yield Reading(row["command"], "s", value, f"{key}_time", parameters, place=place)


def _table_sign(file: ToolText) -> str:
    rows = (cells for _, cells in _rows(ToolText(file.head)) if "Command" in cells)
    is_here = any(_COLUMN.match(cell) for cells in rows for cell in cells)
    return "a table with Command and Mean […], as hyperfine exports" if is_here else ""


def _read_table(file: ToolText) -> Items:
    head: list[str] = []
    for number, cells in _rows(file):
        if "Command" in cells:
            head = cells
        elif head and len(cells) == len(head) and not set("".join(cells)) <= set("-:+ "):
            row = dict(zip(head, cells, strict=True))
            yield from guarded(f"line {number}", row, _table_row)


def _rows(file: ToolText) -> Iterator[tuple[int, list[str]]]:
    """Yield rows: one on each line, or of AsciiDoc one cell on each line and an empty one."""
    gathered: list[str] = []
    for number, line in file.numbered():
        plain = line.strip()
        is_cell = plain.startswith("| ") and len(_PIPE.findall(plain)) == 1
        if is_cell:
            gathered.append(_cell(plain[1:]))
        elif gathered:
            yield number, gathered
            gathered = []
        if plain.startswith("|") and not is_cell and plain != "|===":
            yield number, [_cell(one) for one in _PIPE.split(plain.strip("|"))]


def _cell(text: str) -> str:
    return text.strip().replace("\\|", "|")


def _table_row(row: dict[str, str], place: str) -> Items:
    found = {
        match["what"]: (match["unit"], text)
        for column, text in row.items()
        if (match := _COLUMN.match(column))
    }
    if "Mean" not in found:
        raise UnreadableError("the table has no column Mean", "Send it as hyperfine exported it.")
    unit, text = found["Mean"]
    mean, _, deviation = text.partition("±")
    low, high = (optional(found[key][1]) if key in found else None for key in ("Min", "Max"))
    yield Reading(
        row["Command"].strip("`="), unit, read_number(mean), "time", sd=optional(deviation.strip()),
        low=low, high=high, spread="range", place=place,
    )  # fmt: skip


HYPERFINE_TEXT = ToolFormat("hyperfine-text", "hyperfine, printed", _text_sign, _read_text)
HYPERFINE_CSV = ToolFormat("hyperfine-csv", "hyperfine CSV", _csv_sign, _read_csv)
HYPERFINE_TABLE = ToolFormat(
    "hyperfine-table", "hyperfine Markdown, AsciiDoc or Org", _table_sign, _read_table
)
