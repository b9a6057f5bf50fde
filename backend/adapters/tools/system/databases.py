"""sysbench and pgbench, and UnixBench."""

import re

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import read_number
from backend.adapters.tools.load.wrk import percentile_name
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
from backend.domain.catalogue.parameters import Scalar

_BEGIN = re.compile(r"^sysbench [\d.]+")
_THREADS = re.compile(r"^Number of threads: (\d+)")
_STATISTICS = re.compile(
    r"^\s+(?P<key>min|avg|max|(?:approx\.\s+)?(?P<share>\d+)(?:th|st|nd|rd)? percentile):\s+"
    r"(?P<value>[\d.]+)(?:ms)?\s*$"
)
_RATES = (
    (re.compile(r"^\s+transactions:\s+\d+\s+\((?P<value>[\d.]+) per"), "transactions", "op/s"),
    (re.compile(r"^\s+queries:\s+\d+\s+\((?P<value>[\d.]+) per sec\.\)"), "queries", "op/s"),
    (
        re.compile(r"^\s+(?:events per second|events/s \(eps\)):\s+(?P<value>[\d.]+)"),
        "throughput",
        "op/s",
    ),
    (
        re.compile(
            r"^\s*(?:Operations performed|Total operations): \d+ "
            r"\(\s*(?P<value>[\d.]+) (?:ops/sec|per second)\)"
        ),
        "throughput",
        "op/s",
    ),
    (re.compile(r"^\s+reads/s:\s+(?P<value>[\d.]+)"), "reads", "op/s"),
    (re.compile(r"^\s+writes/s:\s+(?P<value>[\d.]+)"), "writes", "op/s"),
    (re.compile(r"^\s+fsyncs/s:\s+(?P<value>[\d.]+)"), "fsyncs", "op/s"),
    (re.compile(r"^\s+read, MiB/s:\s+(?P<value>[\d.]+)"), "read_bandwidth", "MiB/s"),
    (re.compile(r"^\s+written, MiB/s:\s+(?P<value>[\d.]+)"), "write_bandwidth", "MiB/s"),
    (re.compile(r"^\s*(?P<value>[\d.]+) Requests/sec executed"), "throughput", "op/s"),
    (re.compile(r"^[\d.]+ Mi?B transferred \((?P<value>[\d.]+) Mi?B/sec\)"), "bandwidth", "MiB/s"),
)  # fmt: skip
_TOTAL = re.compile(r"^\s+(?:total time|time elapsed):\s+(?P<value>[\d.]+)s")
_NAMES = (
    (re.compile(r"Doing (\w+) performance benchmark"), 1),
    (re.compile(r"Doing (\w+) test\."), 1),
    (re.compile(r"Doing (memory) operations speed test"), 1),
    (re.compile(r"Running (\w+) speed test"), 1),
    (re.compile(r"(Prime) numbers limit"), 1),
)
_DONE = {
    "operation": re.compile(r"(?m)^(?:Memory operations type|[ \t]++operation): (\w+)"),
    "mode": re.compile(r"(?m)^Doing ((?:(?:sequential|random|combined) )++[\w/]++)[^\n]* test$"),
}
"""What was done to memory or files, by the parameter that says it."""
_SIZED = {
    "max_prime": re.compile(r"(?m)^(?:Prime numbers limit|Maximum prime number [^\n:]*+): (\d++)$"),
    "block_size": re.compile(r"(?m)^[ \t]*+[Bb]lock size:? (\w++)$"),
    "total_size": re.compile(
        r"(?m)^(?:[ \t]*+total size: |)(\d++(?:\.\d++)?[KMGT]i?[Bb])(?: total file size)?$"
    ),
}
"""How much of it."""
_LATENCY = {"min": "latency_min", "avg": "latency_mean", "max": "latency_max"}
_SCORE_WORDS = 3
_SAMPLES = re.compile(r"(\d++) samples\)")
_INDEX = re.compile(r"^System Benchmarks Index Score\s+(?P<value>[\d.]+)")
_PARALLEL = re.compile(r"running (\d+) parallel cop")
_TPS = re.compile(r"^tps = (?P<value>[\d.]+) \((?P<what>[^)]+)\)")
_LATENCY_AVERAGE = re.compile(r"^latency (?P<what>average|stddev) = (?P<value>[\d.]+) ms")
_SETTING = re.compile(
    r"^(?P<key>number of (?:clients|threads)|scaling factor|query mode|partitions): "
    r"(?P<value>\w+)"
)
_SETTINGS = {
    "number of clients": "clients", "number of threads": "threads", "scaling factor": "scale",
    "query mode": "mode", "partitions": "partitions",
}  # fmt: skip
_FAILED = re.compile(r"^number of failed transactions: (\d+)")
_KIND = re.compile(r"^transaction type: (.+)")


_RAN = ("Threads started!", "total time:", "time elapsed:")


def _sysbench_sign(file: ToolText) -> str:
    found = re.search(_BEGIN.pattern, file.head, re.MULTILINE)
    return f"“{found[0]}”" if found and any(one in file.text for one in _RAN) else ""


def _read_sysbench(file: ToolText) -> Items:
    """Read each run; a file may hold several, one after the other, and some cut short."""
    lines = list(file.numbered())
    begins = [index for index, (_, line) in enumerate(lines) if _BEGIN.match(line)]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield from guarded(f"line {lines[begin][0]}", lines[begin:end], _sysbench_run)


