"""Tables as text: columns in line, numbers to the right, never wider than the terminal."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

GAP = "  "
NARROWEST = 8
"""Columns of text shrink to this, then the line is allowed to be longer."""
READABLE = 26
"""Columns of text are comfortable from here on."""
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Column:
    head: str
    is_number: bool = False
    is_whole: bool = False
    """Never shortened: an id, a hash, a number."""
    spare: int = 0
    """Left out where the line would not fit, the highest first; 0: never."""


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table with its heads."""
    kept = _shown_columns(columns, rows, width)
    columns = [columns[at] for at in kept]
    cells = [[one.head for one in columns], *[[row[at] for at in kept] for row in rows]]
    widths = [max(cell_width(row[at]) for row in cells) for at in range(len(columns))]
    widths = _fitting(columns, widths, width)
    return [_line(columns, widths, row).rstrip() for row in cells]


def _shown_columns(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int
) -> list[int]:
    """Return the columns that are shown: those with anything in them, as far as they fit."""
    kept = [at for at in range(len(columns)) if not rows or any(row[at] for row in rows)]
    while _comfortable(columns, rows, kept) > width:
        spare = max(kept, key=lambda at: columns[at].spare)
        if not columns[spare].spare:
            break
        kept.remove(spare)
    return kept


def _comfortable(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], kept: Sequence[int]
) -> int:
    """Return the width at which text can still be told apart."""
    total = 0
    for at in kept:
        column = columns[at]
        widest = max(cell_width(text) for text in (column.head, *(row[at] for row in rows)))
        total += widest if column.is_number or column.is_whole else min(widest, READABLE)
    return total + len(GAP) * (len(kept) - 1)


def _fitting(columns: Sequence[Column], widths: list[int], width: int) -> list[int]:
    """Take from the widest columns of text until the line fits."""
    elastic = [at for at, one in enumerate(columns) if not (one.is_number or one.is_whole)]
    over = sum(widths) + len(GAP) * (len(widths) - 1) - width
    while over > 0:
        widest = max(elastic, key=lambda at: widths[at], default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
        over -= 1
    return widths


def _line(columns: Sequence[Column], widths: Sequence[int], row: Sequence[str]) -> str:
    cells = zip(columns, widths, row, strict=True)
    return GAP.join(_padded(shortened(cell, width), width, one) for one, width, cell in cells)


def _padded(text: str, width: int, column: Column) -> str:
    space = " " * (width - cell_width(text))
    return space + text if column.is_number else text + space


def shortened(text: str, width: int) -> str:
    if cell_width(text) <= width:
        return text
    while text and cell_width(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def cell_width(text: str) -> int:
    """Return the columns that text takes on a terminal."""
    return sum(_width(sign) for sign in text)


def _width(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1


def wrapped(text: str, width: int) -> list[str]:
    """Break prose at spaces; a longer word stands alone."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and cell_width(lines[-1]) + 1 + cell_width(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines
