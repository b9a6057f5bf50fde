"""perf stat (text, -x, and JSON), GNU time -v, and Lighthouse."""

import re
from typing import Any

from msgspec.structs import replace

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.page_addresses import lasting_address
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    has_keys,
    of_object,
    optional,
    text_of,
)

_PERF_NAME = re.compile(r"^[ \t]*+Performance counter stats for (?P<name>[^\n]++)")
_RUNS = re.compile(r" \((\d++) runs\)$")
_ERROR = re.compile(r"\( \+- +(?P<share>[\d.]+)%")
_INTERVAL_HEAD = re.compile(r"^# +time +counts unit +events", re.MULTILINE)
_INTERVAL = re.compile(r"^ +\d+\.\d{9}(?= )")
_WHERE = ("cpu", "socket", "die", "core", "node", "thread", "cgroup")
_PROCESSORS = r"(?P<where>CPU\d+|[SNDC]\d+(?:-[A-Z]+\d+)*)"
_PERF_ROW = re.compile(
    rf"^(?:\s*+{_PROCESSORS}\s++(?:\d++\s++(?=[\d<]))?+|\s+)"
    r"(?P<value>[\d.,]+|<not (?:counted|supported)>)\s+"
    r"(?:(?P<unit>msec|ns|Joules|Bytes|[KMGT]iB)\s+)?(?P<event>[a-zA-Z][\w:./=-]*)"
)
"""Where it was counted, and on how many processors; value, unit and event."""
_PERF_ELAPSED = re.compile(
    r"^\s+(?P<value>[\d.,]+)(?: \+- [\d.,]+)? seconds (?P<what>time elapsed|user|sys)"
)
_PERF_COMMA = re.compile(r"^[ \t]++\d++,\d++ (?:\+- \d++,\d++ )?+seconds ", re.MULTILINE)
_SWAPPED = str.maketrans(".,", ",.")
_PERF_CSV = re.compile(
    rf"^(?:\s*\d+\.\d+[,;])?(?:{_PROCESSORS}[,;](?:\d+[,;])?)?"
    r"(?P<value>[\d.]+|<not \w+>)[,;](?P<unit>[^,;]*)[,;](?P<event>[a-zA-Z][\w:./=-]*)[,;]"
)
_EVENT_UNITS = {
    "task-clock": "ms",
    "cpu-clock": "ms",
    "duration_time": "ns",
    "user_time": "ns",
    "system_time": "ns",
}
_TIME_ROW = re.compile(r"^\s+(?P<key>[A-Z][\w ()/:]+?): (?P<value>.*)$")
_GNU_TIME = {
    "Maximum resident set size (kbytes)": ("peak_rss", "KiB"),
    "User time (seconds)": ("user_time", "s"),
    "System time (seconds)": ("system_time", "s"),
    "Major (requiring I/O) page faults": ("major_faults", "1"),
    "Minor (reclaiming a frame) page faults": ("minor_faults", "1"),
    "Voluntary context switches": ("voluntary_context_switches", "1"),
    "Involuntary context switches": ("involuntary_context_switches", "1"),
}
_ELAPSED = "Elapsed (wall clock) time (h:mm:ss or m:ss)"
_AUDITS = {
    "first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time",
    "cumulative-layout-shift", "interactive", "server-response-time", "max-potential-fid",
    "first-meaningful-paint", "total-byte-weight", "dom-size", "bootup-time",
    "mainthread-work-breakdown", "interaction-to-next-paint",
}  # fmt: skip
_AUDIT_UNITS = {"millisecond": "ms", "byte": "B", "unitless": "1", "element": "1", "second": "s"}


def _perf_sign(file: ToolText) -> str:
    if found := _INTERVAL_HEAD.search(file.head):
        return f"“{' '.join(found[0].split())}”, as perf stat -I prints"
    found = re.search(_PERF_NAME.pattern, file.head, re.MULTILINE)
    return f"“{found[0].strip()[:70]}”" if found else ""