def _sysbench_run(lines: list[tuple[int, str]], place: str) -> Items:
    text = "\n".join(line for _, line in lines)
    name = next((f[1].lower() for pattern, _ in _NAMES if (f := pattern.search(text))), "sysbench")
    name = "cpu" if name == "prime" else name
    name = "fileio" if "file open flags" in text else name
    threads = next((int(f[1]) for _, line in lines if (f := _THREADS.match(line))), 1)
    parameters: dict[str, Scalar] = {"threads": threads}
    for key, pattern in _DONE.items():
        if done := pattern.search(text):
            parameters[key] = done[1]
    for key, pattern in _SIZED.items():
        if sized := pattern.search(text):
            parameters[key] = int(sized[1]) if sized[1].isdecimal() else sized[1]
    found = False
    for number, line in lines:
        for reading in _sysbench_line(line, name, parameters, f"line {number}"):
            found = True
            yield reading
    if not found:
        yield Rejected(place, "the run has no results: it was cut short", "Nothing to do.")


def _sysbench_line(line: str, name: str, parameters: dict[str, Scalar], place: str) -> Items:
    for pattern, metric, unit in _RATES:
        if found := pattern.match(line):
            value = read_number(found["value"])
            yield Reading(name, unit, value, metric, parameters, direction=HIGHER, place=place)
    if found := _TOTAL.match(line):
        yield Reading(name, "s", read_number(found["value"]), "total_time", parameters, place=place)
    if found := _STATISTICS.match(line):
        metric = _LATENCY.get(found["key"]) or percentile_name(found["share"])
        yield Reading(name, "ms", read_number(found["value"]), metric, parameters, place=place)


def _pgbench_sign(file: ToolText) -> str:
    found = re.search(_TPS.pattern, file.head, re.MULTILINE)
    return f"“{found[0][:60]}”, as pgbench prints" if found else ""


def _read_pgbench(file: ToolText) -> Items:
    name = "pgbench"
    parameters: dict[str, Scalar] = {}
    for number, line in file.numbered():
        place = f"line {number}"
        if found := _KIND.match(line):
            name, parameters = found[1].strip("<>").strip(), {}
        elif found := _SETTING.match(line):
            text = found["value"]
            parameters[_SETTINGS[found["key"]]] = int(text) if text.isdecimal() else text
        elif found := _FAILED.match(line):
            yield Reading(
                name, "1", float(found[1]), "failed_transactions", dict(parameters),
                direction=LOWER, place=place,
            )  # fmt: skip
        elif (found := _TPS.match(line)) and "including connections" not in found["what"]:
            value = read_number(found["value"])
            yield Reading(
                name, "op/s", value, "transactions", dict(parameters), direction=HIGHER, place=place
            )
        elif (found := _LATENCY_AVERAGE.match(line)) and found["what"] == "average":
            value = read_number(found["value"])
            if not value:
                yield Reading(
                    name, parameters=dict(parameters), failure="no transaction was processed",
                    place=place,
                )  # fmt: skip
                continue
            yield Reading(name, "ms", value, "latency_mean", dict(parameters), place=place)


def _unixbench_sign(file: ToolText) -> str:
    is_here = re.search(
        r"^(?:Dhrystone 2 using register variables|Execl Throughput) .* samples\)",
        file.head,
        re.MULTILINE,
    )
    return "rows “Dhrystone 2 … samples)” of UnixBench" if is_here else ""


def _read_unixbench(file: ToolText) -> Items:
    copies = 1
    for number, line in file.numbered():
        if found := _PARALLEL.search(line):
            copies = int(found[1])
        elif row := _score(line):
            yield from guarded(f"line {number}", (row, copies), _unixbench_row)
        elif found := _INDEX.match(line):
            yield Reading(
                "System Benchmarks Index", "1", read_number(found["value"]), "score",
                {"copies": copies}, direction=HIGHER, place=f"line {number}",
            )  # fmt: skip


def _score(line: str) -> tuple[list[str], int] | None:
    """Return name, value and unit as words, and the samples, of a row “… (10.0 s, 7 samples)”."""
    before, comma, after = line.partition(" s, ")
    samples = _SAMPLES.match(after)
    words = before.replace("(", " ").split()
    is_row = comma and samples and len(words) > _SCORE_WORDS
    return (words[:-1], int(samples[1])) if is_row and samples else None


def _unixbench_row(row: tuple[tuple[list[str], int], int], place: str) -> Items:
    (words, samples), copies = row
    value, _ = number_unit(words[-2])
    unit = {"lps": "loops/s", "lpm": "loops/min", "KBps": "KiB/s"}.get(words[-1], words[-1])
    yield Reading(
        " ".join(words[:-2]), unit, value, parameters={"copies": copies}, n=samples,
        direction=LOWER if unit == "s" else HIGHER, place=place,
    )  # fmt: skip


SYSBENCH = ToolFormat("sysbench", "sysbench", _sysbench_sign, _read_sysbench)
PGBENCH = ToolFormat("pgbench", "pgbench", _pgbench_sign, _read_pgbench)
UNIXBENCH = ToolFormat("unixbench", "UnixBench", _unixbench_sign, _read_unixbench)
