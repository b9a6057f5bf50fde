"""h2load, as it prints at its end."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.load.durations import seconds_of
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    measured,
    number_unit,
)
from backend.domain.catalogue.parameters import Scalar

_NAME = "requests"
_FINISHED = re.compile(
    r"^finished in [^\s,]++, (?P<rate>[\d.]++) req/s, (?P<moved>[\d.]++[KMGT]?B)/s", re.MULTILINE
)
_REQUESTS = "requests: "
_CLIENTS = re.compile(r"spawning thread #\d++: (?P<clients>\d++) total client")
_HEAD = ["min", "max"]
_ROWS = {
    "time for request": "latency", "request": "latency", "time for connect": "connect_time",
    "connect": "connect_time", "time to 1st byte": "time_to_first_byte",
    "TTFB": "time_to_first_byte",
}  # fmt: skip
_RATE = "req/s"
_BINARY = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB"}
"""h2load prints multiples of 1,024 under these names."""


def _sign(file: ToolText) -> str:
    found = _FINISHED.search(file.head)
    is_here = found and "requests: " in file.head and " succeeded, " in file.head
    return f"“{found[0]}”, as h2load prints" if found and is_here else ""


def _read(file: ToolText) -> Items:
    parameters: dict[str, Scalar] = {}
    clients, columns, answered = 0, [""], True
    for number, line in file.numbered():
        place = f"line {number}"
        if spawned := _CLIENTS.match(line):
            clients += int(spawned["clients"])
        elif finished := _FINISHED.match(line):
            parameters = {"clients": clients} if clients else {}
            clients = 0
            yield from _rates(finished, parameters, place)
        elif line.startswith(_REQUESTS):
            parts = (one.split() for one in line.removeprefix(_REQUESTS).split(","))
            counts = {one[-1]: int(one[0]) for one in parts if one and one[0].isdecimal()}
            answered = bool(counts.get("succeeded", 0) + counts.get("failed", 0))
            if not answered:
                yield unanswered(_NAME, place, parameters)
            failed = float(counts.get("failed", 0) + counts.get("errored", 0))
            yield Reading(
                _NAME, "1", failed, "failed_responses", parameters, direction=LOWER, place=place
            )
        elif line.split()[:2] == _HEAD:
            columns = line.replace("+/-", "+/- ").replace("+/-  sd", "within").split()
        elif answered and line.partition(":")[0].strip() in {*_ROWS, _RATE}:
            yield from guarded(place, (line, columns, parameters), _row)


def _rates(found: re.Match[str], parameters: dict[str, Scalar], place: str) -> Items:
    rate = read_number(found["rate"])
    yield Reading(_NAME, "op/s", rate, "throughput", parameters, direction=HIGHER, place=place)
    moved, unit = number_unit(found["moved"])
    yield Reading(
        _NAME, f"{_BINARY.get(unit, unit)}/s", moved, "bandwidth", parameters, direction=HIGHER,
        place=place,
    )  # fmt: skip


def _row(row: tuple[str, list[str], dict[str, Scalar]], place: str) -> Items:
    """Read one line of the table by the names above it: min, max, median, p95, mean, sd."""
    line, columns, parameters = row
    name, _, rest = line.partition(":")
    cells = dict(zip(columns, rest.split(), strict=False))
    if name.strip() == _RATE:
        low, high = (measured(cells.get(key)) for key in ("min", "max"))
        yield Reading(
            _NAME, "op/s", measured(cells.get("mean")), "throughput_per_client", parameters,
            low=low, high=high, spread="range", sd=measured(cells.get("sd")), direction=HIGHER,
            place=place,
        )  # fmt: skip
        return
    metric = _ROWS[name.strip()]
    sd = seconds_of(cells["sd"]) if "sd" in cells else None
    for key, text in cells.items():
        if key not in {"sd", "within"}:
            ending = "p50" if key == "median" else key
            yield Reading(
                _NAME, "s", seconds_of(text), f"{metric}_{ending}", parameters,
                sd=sd if key == "mean" else None, direction=LOWER, place=place,
            )  # fmt: skip


H2LOAD = ToolFormat("h2load", "h2load", _sign, _read)