def _read_perf(file: ToolText) -> Items:
    name, runs = "", None
    has_comma = _PERF_COMMA.search(file.text) is not None
    for number, line in file.numbered():
        place = f"line {number}"
        if has_comma and not _PERF_NAME.match(line):
            line = line.translate(_SWAPPED)  # noqa: PLW2901  numbers as other languages write them
        if _INTERVAL_HEAD.match(line):
            name = "perf stat"
        elif found := _PERF_NAME.match(line):
            name, runs = _measured_of(found["name"].rstrip())
        elif found := _PERF_ELAPSED.match(line):
            metric = {"time elapsed": "time", "user": "user_time", "sys": "system_time"}[
                found["what"]
            ]
            value = read_number(found["value"])
            yield _with_error(Reading(name, "s", value, metric, place=place), line, runs)
        elif name and (found := _PERF_ROW.match(_INTERVAL.sub("", line))):
            row = (name, found["value"], found["unit"] or "", found["event"])
            for one in _at(found, guarded(place, row, _event)):
                yield _with_error(one, line, runs) if isinstance(one, Reading) else one


def _at(found: re.Match[str], items: Items) -> Items:
    """Add on which processors it was counted."""
    where = {"where": found["where"]} if found["where"] else {}
    for one in items:
        yield replace(one, parameters=where) if isinstance(one, Reading) else one


def _measured_of(text: str) -> tuple[str, int | None]:
    """Return what was measured, and how often; a process has no name that stays."""
    text = text.removesuffix(":")
    runs = _RUNS.search(text)
    text = text[: runs.start()] if runs else text
    is_named = text.startswith("'") and text.endswith("'")
    return text[1:-1] if is_named else text.partition(" id ")[0], int(runs[1]) if runs else None


def _with_error(reading: Reading, line: str, runs: int | None) -> Reading:
    """Add what follows +-: the standard error of the mean, in per cent."""
    found = _ERROR.search(line)
    if found is None or reading.value is None:
        return reading
    half = abs(reading.value) * read_number(found["share"]) / 100
    return replace(
        reading, low=reading.value - half, high=reading.value + half, spread="standard error",
        n=runs,
    )  # fmt: skip


def _event(row: tuple[str, str, str, str], place: str) -> Items:
    name, value, unit, event = row
    metric = re.sub(r"\W+", "_", event).strip("_")
    if value.startswith("<"):
        yield Reading(name, metric=metric, failure=f"perf says of {event}: {value}", place=place)
        return
    shown = {"msec": "ms", "Joules": "J", "Bytes": "B"}.get(unit, unit) or _EVENT_UNITS.get(
        event, "1"
    )
    yield Reading(name, shown, read_number(value), metric, direction=LOWER, place=place)


def _perf_csv_sign(file: ToolText) -> str:
    rows = [line for line in file.head.splitlines() if line and not line.startswith("#")]
    is_here = bool(rows) and all(_PERF_CSV.match(line) for line in rows)
    return "rows value,unit,event, as perf stat -x, writes" if is_here else ""


def _read_perf_csv(file: ToolText) -> Items:
    for number, line in file.numbered():
        if found := _PERF_CSV.match(line):
            row = ("perf stat", found["value"], found["unit"], found["event"])
            yield from _at(found, guarded(f"line {number}", row, _event))


def _perf_json_sign(file: ToolText) -> str:
    rows = [one for _, one in file.json_lines[:20]]
    is_here = any("counter-value" in one and "event" in one for one in rows)
    return "lines with counter-value and event, as perf stat -j writes" if is_here else ""


def _read_perf_json(file: ToolText) -> Items:
    for number, one in file.json_lines:
        if "event" not in one or "counter-value" not in one:
            continue  # a ratio of events, below them
        value = str(one["counter-value"]).strip()
        row = ("perf stat", value, text_of(one.get("unit")), text_of(one.get("event")))
        where = {key: str(one[key]) for key in _WHERE if key in one}
        for read in guarded(f"line {number}", row, _event):
            yield replace(read, parameters=where) if isinstance(read, Reading) else read


