"""Published tables of a split, as TSV, CSV or JSON: alternatives or members as rows.

Alternatives as rows: settings and results as columns, one row per setting (`ring_split.tsv`).
Members as rows: columns `name`, `baseline` and `contender`, and where they are known
`baseline_low`, `baseline_high`, `contender_low`, `contender_high`, `unit`, `better`, `weighed`;
every other column is a tag.
"""

import csv
import io
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from backend.domain.effects import Better
from backend.domain.errors import Fault, InvalidError
from backend.domain.splits.stored import (
    PublishedAlternative,
    PublishedObjective,
    PublishedResult,
    PublishedSubject,
)

Role = Literal["setting", "higher", "lower", "cost higher", "cost lower", "ignore"]
ROLES: tuple[Role, ...] = ("setting", "higher", "lower", "cost higher", "cost lower", "ignore")
Layout = Literal["alternatives", "members"]
MOST_ROWS, MOST_COLUMNS, LONGEST = 2_000, 64, 300
SMALLEST, LARGEST = 1e-100, 1e100
"""Numbers whose ratios are numbers."""
MEMBER_COLUMNS = ("name", "baseline", "contender")
ENDS = ("baseline_low", "baseline_high", "contender_low", "contender_high")
OTHERS = ("unit", "better", "weighed")

SUFFIXES: tuple[tuple[str, str, float, Role], ...] = (
    ("_ops_per_s", "op/s", 1.0, "higher"),
    ("_ops_per_second", "op/s", 1.0, "higher"),
    ("_per_s", "1/s", 1.0, "higher"),
    ("_per_second", "1/s", 1.0, "higher"),
    ("_kib_per_thread", "B", 1024.0, "cost lower"),
    ("_mib_per_thread", "B", 1024.0**2, "cost lower"),
    ("_gib", "B", 1024.0**3, "cost lower"),
    ("_mib", "B", 1024.0**2, "cost lower"),
    ("_kib", "B", 1024.0, "cost lower"),
    ("_bytes", "B", 1.0, "cost lower"),
    ("_ns", "s", 1e-9, "lower"),
    ("_us", "s", 1e-6, "lower"),
    ("_ms", "s", 1e-3, "lower"),
    ("_s", "s", 1.0, "lower"),
)
"""What the end of a column's name says: unit, base units in one of it, and its likely role."""
_THREAD = re.compile(r"_per_thread$")


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column as it was read: its name without the unit, and what it seems to be."""

    head: str
    name: str
    unit: str
    scale: float
    role: Role


@dataclass(frozen=True, slots=True)
class SplitTable:
    """A table as it was read; `names` are what its rows are called, in order."""

    layout: Layout
    columns: Sequence[TableColumn]
    names: Sequence[str]
    rows: Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What the sender says of a table: roles of columns by head, and the rows of both sides."""

    source: str
    roles: Mapping[str, Role] = field(default_factory=dict)
    baseline: int = 0
    contender: int = 1


def read_roles(given: Mapping[str, str]) -> dict[str, Role]:
    """Read roles by the heads of their columns. InvalidError where one is none."""
    found: dict[str, Role] = {}
    for head, text in given.items():
        role = next((one for one in ROLES if one == text), None)
        if role is None:
            raise _wrong(f"/column.{head}", f"a column is no “{text[:40]}”", ", ".join(ROLES))
        found[head] = role
    return found


def read_table(document: bytes) -> SplitTable:
    """Read a table. InvalidError says where it is wrong."""
    rows = _rows(document)
    heads = list(rows[0]) if rows else []
    if not rows or not heads:
        raise _wrong("/", "the table has no rows", "send a head line and at least one row")
    if len(rows) > MOST_ROWS or len(heads) > MOST_COLUMNS:
        limits = f"at most {MOST_ROWS} rows and {MOST_COLUMNS} columns"
        raise _wrong("/", f"the table has {len(rows)} rows, {len(heads)} columns", limits)
    if set(MEMBER_COLUMNS) <= set(heads):
        columns = [TableColumn(head, head, "", 1.0, "setting") for head in heads]
        return SplitTable("members", columns, [row["name"] for row in rows], rows)
    columns = [_column(head, [row[head] for row in rows]) for head in heads]
    names = [_named(columns, row) for row in rows]
    return SplitTable("alternatives", columns, names, rows)


