"""Reads a file by a declared mapping, row by row."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.mapped.json_paths import JsonRow, found_in, path_of, rows_of
from backend.adapters.tools.mapped.tables import TableRow, place_of, table_of
from backend.adapters.tools.readings import Items, Reading, ToolFormat, ToolText, number_unit
from backend.domain.catalogue.parameters import Scalar
from backend.domain.reports.mappings import MappedMetric, ReportMapping

Cell: TypeAlias = Callable[[str], list[Any]]
"""What a row holds at a source."""
_FAILED = frozenset({"nan", "inf", "-inf", "infinity", "failed", "fail", "error", "timeout",
                     "skipped", "skip", "oom", "crash"})  # fmt: skip
_LIST = re.compile(r"[;|\s]+")
_LONG = 16
"""Longer digits are a name, not a number."""
_ROW_REMEDY = "Correct the row, or the mapping."


def mapped_format(name: str, mapping: ReportMapping) -> ToolFormat:
    """Return a mapping as a format among others."""
    return ToolFormat(
        name=f"mapping:{name}" if name else "mapping",
        title=f"the mapping “{name}”" if name else "the mapping given",
        sign=partial(_sign, mapping),
        read=partial(_read, mapping),
        suite=name or "mapped",
    )


def _sign(mapping: ReportMapping, file: ToolText) -> str:
    """Say by what a file fits: everything that the mapping asks for is in its first row."""
    try:
        row = next(_rows(mapping, file), None)
        first = next(_row(mapping, row[1], row[0]), None) if row else None
    except UnreadableError:
        return ""
    what = "columns" if mapping.kind == "table" else "fields"
    return f"its {what} {', '.join(mapping.sources()[:4])}" if isinstance(first, Reading) else ""


def _read(mapping: ReportMapping, file: ToolText) -> Items:
    for place, cell in _rows(mapping, file):
        try:
            yield from _row(mapping, cell, place)
        except UnreadableError as error:
            yield Rejected(place, error.reason, error.remedy)


def _rows(mapping: ReportMapping, file: ToolText) -> Iterator[tuple[str, Cell]]:
    if mapping.kind == "json":
        yield from _json_rows(mapping, file)
        return
    table = table_of(file, mapping.delimiter, mapping.sources())
    places = {source: place_of(source, table.head) for source in mapping.sources()}
    for row in table.rows:
        yield f"line {row.line}", partial(_table_cell, places, row)


def _table_cell(places: dict[str, int | None], row: TableRow, source: str) -> list[Any]:
    place = places.get(source)
    text = row.cells[place].strip() if place is not None and place < len(row.cells) else ""
    return [text] if text else []


def _json_rows(mapping: ReportMapping, file: ToolText) -> Iterator[tuple[str, Cell]]:
    for source in mapping.sources():
        path_of(source)  # a wrong path is a fault of the mapping, not of each row
    top = json_top(file)
    if top is None:
        raise UnreadableError("the file is no JSON", "Send JSON, or a mapping of kind table.")
    path = path_of(mapping.rows or ("$[*]" if isinstance(top, list) else "$"))
    count = 0
    for row in rows_of(top, path):
        count += 1
        yield f"row {count}", partial(_json_cell, row)
    if not count:
        raise UnreadableError(
            f"nothing stands at {mapping.rows or '$[*]'}", "Correct the path of the rows."
        )


def json_top(file: ToolText) -> Any:  # noqa: ANN401  any JSON value
    """Return the document of a file; lines of JSON are a list of them."""
    return file.json if file.json is not None else [row for _, row in file.json_lines] or None


def _json_cell(row: JsonRow, source: str) -> list[Any]:
    return [one for one in found_in(row, path_of(source)) if one is not None and one != ""]


def _row(mapping: ReportMapping, cell: Cell, place: str) -> Iterator[Reading]:
    benchmark = "/".join(_text(cell, source) for source in mapping.benchmark)
    parameters: dict[str, Scalar] = {}
    for name, source in mapping.parameters.items():
        if (value := _scalar(cell, source)) is not None:
            parameters[name] = value
    commit = _text(cell, mapping.commit) if mapping.commit else ""
    time = read_time(_one(cell, mapping.time)) if mapping.time else None
    if mapping.time and time is None:
        raise UnreadableError(f"“{mapping.time}” names no time", _ROW_REMEDY)
    head = partial(Reading, benchmark, parameters=parameters, place=place, commit=commit, time=time)
    count = 0
    for metric in mapping.metrics:
        if any(cell(source) for source in (metric.value, *metric.samples) if source):
            count += 1
            yield _reading(mapping, metric, cell, head)
    if not count:
        raise UnreadableError("the row has no number where the mapping looks", _ROW_REMEDY)


def _reading(
    mapping: ReportMapping, metric: MappedMetric, cell: Cell, head: Callable[..., Reading]
) -> Reading:
    name = _text(cell, metric.metric) if metric.metric else ""
    unit = _text(cell, metric.unit) if metric.unit else ""
    head = partial(head, metric=name, direction=metric.direction)
    if metric.samples:
        raw = [value for source in metric.samples for value in _flat(cell(source))]
        failed = _failure(raw[0]) if len(raw) == 1 else ""
        if failed:
            return head(unit=unit, failure=failed)
        return head(unit=unit, samples=tuple(_number(mapping, one) for one in raw))
    raw_value = _one(cell, metric.value)
    if failed := _failure(raw_value):
        return head(unit=unit, failure=failed)
    if isinstance(raw_value, list):
        return head(unit=unit, samples=tuple(_number(mapping, one) for one in raw_value))
    if unit or not isinstance(raw_value, str) or mapping.decimal == ",":
        return head(unit=unit, value=_number(mapping, raw_value))
    value, behind = number_unit(raw_value)
    return head(unit=behind, value=value)


def _flat(values: list[Any]) -> Iterator[Any]:
    """Yield single samples out of cells, lists, and texts that hold several."""
    for value in values:
        if isinstance(value, list):
            yield from value
        elif isinstance(value, str):
            yield from (one for one in _LIST.split(value.strip().strip("[]")) if one)
        else:
            yield value


def _failure(raw: Any) -> str:  # noqa: ANN401  any JSON value
    return raw if isinstance(raw, str) and raw.strip().lower() in _FAILED else ""


def _number(mapping: ReportMapping, raw: Any) -> float:  # noqa: ANN401  any JSON value
    if isinstance(raw, str):
        raw = raw.strip().strip(",") if mapping.decimal == "." else raw.strip()
        if mapping.decimal == ",":
            raw = raw.replace(".", "").replace("\u00a0", "").replace(" ", "").replace(",", ".")
    return read_number(raw)


def _one(cell: Cell, source: str) -> Any:  # noqa: ANN401  any JSON value
    found = [source[1:]] if source.startswith("=") else cell(source)
    if not found:
        raise UnreadableError(f"the row has nothing at “{source[:80]}”", _ROW_REMEDY)
    return found[0] if len(found) == 1 else found


def _text(cell: Cell, source: str) -> str:
    one = _one(cell, source)
    if isinstance(one, str):
        return one
    if isinstance(one, bool) or not isinstance(one, int | float):
        raise UnreadableError(f"“{source[:80]}” is not a text", _ROW_REMEDY)
    return f"{one:.17g}" if isinstance(one, float) else str(one)


def _scalar(cell: Cell, source: str) -> Scalar | None:
    """Return a parameter; numbers written as plain digits are numbers."""
    found = [source[1:]] if source.startswith("=") else cell(source)
    if not found or isinstance(found[0], list | dict):
        return None
    one = found[0]
    if isinstance(one, str) and one.isascii() and one.isdigit() and len(one) < _LONG:
        return int(one) if str(int(one)) == one else one
    return one if isinstance(one, str | bool | int | float) else None
