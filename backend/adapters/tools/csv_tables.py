"""Rows of CSV files with a head, whatever is missing in them."""

import csv
from collections.abc import Iterator

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import ToolText


class CsvRow(dict[str, str]):
    """A row by the names of its columns; a cell that is not there is empty."""

    def __missing__(self, _: str) -> str:
        """Return what a column holds that the file has not."""
        return ""


def csv_rows(file: ToolText, delimiter: str = ",", head: int = 0) -> Iterator[tuple[int, CsvRow]]:
    """Yield each row with its line; `head` lines come before that of the names.

    Raises UnreadableError where the file is no CSV.
    """
    lines = file.text.splitlines()[head:]
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        names = next(reader, [])
        for cells in reader:
            if cells:
                yield head + reader.line_num, CsvRow(zip(names, cells, strict=False))
    except csv.Error as error:
        line = head + reader.line_num
        raise UnreadableError(f"line {line} is no CSV: {error}", "Send it as written.") from error
