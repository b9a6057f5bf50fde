"""bombardier: the JSON of --format json, and what it prints."""

import re
from itertools import pairwise
from typing import Any

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.load.durations import seconds_of
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    figure,
    guarded,
    has_keys,
    number_unit,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_ANSWERED = ("req1xx", "req2xx", "req3xx", "req4xx", "req5xx")
_FAILED = ("req4xx", "req5xx", "others")

_BEGIN = "Bombarding "
_HEAD = re.compile(r"^[ \t]*+Statistics[ \t]++Avg[ \t]++Stdev[ \t]++Max[ \t]*+$", re.MULTILINE)
_COUNT = re.compile(r"(?P<code>[1-5]xx|others) - (?P<count>\d++)")
_SHARE = re.compile(r"(?<![\d.])(?P<share>[\d.]++)%[ \t]++(?P<value>\S++)$")
_BINARY = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB", "PB": "PiB"}
"""It prints multiples of 1,024 under these names."""
_BAD = {"4xx", "5xx", "others"}


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "spec", "result") and (
        has_keys(file.json["result"], "timeTakenSeconds", "req2xx")
    )
    return "spec and result with req2xx, as bombardier writes" if is_here else ""


def _read(file: ToolText) -> Items:
    yield from guarded("", file.json, _document)


def _document(fields: dict[str, Any], place: str) -> Items:
    spec, result = of_object(fields.get("spec")), of_object(fields.get("result"))
    name, here = text_of(spec.get("url")) or "requests", f"{place}/result"
    parameters: dict[str, Scalar] = {}
    if count := whole(spec.get("numberOfConnections")):
        parameters["connections"] = count
    if rates := of_object(result.get("rps")):
        yield Reading(
            name, "op/s", figure(rates, "mean"), "throughput", parameters,
            sd=optional(rates.get("stddev")), direction=HIGHER, place=f"{here}/rps",
        )  # fmt: skip
    if not any(optional(result.get(key)) for key in _ANSWERED):
        yield unanswered(name, f"{here}/latency", parameters)
    else:
        yield from _latencies(name, parameters, of_object(result.get("latency")), here)
    seconds = optional(result.get("timeTakenSeconds"))
    moved = sum(optional(result.get(key)) or 0.0 for key in ("bytesRead", "bytesWritten"))
    if seconds and moved:
        rate = moved / seconds
        yield Reading(name, "B/s", rate, "bandwidth", parameters, direction=HIGHER, place=here)
    failed = sum(optional(result.get(key)) or 0.0 for key in _FAILED)
    yield Reading(name, "1", failed, "failed_responses", parameters, direction=LOWER, place=here)


def _latencies(
    name: str, parameters: dict[str, Scalar], fields: dict[str, Any], place: str
) -> Items:
    """Read microseconds; percentiles are there with --latencies."""
    for key, metric in (("mean", "latency_mean"), ("max", "latency_max")):
        if (value := optional(fields.get(key))) is not None:
            sd = optional(fields.get("stddev")) if key == "mean" else None
            yield Reading(name, "us", value, metric, parameters, sd=sd, place=f"{place}/latency")
    for share, raw in of_object(fields.get("percentiles")).items():
        if (value := optional(raw)) is not None:
            metric = percentile_name(share.strip())
            yield Reading(name, "us", value, metric, parameters, place=f"{place}/latency/{share}")


def _text_sign(file: ToolText) -> str:
    is_here = _HEAD.search(file.head) and "Reqs/sec" in file.head and "HTTP codes:" in file.head
    return "the head Statistics, Avg, Stdev, Max of bombardier" if is_here else ""


def _read_text(file: ToolText) -> Items:
    """Read each run of a file: response times only where something answered."""
    name, parameters = "requests", dict[str, Scalar]()
    times: list[Reading] = []
    counts: dict[str, int] = {}
    for number, line in file.numbered():
        place, words = f"line {number}", line.split()
        if line.startswith(_BEGIN):
            name, parameters = words[1], _connections(words)
        elif words[:1] == ["Reqs/sec"]:
            times, counts = [], {}
            yield from guarded(place, (name, parameters, words), _rate)
        elif words[:1] == ["Latency"] and words[1:2] != ["Distribution"]:
            times += _latency(name, parameters, words, place)
        elif share := _SHARE.match(line.strip()):
            metric, value = percentile_name(share["share"]), seconds_of(share["value"])
            times.append(Reading(name, "s", value, metric, parameters, place=place))
        elif found := _COUNT.findall(line):
            counts |= {code: int(count) for code, count in found}
        elif words[:1] == ["Throughput:"]:
            yield from _end(name, parameters, times, counts)
            value, unit = number_unit(words[1].removesuffix("/s"))
            yield Reading(
                name, f"{_BINARY.get(unit, unit) or 'B'}/s", value, "bandwidth", parameters,
                direction=HIGHER, place=place,
            )  # fmt: skip


def _connections(words: list[str]) -> dict[str, Scalar]:
    count = next((one for one, word in pairwise(words) if word.startswith("connection")), "")
    return {"connections": int(count)} if whole(count) else {}


def _rate(row: tuple[str, dict[str, Scalar], list[str]], place: str) -> Items:
    name, parameters, words = row
    mean, sd = (read_number(one) for one in words[1:3])
    yield Reading(
        name, "op/s", mean, "throughput", parameters, sd=sd, direction=HIGHER, place=place
    )


def _latency(
    name: str, parameters: dict[str, Scalar], words: list[str], place: str
) -> list[Reading]:
    mean, sd, most = (seconds_of(one) for one in words[1:4])
    return [
        Reading(name, "s", mean, "latency_mean", parameters, sd=sd, place=place),
        Reading(name, "s", most, "latency_max", parameters, place=place),
    ]


def _end(
    name: str, parameters: dict[str, Scalar], times: list[Reading], counts: dict[str, int]
) -> Items:
    if any(count for code, count in counts.items() if code != "others"):
        yield from times
    else:
        yield unanswered(name, times[0].place if times else "", parameters)
    failed = sum(count for code, count in counts.items() if code in _BAD)
    yield Reading(name, "1", failed, "failed_responses", parameters, direction=LOWER)


BOMBARDIER_TEXT = ToolFormat("bombardier-text", "bombardier, printed", _text_sign, _read_text)
BOMBARDIER = ToolFormat("bombardier", "bombardier JSON", _sign, _read)