def _time_sign(file: ToolText) -> str:
    is_here = (
        "Maximum resident set size (kbytes):" in file.head and "Command being timed:" in file.head
    )
    return (
        "lines “Command being timed” and “Maximum resident set size”, as GNU time -v prints"
        if is_here
        else ""
    )


def _read_time(file: ToolText) -> Items:
    name = ""
    for number, line in file.numbered():
        place = f"line {number}"
        if line.strip().startswith("Command being timed:"):
            name = line.partition(": ")[2].strip().strip('"')
        elif line.strip().startswith(_ELAPSED):
            yield from guarded(place, (name, line.rpartition(": ")[2]), _elapsed)
        elif line.strip().startswith("Exit status:") and line.strip() != "Exit status: 0":
            yield Reading(name, metric="time", failure=line.strip(), place=place)
        elif (found := _TIME_ROW.match(line)) and found["key"] in _GNU_TIME:
            metric, unit = _GNU_TIME[found["key"]]
            value = read_number(found["value"])
            yield Reading(name, unit, value, metric, direction=LOWER, place=place)


def _elapsed(row: tuple[str, str], place: str) -> Items:
    name, text = row
    seconds = 0.0
    for part in text.strip().split(":"):
        seconds = seconds * 60 + read_number(part)
    yield Reading(name, "s", seconds, "time", place=place)


def _lighthouse_sign(file: ToolText) -> str:
    return (
        "an object with lighthouseVersion"
        if has_keys(_page_report(file), "lighthouseVersion", "audits")
        else ""
    )


def _page_report(file: ToolText) -> dict[str, Any]:
    """Return Lighthouse's report, also out of the answer of PageSpeed Insights."""
    root = of_object(file.json)
    return of_object(root.get("lighthouseResult") or root.get("lhr")) or root


def _read_lighthouse(file: ToolText) -> Items:
    report = _page_report(file)
    address = text_of(report.get("finalUrl") or report.get("finalDisplayedUrl"))
    name = lasting_address(address) or "page"
    rows = [
        (name, key, of_object(audit))
        for key, audit in of_object(report["audits"]).items()
        if key in _AUDITS
    ]
    for row in rows:
        yield from guarded("/audits", row, _audit)
    for key, raw in of_object(report.get("categories")).items():
        score = optional(of_object(raw).get("score"))
        if score is not None:
            metric = f"score_{key.replace('-', '_')}"
            yield Reading(name, "1", score, metric, direction=HIGHER, place=f"/categories/{key}")


def _audit(row: tuple[str, str, dict[str, Any]], place: str) -> Items:
    name, key, fields = row
    metric, value = key.replace("-", "_"), optional(fields.get("numericValue"))
    if value is None:
        reason = text_of(fields.get("errorMessage")) or "the audit has no number"
        yield Reading(name, metric=metric, failure=reason, place=f"{place}/{key}")
        return
    unit = _AUDIT_UNITS.get(text_of(fields.get("numericUnit")), "ms")
    unit = (
        "1" if key == "cumulative-layout-shift" else ("B" if key == "total-byte-weight" else unit)
    )
    yield Reading(name, unit, value, metric, direction=LOWER, place=f"{place}/{key}")


PERF_STAT = ToolFormat("perf-stat", "perf stat", _perf_sign, _read_perf)
PERF_STAT_CSV = ToolFormat("perf-stat-csv", "perf stat -x,", _perf_csv_sign, _read_perf_csv)
PERF_STAT_JSON = ToolFormat("perf-stat-json", "perf stat -j", _perf_json_sign, _read_perf_json)
GNU_TIME = ToolFormat("gnu-time", "GNU time -v", _time_sign, _read_time)
LIGHTHOUSE = ToolFormat("lighthouse", "Lighthouse", _lighthouse_sign, _read_lighthouse)
