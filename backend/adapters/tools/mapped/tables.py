"""Tables as text: the delimiter, the line with the names of the columns, and the rows below it."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import ToolText

DELIMITERS = ("\t", ";", ",", "|")
LOOKED_AT = 50
"""Lines at the beginning in which the names of the columns may stand."""


@dataclass(frozen=True, slots=True)
class TableRow:
    line: int
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class TextTable:
    delimiter: str
    head: tuple[str, ...]
    rows: Iterator[TableRow]


def table_of(file: ToolText, delimiter: str, wanted: Sequence[str]) -> TextTable:
    """Find the table that has the wanted columns; UnreadableError where there is none."""
    delimiters = (delimiter,) if delimiter else DELIMITERS
    for one in delimiters:
        for line, cells in _first_lines(file, one):
            if len(cells) > 1 or (delimiter and cells) or (cells and set(wanted) <= {cells[0]}):
                if missing_of(cells, wanted):
                    continue
                return TextTable(one, tuple(cells), _rows(file, one, line))
    raise UnreadableError(*_refusal(file, delimiters, wanted))


def _refusal(file: ToolText, delimiters: Sequence[str], wanted: Sequence[str]) -> tuple[str, str]:
    found = outline_head(file, delimiters)
    if found is None:
        return "the file is no table", "Send a table with one line of column names."
    missing = ", ".join(f"“{one[:40]}”" for one in missing_of(found, wanted)[:5])
    shown = ", ".join(f"“{one[:40]}”" for one in found[:12])
    return f"the table has no column {missing}", f"There are: {shown}."


def missing_of(cells: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Return the wanted columns that a line of names does not have."""
    return [one for one in wanted if place_of(one, cells) is None]


def place_of(source: str, head: Sequence[str]) -> int | None:
    """Return the place of a column by its name, or by `#` and its number."""
    if source in head:
        return head.index(source)
    number = source[1:]
    if source.startswith("#") and number.isascii() and number.isdigit() and len(number) < 6:  # noqa: PLR2004
        place = int(number) - 1
        return place if 0 <= place < len(head) else None
    return None


def outline_head(file: ToolText, delimiters: Sequence[str] = DELIMITERS) -> tuple[str, ...] | None:
    """Return the first line that names columns under which rows of the same width stand."""
    table = outline_table(file, delimiters)
    return None if table is None else table.head


def outline_table(file: ToolText, delimiters: Sequence[str] = DELIMITERS) -> TextTable | None:
    """Return the table that a file holds, without knowing what is looked for."""
    best: tuple[int, int, str, tuple[str, ...]] | None = None
    for delimiter in delimiters:
        lines = list(_first_lines(file, delimiter))
        for (line, cells), (_, below) in pairwise(lines):
            if len(cells) == len(below) > 1 and _names(cells):
                found = (len(cells), line, delimiter, tuple(cells))
                best = found if best is None or found[0] > best[0] else best
                break
    if best is None:
        return None
    _, line, delimiter, head = best
    return TextTable(delimiter, head, _rows(file, delimiter, line))


def _names(cells: Sequence[str]) -> bool:
    """Say whether cells may name columns: all are given, and none is a number."""
    return all(cell and not cell.replace(".", "").replace(",", "").isdigit() for cell in cells)


def _first_lines(file: ToolText, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    lines = islice(enumerate(file.head.splitlines(), start=1), LOOKED_AT)
    for line, text in lines:
        if text.strip() and not text.startswith("#"):
            try:
                cells = next(csv.reader([text], delimiter=delimiter), [])
            except csv.Error:
                continue
            yield line, [cell.strip() for cell in cells]


def _rows(file: ToolText, delimiter: str, head_line: int) -> Iterator[TableRow]:
    reader = csv.reader(islice(_lines(file.text), head_line, None), delimiter=delimiter)
    try:
        for cells in reader:
            if cells and any(cell.strip() for cell in cells) and not cells[0].startswith("#"):
                yield TableRow(head_line + reader.line_num, cells)
    except csv.Error as error:
        line = head_line + reader.line_num
        raise UnreadableError(f"line {line} is no row of a table: {error}", "Mend it.") from error


def _lines(text: str) -> Iterator[str]:
    """Yield lines with their ends, without a second copy of the whole text."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start : end + 1]
        start = end + 1
    if start < len(text):
        yield text[start:]
