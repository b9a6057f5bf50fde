"""fio: JSON and what it prints."""

import re
from typing import Any

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import (
    HIGHER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    figure,
    guarded,
    has_keys,
    number_unit,
    of_list,
    of_object,
    optional,
    text_of,
)

_KINDS = ("read", "write", "trim")
_JOB = re.compile(r"^(?P<name>\S.*): \(groupid=\d+, jobs=\d+\): err= *(?P<error>\d+)")
_LINE = re.compile(r"^\s+(?P<kind>read|write|trim)\s*: (?P<rest>.*)$")
_IOPS = re.compile(r"(?i)iops=(?P<value>[\d.]+)(?P<scale>k|M)?")
_BANDWIDTH = re.compile(r"(?i)\bbw=(?P<value>[\d.]+)(?P<unit>[KMGT]?i?B/s)")
_LATENCY = re.compile(
    r"^\s+(?P<kind>clat|lat) \((?P<unit>[num]?sec)\): min=.*?avg=\s*(?P<mean>[\d.]+)"
)
_PERCENTILE_HEAD = re.compile(r"^\s+clat percentiles \((?P<unit>[num]?sec)\)")
_SCALE = {"k": 1e3, "m": 1e6}
_BINARY = {"KB/s": "KiB/s", "MB/s": "MiB/s", "GB/s": "GiB/s"}
"""fio 2 prints multiples of 1,024 under the names of multiples of 1,000."""


def _json_sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "fio version") and not {"jobs", "client_stats"}.isdisjoint(
        file.json
    )
    return "an object with jobs and “fio version”" if is_here else ""


def _read_json(file: ToolText) -> Items:
    for key in ("jobs", "client_stats"):
        yield from each(f"/{key}", of_list(file.json.get(key)), _job)


def _job(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = text_of(fields.get("jobname")) or "job"
    if host := text_of(fields.get("hostname")):
        name = f"{host}/{name}"
    if error := fields.get("error"):
        yield Reading(name, failure=f"fio reports error {error}", place=place)
        return
    for kind in _KINDS:
        side = of_object(fields.get(kind))
        if not optional(side.get("total_ios") or side.get("io_bytes")):
            continue
        here = f"{place}/{kind}"
        iops = figure(side, "iops")
        yield Reading(name, "op/s", iops, f"{kind}_iops", direction=HIGHER, place=f"{here}/iops")
        rate = optional(side.get("bw_bytes"))
        rate = rate if rate is not None else read_number(side.get("bw")) * 1024
        yield Reading(name, "B/s", rate, f"{kind}_bandwidth", direction=HIGHER, place=f"{here}/bw")
        for key, unit in (("clat_ns", "ns"), ("clat", "us")):
            latency = of_object(side.get(key))
            if latency:
                yield from _latencies(name, kind, latency, unit, f"{here}/{key}")
                break


def _latencies(name: str, kind: str, fields: dict[str, Any], unit: str, place: str) -> Items:
    if (mean := optional(fields.get("mean"))) is not None:
        yield Reading(name, unit, mean, f"{kind}_latency_mean", place=f"{place}/mean")
    for share, raw in of_object(fields.get("percentile")).items():
        if (value := optional(raw)) is not None:
            metric = f"{kind}_{percentile_name(str(share))}"
            yield Reading(name, unit, value, metric, place=f"{place}/percentile/{share}")


def _text_sign(file: ToolText) -> str:
    found = re.search(_JOB.pattern, file.head, re.MULTILINE)
    # --output-format=normal,json prints both: the JSON says more
    is_here = found and not _json_sign(file)
    return f"“{found[0][:60]}”, as fio prints a job" if found and is_here else ""


def _read_text(file: ToolText) -> Items:
    name = kind = unit = ""
    for number, line in file.numbered():
        if found := _JOB.match(line):
            name, kind, unit = found["name"], "", ""
            if found["error"] != "0":
                reason = f"fio reports error {found['error']}"
                yield Reading(name, failure=reason, place=f"line {number}")
                name = ""
        elif name and (found := _LINE.match(line)):
            kind = found["kind"]
            yield from guarded(f"line {number}", (name, kind, found["rest"]), _rates)
        elif found := _PERCENTILE_HEAD.match(line):
            unit = _unit(found["unit"])
        elif kind:
            unit = unit if line.lstrip().startswith("|") else ""
            yield from guarded(f"line {number}", (name, kind, unit, line), _times)


def _times(row: tuple[str, str, str, str], place: str) -> Items:
    name, kind, unit, line = row
    if (found := _LATENCY.match(line)) and found["kind"] == "clat":
        mean = read_number(found["mean"])
        yield Reading(name, _unit(found["unit"]), mean, f"{kind}_latency_mean", place=place)
    for part in line.split(",") if unit else ():
        share, is_one, value = part.partition("th=[")
        if is_one:
            metric = f"{kind}_{percentile_name(share.strip(' |'))}"
            yield Reading(name, unit, read_number(value.strip(" ]")), metric, place=place)


def _unit(text: str) -> str:
    return text.removesuffix("ec")


def _rates(row: tuple[str, str, str], place: str) -> Items:
    name, kind, rest = row
    if found := _IOPS.search(rest):
        value = read_number(found["value"]) * _SCALE.get((found["scale"] or "").lower(), 1.0)
        yield Reading(name, "op/s", value, f"{kind}_iops", direction=HIGHER, place=place)
    if found := _BANDWIDTH.search(rest):
        unit = _BINARY.get(found["unit"], found["unit"])
        value, _ = number_unit(found["value"])
        yield Reading(name, unit, value, f"{kind}_bandwidth", direction=HIGHER, place=place)


FIO = ToolFormat("fio", "fio JSON", _json_sign, _read_json)
FIO_TEXT = ToolFormat("fio-text", "fio, printed", _text_sign, _read_text)
