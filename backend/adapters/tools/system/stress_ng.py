"""stress-ng: the YAML of --yaml, and the table of --metrics."""

import re

from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    measured,
)

_STRESSOR = re.compile(r"^\s*- stressor:\s*(?P<name>\S+)\s*$")
_FIELD = re.compile(r"^\s+(?P<key>[\w-]+):\s*(?P<value>\S+)\s*$")
_OPS = "bogo-ops-per-second-real-time"
_OPS_OF_CPU = "bogo-ops-per-second-usr-sys-time"
_RATES = {_OPS: "throughput", _OPS_OF_CPU: "throughput_per_cpu_second"}
_PER = "nanosecs-per-"
_HEAD = re.compile(r"stressor\s+bogo ops\s+real time\s+usr time\s+sys time\s+bogo ops/s")
_ROW = re.compile(
    r"^(?:stress-ng: )?\w+:\s+\[\d+\]\s+(?P<name>[\w-]+)\s+\d+(?:\s+[\d.]+){3}"
    r"\s+(?P<real>[\d.]+)\s+(?P<cpu>[\d.]+)(?:\s|$)"
)


def _yaml_sign(file: ToolText) -> str:
    is_here = "- stressor:" in file.head and f"{_OPS}:" in file.head
    return f"stressors with {_OPS}, as stress-ng writes" if is_here else ""


def _read_yaml(file: ToolText) -> Items:
    """Read the lines of each stressor; the file is always laid out in the same way."""
    name = ""
    for number, line in file.numbered():
        if found := _STRESSOR.match(line):
            name = found["name"].strip("'\"")
        elif line.strip() and not line.startswith(" "):
            name = ""
        elif name and (found := _FIELD.match(line)):
            yield from guarded(f"line {number}", (name, found["key"], found["value"]), _field)


def _field(row: tuple[str, str, str], place: str) -> Items:
    name, key, text = row
    if key in _RATES:
        yield Reading(name, "op/s", measured(text), _RATES[key], direction=HIGHER, place=place)
    elif key == "max-rss":
        yield Reading(name, "KiB", measured(text), "peak_rss", direction=LOWER, place=place)
    elif key.startswith(_PER):
        metric = f"time_per_{key.removeprefix(_PER).replace('-', '_')}"
        yield Reading(name, "ns", measured(text), metric, direction=LOWER, place=place)


def _text_sign(file: ToolText) -> str:
    is_here = _HEAD.search(file.head)
    return "the head stressor, bogo ops, real time of stress-ng --metrics" if is_here else ""


def _read_text(file: ToolText) -> Items:
    for number, line in file.numbered():
        if found := _ROW.match(line):
            yield from guarded(f"line {number}", found, _row)


def _row(found: re.Match[str], place: str) -> Items:
    for column, key in (("real", _OPS), ("cpu", _OPS_OF_CPU)):
        value = measured(found[column])
        yield Reading(found["name"], "op/s", value, _RATES[key], direction=HIGHER, place=place)


STRESS_NG = ToolFormat("stress-ng", "stress-ng YAML", _yaml_sign, _read_yaml)
STRESS_NG_TEXT = ToolFormat("stress-ng-text", "stress-ng, printed", _text_sign, _read_text)
