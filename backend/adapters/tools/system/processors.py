"""STREAM and CoreMark, as they print."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    measured,
)
from backend.domain.catalogue.parameters import Scalar

_STREAM_HEAD = re.compile(
    r"^[ \t]*+Function {2,}(?:Best )?Rate \(?MB/s\)? +Avg time +Min time +Max time", re.MULTILINE
)
_STREAM_ROW = re.compile(
    r"(?P<name>\w++):[ \t]++(?P<rate>[\d.]++)[ \t]++(?P<mean>[\d.]++)[ \t]++(?P<least>[\d.]++)"
    r"[ \t]++(?P<most>[\d.]++)[ \t]*+$"
)
_STREAM_THREADS = re.compile(r"Number of Threads (?:counted|requested) = (?P<count>\d++)")
_STREAM_SIZE = re.compile(r"Array size = (?P<count>\d++)")
_STREAM_FAILED = re.compile(r"Failed Validation on array")

_COREMARK_RATE = re.compile(r"^Iterations/Sec[ \t]*+: (?P<rate>[\d.]++)", re.MULTILINE)
_COREMARK_SIGN = re.compile(r"^CoreMark Size[ \t]*+: \d", re.MULTILINE)
_COREMARK_THREADS = re.compile(r"Parallel (?P<how>\w++)[ \t]*+: (?P<count>\d++)")
_COREMARK_FAULT = re.compile(r"(?P<reason>ERROR! [^\r\n]++|Errors detected)")
_COREMARK = "CoreMark"


def _stream_sign(file: ToolText) -> str:
    found = _STREAM_HEAD.search(file.head)
    return f"the head “{' '.join(found[0].split())}” of STREAM" if found else ""


def _read_stream(file: ToolText) -> Items:
    """Read the table of each run; a validation that failed makes its numbers worthless."""
    parameters: dict[str, Scalar] = {}
    rows: list[tuple[int, re.Match[str]]] = []
    is_table, reason = False, ""
    for number, line in [*file.numbered(), (0, "STREAM version")]:
        if line.startswith("STREAM version"):
            yield from _stream_run(rows, parameters, reason)
            rows, parameters, reason = [], {}, ""
        elif found := _STREAM_SIZE.match(line):
            parameters["array_size"] = int(found["count"])
        elif found := _STREAM_THREADS.match(line):
            parameters["threads"] = int(found["count"])
        elif _STREAM_HEAD.match(line):
            is_table = True
        elif is_table and (found := _STREAM_ROW.match(line.strip())):
            rows.append((number, found))
        elif _STREAM_FAILED.match(line.strip()):
            reason = "STREAM found a wrong result: Failed Validation"


def _stream_run(
    rows: list[tuple[int, re.Match[str]]], parameters: dict[str, Scalar], reason: str
) -> Items:
    for number, found in rows:
        place = f"line {number}"
        if reason:
            yield Reading(found["name"], parameters=parameters, failure=reason, place=place)
        else:
            yield from guarded(place, (parameters, found), _stream_row)


def _stream_row(row: tuple[dict[str, Scalar], re.Match[str]], place: str) -> Items:
    parameters, found = row
    name = found["name"]
    yield Reading(
        name, "MB/s", read_number(found["rate"]), "bandwidth", parameters, direction=HIGHER,
        place=place,
    )  # fmt: skip
    mean, least, most = (measured(found[key]) for key in ("mean", "least", "most"))
    yield Reading(
        name, "s", mean, "time", parameters, low=least, high=most, spread="range",
        direction=LOWER, place=place,
    )  # fmt: skip


def _coremark_sign(file: ToolText) -> str:
    is_here = _COREMARK_SIGN.search(file.head) and _COREMARK_RATE.search(file.head)
    return "lines CoreMark Size and Iterations/Sec of CoreMark" if is_here else ""


def _read_coremark(file: ToolText) -> Items:
    """Read each run; one that is too short or computes a wrong result is a failure."""
    parameters: dict[str, Scalar] = {}
    rate: tuple[float, str] | None = None
    fault = ""
    for number, line in [*file.numbered(), (0, "CoreMark Size    : 0")]:
        if _COREMARK_SIGN.match(line):
            yield from _coremark_run(rate, parameters, fault)
            rate, parameters, fault = None, {}, ""
        elif found := _COREMARK_RATE.match(line):
            rate = (measured(found["rate"]), f"line {number}")
        elif found := _COREMARK_THREADS.match(line):
            parameters = {"threads": int(found["count"])}
        elif found := _COREMARK_FAULT.match(line):
            fault = fault or found["reason"]


def _coremark_run(
    rate: tuple[float, str] | None, parameters: dict[str, Scalar], fault: str
) -> Items:
    if rate is None:
        return
    value, place = rate
    if fault:
        yield Reading(_COREMARK, parameters=parameters, failure=fault, place=place)
    else:
        yield Reading(
            _COREMARK, "iterations/s", value, "throughput", parameters, direction=HIGHER,
            place=place,
        )  # fmt: skip


STREAM = ToolFormat("stream", "STREAM", _stream_sign, _read_stream)
COREMARK = ToolFormat("coremark", "CoreMark", _coremark_sign, _read_coremark)
