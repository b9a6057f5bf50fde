"""Tables of requests: ab -e and -g, and hey -o csv."""

from collections.abc import Iterator

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import CsvRow, csv_rows
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import LOWER, Items, Reading, ToolFormat, ToolText, guarded

_NAME = "requests"
_SHARES_HEAD = "Percentage served,Time in ms"
_TIMES_HEAD = "starttime\tseconds\tctime\tdtime\tttime\twait"
_HEY_HEAD = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code"
_SHOWN = {"50", "66", "75", "80", "90", "95", "98", "99", "100"}
"""The percentiles that ab prints too."""


def _shares_sign(file: ToolText) -> str:
    return f"the head {_SHARES_HEAD} of ab -e" if file.head.startswith(_SHARES_HEAD) else ""


def _read_shares(file: ToolText) -> Items:
    for number, line in file.numbered():
        share, _, text = line.partition(",")
        if share in _SHOWN:
            yield from guarded(f"line {number}", (share, text), _share)


def _share(row: tuple[str, str], place: str) -> Items:
    yield Reading(_NAME, "ms", read_number(row[1]), percentile_name(row[0]), place=place)


def _times_sign(file: ToolText) -> str:
    is_here = file.head.startswith(_TIMES_HEAD)
    return "the head starttime, seconds, ctime, dtime, ttime of ab -g" if is_here else ""


def _read_times(file: ToolText) -> Items:
    yield from _column(csv_rows(file, "\t"), "ttime", "ms")


def _hey_sign(file: ToolText) -> str:
    is_here = file.head.startswith(_HEY_HEAD)
    return "the head response-time, DNS+dialup of hey -o csv" if is_here else ""


def _read_hey(file: ToolText) -> Items:
    yield from _column(csv_rows(file), "response-time", "s")


def _column(rows: Iterator[tuple[int, CsvRow]], column: str, unit: str) -> Items:
    """Gather one column as the samples of one benchmark."""
    samples = []
    for number, row in rows:
        try:
            samples.append(read_number(row.get(column)))
        except UnreadableError as error:
            yield Rejected(f"line {number}", error.reason, error.remedy)
    if samples:
        yield Reading(_NAME, unit, metric="latency", samples=tuple(samples), direction=LOWER)


AB_PERCENTILES = ToolFormat("ab-percentiles", "ab -e", _shares_sign, _read_shares)
AB_TIMES = ToolFormat("ab-times", "ab -g", _times_sign, _read_times)
HEY_CSV = ToolFormat("hey-csv", "hey -o csv", _hey_sign, _read_hey)
