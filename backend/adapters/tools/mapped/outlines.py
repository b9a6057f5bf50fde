"""What a file of no known format holds: its columns, or the fields of its rows, with examples."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.mapped.reading import json_top
from backend.adapters.tools.mapped.tables import outline_table
from backend.adapters.tools.readings import ToolText
from backend.domain.reports.mappings import FileOutline, OutlineColumn

EXAMPLES = 3
LOOKED_AT = 200
"""Rows from which columns and examples are taken."""
MOST_COLUMNS = 200
_DEEPEST = 4
_LONGEST_EXAMPLE = 80


def outline_of(file: ToolText) -> FileOutline | None:
    """Return what a file holds; None where it is neither JSON with rows nor a table."""
    top = json_top(file)
    return _of_table(file) if top is None else _of_json(top)


def _of_table(file: ToolText) -> FileOutline | None:
    table = outline_table(file)
    if table is None:
        return None
    try:
        first = [row.cells for row in islice(table.rows, LOOKED_AT)]
        count = len(first) + sum(1 for _ in table.rows)
    except UnreadableError:
        return None
    columns = [
        _column(name if table.head.index(name) == place else f"#{place + 1}",
                (cells[place].strip() for cells in first if place < len(cells)))
        for place, name in enumerate(table.head[:MOST_COLUMNS])
    ]  # fmt: skip
    return FileOutline("table", "", table.delimiter, count, tuple(columns))


def _of_json(top: Any) -> FileOutline | None:  # noqa: ANN401  any JSON value
    found = max(_row_lists(top, "$", 0), key=lambda one: len(one[1]), default=None)
    if found is None:
        return None
    path, rows, is_named = found
    fields: dict[str, list[Any]] = {"~": []} if is_named else {}
    for name, row in rows[:LOOKED_AT]:
        for source, value in chain([("~", name)] if is_named else [], _fields(row, "", 0)):
            if len(fields) < MOST_COLUMNS or source in fields:
                fields.setdefault(source, []).append(value)
    columns = tuple(_column(source, values) for source, values in fields.items())
    return FileOutline("json", path, "", len(rows), columns)


def _row_lists(
    value: Any,  # noqa: ANN401  any JSON value
    path: str,
    depth: int,
) -> Iterator[tuple[str, list[tuple[str, dict[str, Any]]], bool]]:
    """Yield lists of objects, and objects of objects: what may be rows."""
    if isinstance(value, list):
        rows = [("", one) for one in value if isinstance(one, dict)]
        if rows and len(rows) == len(value):
            yield f"{path}[*]", rows, False
    elif isinstance(value, dict) and depth < _DEEPEST:
        named = [(name, one) for name, one in value.items() if isinstance(one, dict)]
        if len(named) > 1 and len(named) == len(value):
            yield f"{path}.*", named, True
        for name, inner in value.items():
            yield from _row_lists(inner, f"{path}{_step(name)}", depth + 1)


def _step(name: str) -> str:
    return f"['{name}']" if any(one in name for one in ".[]~*") else f".{name}"


def _fields(row: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        source = f"{before}{_step(name)}" if before else _step(name).removeprefix(".")
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _fields(value, source, depth + 1)
        elif not isinstance(value, dict):
            yield source, value


def _column(source: str, values: Iterable[Any]) -> OutlineColumn:
    given = [value for value in values if value is not None and value != ""]
    examples = tuple(_shown(value) for value in given[:EXAMPLES])
    return OutlineColumn(source, examples, bool(given) and all(map(_is_number, given)))


def _shown(value: Any) -> str:  # noqa: ANN401  any JSON value
    text = ", ".join(map(str, value[:EXAMPLES])) if isinstance(value, list) else str(value)
    return text[:_LONGEST_EXAMPLE]


def _is_number(value: Any) -> bool:  # noqa: ANN401  any JSON value
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, int | float) for one in value)
    try:
        read_number(value)
    except UnreadableError:
        return False
    return True
