"""Benchee of Elixir: what it prints, and the JSON of benchee_json."""

import re
from collections.abc import Iterator
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    has_keys,
    in_unit,
    number_unit,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_HEAD = re.compile(r"^Name[ \t]++ips[ \t]++average[ \t]++deviation", re.MULTILINE)
_INPUT = re.compile(r"##### With input (?P<input>[^\r\n]*?) #####")
_GAP = re.compile(r" {2,}")
_KINDS = {
    "Memory usage statistics": ("memory_per_op", "B/op"),
    "Reduction count statistics": ("reductions_per_op", "1/op"),
}
_SIZES = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB"}
"""Benchee prints multiples of 1,024 under these names."""
_COUNTS = {"": 1.0, "K": 1e3, "M": 1e6, "B": 1e9}
_PERCENTILES = {"median": "p50", "99th %": "p99"}
_TIMES = "run_time_data"
_NO_INPUT = "__no_input"


def _sign(file: ToolText) -> str:
    is_here = _HEAD.search(file.head)
    return "the head Name, ips, average, deviation of Benchee" if is_here else ""


def _read(file: ToolText) -> Items:
    """Read the table of each input: times, and below them memory and reductions."""
    columns: list[str] = []
    title, parameters = "", dict[str, Scalar]()
    for number, line in file.numbered():
        if found := _INPUT.match(line.strip()):
            parameters, columns, title = {"input": found["input"]}, [], ""
        elif line.strip().rstrip(":") in _KINDS:
            title, columns = line.strip().rstrip(":"), []
        elif line.startswith("Name "):
            columns = _GAP.split(line.strip())
            title = "" if "ips" in columns else title
        elif not line.strip() or line.startswith("Comparison:"):
            columns = []
        elif columns:
            cells = _GAP.split(line.strip())
            yield from guarded(f"line {number}", (title, columns, cells, parameters), _row)


def _row(row: tuple[str, list[str], list[str], dict[str, Scalar]], place: str) -> Items:
    title, columns, cells, parameters = row
    if len(cells) != len(columns):
        raise UnreadableError(
            "the row has not as many cells as its head", "Send it as Benchee prints it."
        )
    fields = dict(zip(columns, cells, strict=True))
    name = fields["Name"]
    if title:
        metric, unit = _KINDS[title]
        text = fields.get("average") or cells[1]
    else:
        metric, unit, text = "time", "s", fields["average"]
    value, own = _amount(text, unit)
    share = fields.get("deviation", "").strip("±%")
    sd = value * read_number(share) / 100 if share else None
    yield Reading(name, own, value, metric, parameters, sd=sd, direction=LOWER, place=place)
    for column, ending in _PERCENTILES.items():
        if column in fields and not title:
            value, own = _amount(fields[column], unit)
            yield Reading(
                name, own, value, f"{metric}_{ending}", parameters, direction=LOWER, place=place
            )


def _amount(text: str, unit: str) -> tuple[float, str]:
    """Return `624.97 KB` or `1.2 K` as a number with its unit."""
    # behind the number of another job may stand how it compares with the best
    value, own = number_unit(text.partition(" - ")[0])
    if unit == "1/op":
        return value * _COUNTS.get(own, 1.0), unit
    if unit == "B/op":
        return value, f"{_SIZES.get(own, own or 'B')}/op"
    if in_unit(text, "s") is None:
        raise UnreadableError(f"{text[:40]!r} is no duration", "Send it as Benchee prints it.")
    return value, own


def _json_sign(file: ToolText) -> str:
    is_here = any(True for _ in _scenarios(file))
    return "objects with run_time_data, as benchee_json writes" if is_here else ""


def _scenarios(file: ToolText) -> Iterator[tuple[str, dict[str, Any]]]:
    for index, row in enumerate(of_list(file.json)):
        if has_keys(row, _TIMES):
            yield f"/{index}", row


def _read_json(file: ToolText) -> Items:
    for place, row in _scenarios(file):
        yield from guarded(place, row, _scenario)


def _scenario(row: dict[str, Any], place: str) -> Items:
    """Read nanoseconds, bytes and reductions: each sample where they are kept."""
    name = text_of(row.get("name")) or text_of(row.get("job_name")) or "benchmark"
    wanted = text_of(row.get("input_name"))
    parameters: dict[str, Scalar] = (
        {"input": wanted} if wanted and not wanted.startswith(_NO_INPUT) else {}
    )
    for key, metric, unit in (
        (_TIMES, "time", "ns"), ("memory_usage_data", "memory_per_op", "B/op"),
        ("reductions_data", "reductions_per_op", "1/op"),
    ):  # fmt: skip
        data = of_object(row.get(key))
        statistics, samples = of_object(data.get("statistics")), numbers(data.get("samples"))
        average = optional(statistics.get("average"))
        if samples or average is not None:
            yield Reading(
                name, unit, None if samples else average, metric, parameters, samples,
                sd=None if samples else optional(statistics.get("std_dev")),
                n=None if samples else whole(statistics.get("sample_size")), direction=LOWER,
                place=f"{place}/{key}",
            )  # fmt: skip


BENCHEE = ToolFormat("benchee", "Benchee, printed", _sign, _read)
BENCHEE_JSON = ToolFormat("benchee-json", "Benchee JSON", _json_sign, _read_json)
