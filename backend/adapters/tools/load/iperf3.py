"""iperf3: the JSON of --json, and what it prints."""

import re
from typing import Any

from backend.adapters.loose_fields import read_number
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


_TOTAL = re.compile(
    r"\[[ \t]*+(?P<stream>SUM|\d++)\](?:\[(?P<role>[TR]X)-[CS]\])?[ \t]++[\d.]++-[\d.]++[ \t]++"
    r"sec[ \t]++[\d.]++ \w++[ \t]++(?P<rate>[\d.]++) (?P<unit>[KMGT]?(?:bits|Bytes))/sec"
    r"(?P<rest>[^\r\n]*+)"
)
_JITTER = re.compile(r"(?<![\d.])(?P<jitter>[\d.]++) ms[ \t]++\d++/\d++ \((?P<lost>[\d.e+-]++)%\)")
_ENDS = ("sender", "receiver")
_REFUSED = re.compile(r"iperf3: error - (?P<reason>[^\r\n]++)")


def _text_sign(file: ToolText) -> str:
    found = next((one for one in _TOTAL.finditer(file.head) if _end_of(one)), None)
    if found:
        return f"“{' '.join(found[0].split())[:60]}”, as iperf3 prints at its end"
    refused = _REFUSED.search(file.head)
    return f"“{refused[0][:60]}”, as iperf3 prints" if refused else ""


def _end_of(found: re.Match[str]) -> str:
    words = found["rest"].split()
    return words[-1] if words and words[-1] in _ENDS else ""


def _read_text(file: ToolText) -> Items:
    """Read the totals at the end of each test: those of SUM where several streams ran."""
    totals: list[tuple[int, re.Match[str]]] = []
    for number, line in [*file.numbered(), (0, "- - - -")]:
        if (found := _TOTAL.match(line.lstrip())) and _end_of(found):
            totals.append((number, found))
        elif totals and not line.lstrip().startswith("["):
            yield from _totals(totals)
            totals = []
        if refused := _REFUSED.match(line.lstrip()):
            yield Reading("iperf3", failure=refused["reason"], place=f"line {number}")


def _totals(totals: list[tuple[int, re.Match[str]]]) -> Items:
    streams = {found["stream"] for _, found in totals}
    is_udp = any(_JITTER.search(found["rest"]) for _, found in totals)
    name = "UDP" if is_udp else "TCP"
    parameters: dict[str, Scalar] = {}
    if "SUM" in streams:
        parameters["streams"] = len(streams) - 1
    for number, found in totals:
        if "SUM" not in streams or found["stream"] == "SUM":
            row = (
                name,
                {**parameters, **({"reverse": True} if found["role"] == "RX" else {})},
                found,
            )
            yield from guarded(f"line {number}", row, _total)


def _total(row: tuple[str, dict[str, Scalar], re.Match[str]], place: str) -> Items:
    name, parameters, found = row
    is_sent = _end_of(found) == "sender"
    unit = found["unit"].replace("bits", "bit").replace("Bytes", "B")
    yield Reading(
        name, f"{unit}/s", read_number(found["rate"]),
        "sent_bandwidth" if is_sent else "bandwidth", parameters, direction=HIGHER, place=place,
    )  # fmt: skip
    if jitter := _JITTER.search(found["rest"]):
        for key, own, metric in (("jitter", "ms", "jitter"), ("lost", "%", "packet_loss")):
            if not is_sent:
                value = read_number(jitter[key])
                yield Reading(name, own, value, metric, parameters, direction=LOWER, place=place)
    elif is_sent and (words := found["rest"].split())[:1] and words[0].isdecimal():
        value = read_number(words[0])
        yield Reading(name, "1", value, "retransmits", parameters, direction=LOWER, place=place)


IPERF3_TEXT = ToolFormat("iperf3-text", "iperf3, printed", _text_sign, _read_text)
IPERF3 = ToolFormat("iperf3", "iperf3 JSON", _sign, _read)
