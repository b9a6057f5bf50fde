"""Rows as comma-separated text that no spreadsheet runs as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = str | int | float | None


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """Write RFC 4180; text that begins like a formula gets a leading apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([[_safe(cell) for cell in row] for row in rows])
    return out.getvalue()


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(RUN_BY_SPREADSHEETS):
        return f"'{cell}"
    return cell