def subject_of(table: SplitTable, choice: TableChoice) -> PublishedSubject:
    """Make what is kept of a table. InvalidError names the row and column that is wrong."""
    if table.layout == "members":
        return _from_members(table, choice)
    roles = {one.head: choice.roles.get(one.head, one.role) for one in table.columns}
    columns = [one for one in table.columns if roles[one.head] not in ("setting", "ignore")]
    if not any(not roles[one.head].startswith("cost") for one in columns):
        raise _wrong("/columns", "no column is a result that is weighed", "choose its direction")
    settings = [one for one in table.columns if roles[one.head] == "setting"]
    count = len(table.rows)
    for place, at in (("baseline", choice.baseline), ("contender", choice.contender)):
        if not 0 <= at < count:
            raise _wrong(f"/{place}", f"there is no row {at}", f"choose a row of 0 to {count - 1}")
    if choice.baseline == choice.contender:
        raise _wrong("/contender", "both sides are one row", "choose two different rows")
    return PublishedSubject(
        source=choice.source,
        objectives=[_objective(one, roles[one.head]) for one in columns],
        alternatives=[
            PublishedAlternative(
                _named(settings, row) or f"row {at + 1}",
                [_result(row[one.head], one.scale, (at, one.head)) for one in columns],
            )
            for at, row in enumerate(table.rows)
        ],
        baseline=choice.baseline,
        contender=choice.contender,
    )


def _objective(column: TableColumn, role: Role) -> PublishedObjective:
    better: Better = "higher" if role.endswith("higher") else "lower"
    return PublishedObjective(column.name, column.unit, better, not role.startswith("cost"))


def _rows(document: bytes) -> list[dict[str, str]]:
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _wrong("/", "the file is not UTF-8 text", "save it as UTF-8") from error
    if "\x00" in text:
        raise _wrong("/", "the file holds a NUL character", "remove it")
    if text.lstrip().startswith(("[", "{")):
        return _json_rows(text)
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    delimiter = "\t" if lines and "\t" in lines[0] else ","
    heads, *others = _cells(lines, delimiter) or [[]]
    _check_heads(heads)
    rows = []
    for at, cells in enumerate(others):
        if len(cells) != len(heads):
            reason = f"row {at + 1} has {len(cells)} cells, the head {len(heads)}"
            raise _wrong(f"/rows/{at}", reason, "give every row as many cells as the head")
        rows.append(dict(zip(heads, cells, strict=True)))
    return rows


def _cells(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
    try:
        return [[cell.strip() for cell in cells] for cells in reader]
    except csv.Error as error:
        raise _wrong("/", f"the table cannot be read: {error}", "correct or shorten it") from error


def _check_heads(heads: Sequence[str]) -> None:
    if len(set(heads)) != len(heads) or "" in heads:
        raise _wrong("/columns", "a column has no name, or one twice", "name every column once")
    if any(len(head) > LONGEST for head in heads):
        raise _wrong("/columns", f"a name is longer than {LONGEST} characters", "shorten it")


def _json_rows(text: str) -> list[dict[str, str]]:
    try:
        read: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _wrong("/", f"the JSON cannot be read: {error}", "correct it") from error
    rows = read.get("members", read.get("rows")) if isinstance(read, dict) else read
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _wrong("/", "the JSON is no list of objects", 'send a list, or {"members": […]}')
    heads = list(dict.fromkeys(str(head) for row in rows for head in _flat(row)))
    _check_heads(heads)
    flat = [_flat(cast("dict[str, Any]", row)) for row in rows]
    if not all(map(_is_text, [*heads, *(cell for row in flat for cell in row.values())])):
        reason = "the JSON holds a NUL character or half of a surrogate pair"
        raise _wrong("/", reason, "remove it")
    return [{head: row.get(head, "") for head in heads} for row in flat]


def _is_text(text: str) -> bool:
    """Say whether a text can be stored: JSON can write what is none."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _flat(row: dict[str, Any]) -> dict[str, str]:
    """Return the cells of a row as texts; `tags` is an object of them."""
    tags = row.get("tags")
    cells = {**row, **tags} if isinstance(tags, dict) else row
    return {
        str(head): "" if value is None else str(value).strip()
        for head, value in cells.items()
        if head != "tags"
    }


def _column(head: str, cells: Sequence[str]) -> TableColumn:
    lowered = head.lower()
    are_numbers = all(cell == "" or _number(cell) is not None for cell in cells)
    for suffix, unit, scale, role in SUFFIXES if are_numbers else ():
        if lowered.endswith(suffix) and len(head) > len(suffix):
            name = head[: -len(suffix)]
            said = f"{name} per thread" if _THREAD.search(suffix) else name
            return TableColumn(head, said, unit, scale, role)
    return TableColumn(head, head, "", 1.0, "setting")


def _named(columns: Sequence[TableColumn], row: Mapping[str, str]) -> str:
    return ", ".join(f"{one.name} = {row[one.head]}" for one in columns if one.role == "setting")


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _result(cell: str, scale: float, where: tuple[int, str]) -> PublishedResult | None:
    return None if cell == "" else PublishedResult(_positive(cell, scale, where))


def _positive(cell: str, scale: float, where: tuple[int, str]) -> float:
    number = _number(cell)
    row, head = where
    if number is None or number <= 0.0:
        reason = f"row {row + 1}, “{head}”: “{cell[:40]}” is no positive number"
        remedy = "a ratio needs positive numbers; leave the cell empty if it is not known"
        raise _wrong(f"/rows/{row}/{head}", reason, remedy)
    if not SMALLEST <= number * scale <= LARGEST:
        reason = f"row {row + 1}, “{head}”: “{cell[:40]}” is too small or too large to be divided"
        raise _wrong(f"/rows/{row}/{head}", reason, "give it in another unit")
    return number * scale


def _from_members(table: SplitTable, choice: TableChoice) -> PublishedSubject:
    taken = (*MEMBER_COLUMNS, *ENDS, *OTHERS)
    objectives, sides = [], ([], [])  # type: tuple[list[PublishedObjective], tuple[list[PublishedResult | None], list[PublishedResult | None]]]
    for at, row in enumerate(table.rows):
        better = row.get("better", "") or "lower"
        if better not in ("lower", "higher"):
            reason = f"row {at + 1}: “{better[:40]}” is neither lower nor higher"
            raise _wrong(f"/rows/{at}/better", reason, "write lower or higher")
        tags = {head: cell for head, cell in row.items() if head not in taken and cell}
        is_weighed = row.get("weighed", "").lower() not in ("no", "false", "0")
        objectives.append(
            PublishedObjective(
                row["name"], row.get("unit", ""), cast("Better", better), is_weighed, tags
            )
        )
        for number, place in enumerate(("baseline", "contender")):
            sides[number].append(_member_result(row, place, at))
    names = [one.name for one in objectives]
    if len(set(names)) != len(names) or "" in names:
        raise _wrong("/rows", "a member has no name, or one twice", "name every member once")
    return PublishedSubject(
        source=choice.source,
        objectives=objectives,
        alternatives=[
            PublishedAlternative(place, results)
            for place, results in zip(("baseline", "contender"), sides, strict=True)
        ],
        baseline=0,
        contender=1,
    )


def _member_result(row: Mapping[str, str], place: str, at: int) -> PublishedResult | None:
    if row[place] == "":
        return None
    value = _positive(row[place], 1.0, (at, place))
    ends = [row.get(f"{place}_{end}", "") for end in ("low", "high")]
    if not all(ends):
        return PublishedResult(value)
    low, high = (_positive(end, 1.0, (at, place)) for end in ends)
    if not low <= value <= high:
        reason = f"row {at + 1}: the interval of the {place} does not hold its value"
        raise _wrong(f"/rows/{at}/{place}", reason, "correct the interval or leave it out")
    return PublishedResult(value, low, high)


def _wrong(pointer: str, reason: str, remedy: str) -> InvalidError:
    return InvalidError(reason, [Fault(pointer, reason, remedy)])
