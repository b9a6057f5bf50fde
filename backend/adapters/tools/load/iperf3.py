"""iperf3: the JSON of --json."""

from typing import Any

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


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "start", "intervals", "end") and (
        has_keys(file.json["start"], "test_start") or has_keys(file.json, "error")
    )
    return "start, intervals and end, as iperf3 --json writes" if is_here else ""


def _read(file: ToolText) -> Items:
    yield from guarded("", file.json, _document)


def _document(fields: dict[str, Any], place: str) -> Items:
    test, end = of_object(of_object(fields["start"]).get("test_start")), of_object(fields["end"])
    name = text_of(test.get("protocol")) or "iperf3"
    parameters: dict[str, Scalar] = {}
    if (streams := whole(test.get("num_streams"))) is not None and streams > 1:
        parameters["streams"] = streams
    if optional(test.get("reverse")):
        parameters["reverse"] = True
    if error := text_of(fields.get("error")):
        yield Reading(name, parameters=parameters, failure=error, place=place)
        return
    yield from _way(name, parameters, end, "", f"{place}/end")
    if "sum_sent_bidir_reverse" in end or "sum_received_bidir_reverse" in end:
        back = {**parameters, "reverse": True}
        yield from _way(name, back, end, "_bidir_reverse", f"{place}/end")


def _way(
    name: str, parameters: dict[str, Scalar], end: dict[str, Any], ending: str, place: str
) -> Items:
    """Read what went one way; `sum` is of UDP, and of what was sent."""
    sent, received, both = (
        of_object(end.get(f"{key}{ending}")) for key in ("sum_sent", "sum_received", "sum")
    )
    if not received.get("bits_per_second") and both.get("bits_per_second"):
        received = {}  # some releases leave it at 0 for UDP
    for fields, metric in ((received, "bandwidth"), (sent or both, "sent_bandwidth")):
        if "bits_per_second" in fields:
            rate = figure(fields, "bits_per_second")
            yield Reading(name, "bit/s", rate, metric, parameters, direction=HIGHER, place=place)
    for fields, key, unit, metric in (
        (sent, "retransmits", "1", "retransmits"),
        ({**both, **received}, "jitter_ms", "ms", "jitter"),
        ({**both, **received}, "lost_percent", "%", "packet_loss"),
    ):
        if (value := optional(fields.get(key))) is not None:
            yield Reading(name, unit, value, metric, parameters, direction=LOWER, place=place)


IPERF3 = ToolFormat("iperf3", "iperf3 JSON", _sign, _read)
