"""bombardier: the JSON of --format json."""

from typing import Any

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
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.parameters import Scalar

_ANSWERED = ("req1xx", "req2xx", "req3xx", "req4xx", "req5xx")
_FAILED = ("req4xx", "req5xx", "others")


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


BOMBARDIER = ToolFormat("bombardier", "bombardier JSON", _sign, _read)
