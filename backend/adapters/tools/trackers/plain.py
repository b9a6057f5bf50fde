"""Bencher's metric format, the custom JSON of github-action-benchmark, and OpenMetrics text."""

import re
from typing import Any

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    guarded,
    has_keys,
    of_list,
    of_object,
    text_of,
)
from backend.domain.catalogue.metrics import BetterDirection

_BMF_UNITS: dict[str, tuple[str, BetterDirection]] = {
    "latency": ("ns", LOWER), "throughput": ("op/s", HIGHER), "build-time": ("s", LOWER),
    "file-size": ("B", LOWER), "instructions": ("1", LOWER), "estimated-cycles": ("1", LOWER),
    "l1-accesses": ("1", LOWER), "l2-accesses": ("1", LOWER), "ram-accesses": ("1", LOWER),
}  # fmt: skip
"""Measures that Bencher itself defines, with its units."""
_TYPE = re.compile(r"^# TYPE (?P<name>\S+) (?P<kind>\w+)")
_SAMPLE = re.compile(
    r"^(?P<name>[a-zA-Z_:][\w:]*)(?:\{(?P<labels>.*)\})?\s+(?P<value>\S+)(?:\s+\S+)?$"
)
_LABEL = re.compile(r'(?:^|,) ?(\w++)="((?:[^"\\]|\\.)*+)"')
_ENDINGS = (("_nanoseconds", "ns"), ("_seconds", "s"), ("_bytes", "B"), ("_ratio", "ratio"))


def _bmf_sign(file: ToolText) -> str:
    if not isinstance(file.json, dict) or not file.json:
        return ""
    is_here = all(
        isinstance(measures, dict)
        and measures
        and all(has_keys(one, "value") for one in measures.values())
        for measures in file.json.values()
    )
    return "benchmarks of measures with a value: Bencher's metric format" if is_here else ""


def _read_bmf(file: ToolText) -> Items:
    for name, measures in file.json.items():
        for measure, fields in of_object(measures).items():
            yield from guarded(f"/{name}/{measure}", (name, measure, of_object(fields)), _bmf_row)


def _bmf_row(row: tuple[str, str, dict[str, Any]], place: str) -> Items:
    """Read the value; what its bounds mean is the sender's secret, so they are left out."""
    name, measure, fields = row
    unit, direction = _BMF_UNITS.get(measure, ("1", None))
    metric = re.sub(r"\W+", "_", measure).strip("_")
    value = read_number(fields.get("value"))
    yield Reading(name, unit, value, metric, direction=direction, place=place)


def _custom_sign(file: ToolText) -> str:
    rows = of_list(file.json)
    is_here = bool(rows) and all(has_keys(row, "name", "value") for row in rows[:50])
    return "a list of objects with name and value" if is_here else ""


def _read_custom(file: ToolText) -> Items:
    yield from each("", of_list(file.json), _custom_row)


def _custom_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = text_of(fields.get("name"))
    if not name:
        raise UnreadableError("the row has no name", "Give each row a name, a value and a unit.")
    given = text_of(fields.get("direction"))
    direction = BetterDirection(given) if given in {"lower", "higher"} else None
    metric = re.sub(r"\W+", "_", text_of(fields.get("metric"))).strip("_")
    parameters = {
        str(key): value
        for key, value in of_object(fields.get("parameters")).items()
        if isinstance(value, str | int | float | bool)
    }
    yield Reading(
        name, text_of(fields.get("unit")), read_number(fields.get("value")), metric, parameters,
        direction=direction, place=place,
    )  # fmt: skip


def _metrics_sign(file: ToolText) -> str:
    found = re.search(r"^# TYPE (\S+) (?:gauge|counter|untyped|unknown)", file.head, re.MULTILINE)
    return f"“{found[0]}”, a line of OpenMetrics" if found else ""


def _read_metrics(file: ToolText) -> Items:
    for number, line in file.numbered():
        if line.strip() and not line.startswith("#"):
            yield from guarded(f"line {number}", line.strip(), _metrics_row)


def _metrics_row(line: str, place: str) -> Items:
    found = _SAMPLE.match(line)
    if found is None:
        raise UnreadableError(f"{line[:60]!r} is no sample", "Send OpenMetrics text.")
    name = found["name"]
    labels = {
        key: text.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
        for key, text in _LABEL.findall(found["labels"] or "")
    }
    unit = next((unit for ending, unit in _ENDINGS if name.endswith(ending)), "1")
    metric = next(
        (name.removesuffix(ending) for ending, _ in _ENDINGS if name.endswith(ending)), name
    )
    benchmark = ".".join(labels.pop(key) for key in ("type", "method") if key in labels)
    direction = LOWER if unit in {"ns", "s"} else None
    yield Reading(
        benchmark or metric, unit, read_number(found["value"]), metric, labels, direction=direction,
        place=place,
    )  # fmt: skip


BMF = ToolFormat("bencher-bmf", "Bencher Metric Format", _bmf_sign, _read_bmf)
CUSTOM_JSON = ToolFormat(
    "custom-json", "custom JSON, [{name, value, unit}]", _custom_sign, _read_custom
)
OPEN_METRICS = ToolFormat("openmetrics", "OpenMetrics text", _metrics_sign, _read_metrics)
