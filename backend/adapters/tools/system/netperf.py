"""netperf, as it prints: streams, and pairs of request and response."""

import re
from collections.abc import Iterator
from itertools import pairwise

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    HIGHER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
)
from backend.domain.catalogue.metrics import BetterDirection

_BEGIN = re.compile(
    r"(?P<name>(?:MIGRATED )?(?:TCP|UDP|SCTP)[A-Z_/ -]*?) TEST (?:from|to) [^\r\n]*+"
)
_UNITS = {
    "10^3bits/sec": "kbit/s", "10^6bits/sec": "Mbit/s", "10^9bits/sec": "Gbit/s",
    "KBytes/sec": "KiB/s", "MBytes/sec": "MiB/s", "GBytes/sec": "GiB/s",
}  # fmt: skip
_PAIRS = "per sec"
_STREAM_HEAD = ["Recv", "Send", "Send"]
"""Of a stream, also where netperf prints no title."""
_COMMAND = "netperf"
_DEFAULT = "TCP STREAM"
_STREAM_CELLS, _PAIR_CELLS = 5, 6
_UDP_SENT, _UDP_RECEIVED = 6, 4


def _sign(file: ToolText) -> str:
    found = next((line for line in file.head.splitlines() if _is_begin(line)), "")
    is_here = found and (any(unit in file.head for unit in _UNITS) or _PAIRS in file.head)
    return f"“{' '.join(found.split())[:60]}”, as netperf prints" if is_here else ""


def _is_begin(line: str) -> bool:
    return line.split() == _STREAM_HEAD or _BEGIN.match(line.strip()) is not None


def _read(file: ToolText) -> Items:
    name, unit, asked = "", "", _DEFAULT
    rows: list[tuple[int, list[str]]] = []
    for number, line in [*file.numbered(), (0, "TCP STREAM TEST to end")]:
        if found := _BEGIN.match(line.strip()):
            yield from _test(name, unit, rows)
            name, unit, rows = found["name"].removeprefix("MIGRATED ").strip(), "", []
        elif command := _command(line):
            asked = command
        elif line.split() == _STREAM_HEAD and (rows or not name):
            yield from _test(name, unit, rows)
            name, unit, rows = asked, "", []
        elif chosen := next((one for one in _UNITS if one in line), ""):
            unit = _UNITS[chosen]
        elif _PAIRS in line:
            unit = "op/s"
        elif name and unit and line.strip() and all(map(_is_number, line.split())):
            rows.append((number, line.split()))


def _command(line: str) -> str:
    """Return the test that a command asks for; empty where the line is none."""
    words = line.split()
    if not any(word.rpartition("/")[2] == _COMMAND for word in words):
        return ""
    chosen = next((test for flag, test in pairwise(words) if flag == "-t"), _DEFAULT)
    return chosen.replace("_", " ")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[\d.]+", text) is not None


def _test(name: str, unit: str, rows: list[tuple[int, list[str]]]) -> Items:
    if name and not rows:
        yield Reading(name, failure="the test has no result", place="")
    for number, cells in _results(name, unit, rows):
        yield from guarded(f"line {number}", (name, unit, *cells), _result)


def _results(
    name: str, unit: str, rows: list[tuple[int, list[str]]]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the number of each test with its metric: of UDP what was sent, then what arrived."""
    is_udp_stream = name.startswith("UDP") and unit != "op/s"
    for place, (number, cells) in enumerate(rows):
        if is_udp_stream:
            metric = "bandwidth" if place % 2 else "sent_bandwidth"
            index = (_UDP_RECEIVED if place % 2 else _UDP_SENT) - 1
        elif unit == "op/s":
            metric, index = "throughput", _PAIR_CELLS - 1
        else:
            metric, index = "bandwidth", _STREAM_CELLS - 1
        if index < len(cells):
            yield number, (metric, cells[index])
        elif is_udp_stream:
            yield number, (metric, "")


def _result(row: tuple[str, str, str, str], place: str) -> Items:
    name, unit, metric, text = row
    if not text:
        raise UnreadableError("the row has fewer columns than its head", "Send it as printed.")
    direction: BetterDirection = HIGHER
    yield Reading(name, unit, read_number(text), metric, direction=direction, place=place)


NETPERF = ToolFormat("netperf", "netperf", _sign, _read)
