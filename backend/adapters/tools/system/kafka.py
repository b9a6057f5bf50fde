"""kafka-producer-perf-test, as it prints at its end."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.load.wrk import percentile_name
from backend.adapters.tools.readings import HIGHER, LOWER, Items, Reading, ToolFormat, ToolText

_SENT = re.compile(
    r"^(?P<count>\d++) records sent, (?P<rate>[\d.]++) records/sec \((?P<moved>[\d.]++) MB/sec\), "
    r"(?P<mean>[\d.]++) ms avg latency, (?P<most>[\d.]++) ms max latency, (?P<rest>[^\r\n]*th\.)",
    re.MULTILINE,
)
_SHARE = re.compile(r"(?<![\d.])(?P<value>[\d.]++) ms (?P<share>[\d.]++)th")
_NAME = "producer"


def _sign(file: ToolText) -> str:
    found = _SENT.search(file.head)
    return f"“{found[0][:60]}”, as kafka-producer-perf-test prints" if found else ""


def _read(file: ToolText) -> Items:
    """Read the totals, which have percentiles; the lines before them are of a few seconds."""
    for number, line in file.numbered():
        if found := _SENT.match(line):
            place = f"line {number}"
            for key, metric, unit in (
                ("rate", "throughput", "op/s"), ("moved", "bandwidth", "MiB/s")
            ):  # fmt: skip
                value = read_number(found[key])
                yield Reading(_NAME, unit, value, metric, direction=HIGHER, place=place)
            times = [("latency_mean", found["mean"]), ("latency_max", found["most"])]
            times += [
                (percentile_name(one["share"]), one["value"])
                for one in _SHARE.finditer(found["rest"])
            ]
            for metric, text in times:
                value = read_number(text)
                yield Reading(_NAME, "ms", value, metric, direction=LOWER, place=place)


KAFKA_PRODUCER = ToolFormat("kafka-producer", "kafka-producer-perf-test", _sign, _read)
