"""wrk and wrk2."""

import re

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    number_unit,
)
from backend.adapters.tools.system.hdr_histogram import spectrum
from backend.domain.catalogue.parameters import Scalar

_RUN = re.compile(r"^\s*Running (?P<time>\S+) test @ (?P<url>\S+)")
_LOAD = re.compile(r"^\s*(?P<threads>\d+) threads and (?P<connections>\d+) connections")
_LATENCY = re.compile(
    r"^\s*+Latency\s++(?P<mean>[\d.]++[a-z]++)\s++[\d.]++[a-z%]++\s++(?P<max>[\d.]++[a-z]++)\s++[\d.]++%"
)
_PERCENTILE = re.compile(r"^\s*(?P<share>\d+(?:\.\d+)?)%\s+(?P<value>[\d.]+(?:us|ms|s|m))\s*$")
_RATE = re.compile(r"^\s*Requests/sec:\s+(?P<value>[\d.]+)")
_TRANSFER = re.compile(r"^\s*Transfer/sec:\s+(?P<value>[\d.]++)(?P<unit>[A-Za-z]++)")
_ERRORS = re.compile(r"^\s*Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)")
_NOT_OK = re.compile(r"^\s*Non-2xx or 3xx responses: (\d+)")
_WHOLE = 100
_SIZES = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB", "B": "B"}
"""wrk prints multiples of 1,024 under the names of multiples of 1,000."""


def _sign(file: ToolText) -> str:
    found = _first(_RUN, file.head)
    is_here = found and re.search(r"^[ \t]*+Requests/sec:", file.text, re.MULTILINE)
    return f"“{found[0].strip()[:80]}”, as wrk prints" if is_here and found else ""


def _first(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return next((found for line in text.splitlines() if (found := pattern.match(line))), None)


def _read(file: ToolText) -> Items:
    """Read each run; a file may hold several, one after the other."""
    lines = list(file.numbered())
    begins = [index for index, (_, line) in enumerate(lines) if _RUN.match(line)]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield from guarded(f"line {lines[begin][0]}", lines[begin:end], _run)


def _run(lines: list[tuple[int, str]], place: str) -> Items:
    text = "\n".join(line for _, line in lines)
    run, load = _first(_RUN, text), _first(_LOAD, text)
    if run is None or not _first(_RATE, text):
        raise UnreadableError("the run has no line Requests/sec", "Send wrk's whole output.")
    name = run["url"]
    parameters: dict[str, Scalar] = {}
    if load:
        parameters = {"threads": int(load["threads"]), "connections": int(load["connections"])}
    has_spectrum = "Detailed Percentile spectrum" in text
    if has_spectrum:
        reading = spectrum(ToolText(text), name, place)
        yield Reading(
            name, reading.unit, metric="latency", parameters=parameters, direction=LOWER,
            histogram=reading.histogram, failure=reading.failure, place=place,
        )  # fmt: skip
    for number, line in lines:
        yield from _line(line, name, parameters, f"line {number}", has_spectrum=has_spectrum)


def _line(
    line: str, name: str, parameters: dict[str, Scalar], place: str, *, has_spectrum: bool
) -> Items:
    if found := _RATE.match(line):
        value = read_number(found["value"])
        yield Reading(name, "op/s", value, "throughput", parameters, direction=HIGHER, place=place)
    elif found := _TRANSFER.match(line):
        unit = f"{_SIZES.get(found['unit'], found['unit'])}/s"
        yield Reading(name, unit, read_number(found["value"]), "bandwidth", parameters, place=place)
    elif (found := _LATENCY.match(line)) and not has_spectrum:
        value, unit = number_unit(found["mean"])
        yield Reading(name, _time(unit), value, "latency_mean", parameters, place=place)
        most, most_unit = number_unit(found["max"])
        yield Reading(name, _time(most_unit), most, "latency_max", parameters, place=place)
    elif (found := _PERCENTILE.match(line)) and not has_spectrum:
        if float(found["share"]) == _WHOLE:
            return  # the slowest, which the line Latency says too
        value, unit = number_unit(found["value"])
        metric = percentile_name(found["share"])
        yield Reading(name, _time(unit), value, metric, parameters, place=place)
    elif found := _ERRORS.match(line):
        errors = float(sum(map(int, found.groups())))
        yield Reading(name, "1", errors, "socket_errors", parameters, direction=LOWER, place=place)
    elif found := _NOT_OK.match(line):
        yield Reading(
            name, "1", float(found[1]), "failed_responses", parameters, direction=LOWER, place=place
        )


def _time(unit: str) -> str:
    return {"m": "min"}.get(unit, unit)


def percentile_name(share: str) -> str:
    """Return the metric of a percentile: 99 % is latency_p99, 99.9 % latency_p99.9."""
    plain = share.rstrip("0").rstrip(".") if "." in share else share
    return f"latency_p{plain}" if plain != "100" else "latency_max"


WRK = ToolFormat("wrk", "wrk and wrk2", _sign, _read)
