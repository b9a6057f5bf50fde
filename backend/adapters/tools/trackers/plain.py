"""Bencher's metric format, the custom JSON of github-action-benchmark, and OpenMetrics text."""

import re
from dataclasses import dataclass, field
from typing import Any

from backend.adapters.loose_fields import UnreadableError
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
    measured,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
)
from backend.domain.catalogue.directions import is_doubtful
from backend.domain.catalogue.metrics import BetterDirection

_BMF_UNITS: dict[str, tuple[str, BetterDirection]] = {
    "latency": ("ns", LOWER), "throughput": ("op/s", HIGHER), "build-time": ("s", LOWER),
    "file-size": ("B", LOWER), "instructions": ("1", LOWER), "estimated-cycles": ("1", LOWER),
    "l1-accesses": ("1", LOWER), "l2-accesses": ("1", LOWER), "ram-accesses": ("1", LOWER),
}  # fmt: skip
"""Measures that Bencher itself defines, with its units."""
_TYPE = re.compile(r"^# TYPE (?P<name>\S+) (?P<kind>\w+)")
_UNIT = re.compile(r"^# UNIT (?P<name>\S+) (?P<unit>\w+)")
_SHARED = ("_sum", "_count", "_bucket")
"""Endings of the samples that a summary or a histogram has in place of a value."""
_TOTAL = "_total"
_LABELS = r'(?:[^"}]|"(?:[^"\\]|\\.)*+")*+'
_SAMPLE = re.compile(
    rf"^(?P<name>[a-zA-Z_:][\w:]*+)(?:\{{(?P<labels>{_LABELS})\}})?+\s++(?P<value>\S++)"
    rf"(?:\s++(?!#)\S++)?+(?:\s++#\s*+\{{{_LABELS}\}}\s++\S++(?:\s++\S++)?+)?+$"
)
"""Name, labels, value, time, and an exemplar, which is one of the events that were counted."""
_LABEL = re.compile(r'(?:^|,) ?(\w++)="((?:[^"\\]|\\.)*+)"')
_ENDINGS = (("_nanoseconds", "ns"), ("_seconds", "s"), ("_bytes", "B"), ("_ratio", "ratio"))


def _bmf_sign(file: ToolText) -> str:
    if not isinstance(file.json, dict) or not file.json:
        return ""
    measures = [one for one in file.json.values() if isinstance(one, dict)]
    rows = [row for one in measures for row in one.values()]
    whole = sum(has_keys(row, "value") for row in rows)
    is_here = len(measures) == len(file.json) and 2 * whole > len(rows)
    return "benchmarks of measures with a value: Bencher's metric format" if is_here else ""


def _read_bmf(file: ToolText) -> Items:
    for name, measures in file.json.items():
        for measure, fields in of_object(measures).items():
            yield from guarded(f"/{name}/{measure}", (name, measure, of_object(fields)), _bmf_row)


def _bmf_row(row: tuple[str, str, dict[str, Any]], place: str) -> Items:
    """Read the value and its bounds; what the bounds mean the format does not say."""
    name, measure, fields = row
    unit, direction = _BMF_UNITS.get(measure, ("1", None))
    metric = re.sub(r"\W+", "_", measure).strip("_")
    value = measured(fields.get("value"))
    low, high = optional(fields.get("lower_value")), optional(fields.get("upper_value"))
    yield Reading(
        name, unit, value, metric, direction=direction, low=low, high=high, spread="not stated",
        place=place,
    )  # fmt: skip


def _custom_sign(file: ToolText) -> str:
    rows = of_list(file.json)[:50]
    is_here = 2 * sum(has_keys(row, "name", "value") for row in rows) > len(rows)
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
    if not (metric or direction) and is_doubtful(name):
        metric = re.sub(r"\W+", "_", name).strip("_").lower()  # other memory shares no direction
    parameters = {
        str(key): value
        for key, value in of_object(fields.get("parameters")).items()
        if isinstance(value, str | int | float | bool)
    }
    unit, raw = text_of(fields.get("unit")), fields.get("value")
    if isinstance(raw, list) and raw:
        yield Reading(
            name, unit, None, metric, parameters, numbers(raw), direction=direction, place=place
        )
        return
    value = measured(raw)
    half = _half(str(fields.get("range", "")), value)
    yield Reading(
        name, unit, value, metric, parameters, direction=direction,
        low=None if half is None else value - half, high=None if half is None else value + half,
        spread="not stated", place=place,
    )  # fmt: skip


def _half(text: str, value: float) -> float | None:
    """Return the half width of `± 12` or `± 3%`; what it means the format does not say."""
    plain = text.strip().removeprefix("±").removeprefix("+/-").strip()
    half = optional(plain.rstrip("% "))
    return half if half is None or not plain.endswith("%") else abs(value) * half / 100


def _metrics_sign(file: ToolText) -> str:
    found = re.search(
        r"^# TYPE (\S+) (?:gauge|counter|untyped|unknown|summary|histogram)\b",
        file.head,
        re.MULTILINE,
    )
    return f"“{found[0]}”, a line of OpenMetrics" if found else ""


@dataclass
class _Families:
    """What the lines above say of each family, and its sums and counts by their labels."""

    kinds: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    parts: dict[tuple[str, str], dict[str, tuple[float, str]]] = field(default_factory=dict)

    def take(self, line: str) -> bool:
        """Take a line that describes a family; say whether it is one."""
        if found := _TYPE.match(line):
            self.kinds[found["name"]] = found["kind"]
        elif found := _UNIT.match(line):
            self.units[found["name"]] = found["unit"]
        return not line.strip() or line.startswith("#")

    def store(self, found: re.Match[str], place: str) -> bool:
        """Store a part of a summary or a histogram; say whether it is one."""
        name, ending = found["name"], found["name"].rpartition("_")
        family = ending[0]
        is_part = f"_{ending[2]}" in _SHARED and self.kinds.get(family) in {"summary", "histogram"}
        is_part |= ending[2] == "created" and any(
            self.kinds.get(one) in {"counter", "summary", "histogram"}
            for one in (family, family + _TOTAL)
        )
        if is_part and ending[2] in {"sum", "count"}:
            labels = found["labels"] or ""
            self.parts.setdefault((family, labels), {})[ending[2]] = (
                measured(found["value"]), place,
            )  # fmt: skip
        return is_part or self.kinds.get(name) == "histogram"


def _read_metrics(file: ToolText) -> Items:
    """Read values and quantiles; of a summary and a histogram the mean, which is sum by count."""
    families = _Families()
    for number, line in file.numbered():
        if not families.take(line):
            yield from guarded(f"line {number}", (families, line.strip()), _metrics_row)
    for (family, labels), parts in families.parts.items():
        (total, place), (count, _) = parts.get("sum", (0.0, "")), parts.get("count", (0.0, ""))
        if place and count > 0:
            yield _metric(families, family, labels, total / count, place)


def _metrics_row(row: tuple[_Families, str], place: str) -> Items:
    families, line = row
    found = _SAMPLE.match(line)
    if found is None:
        raise UnreadableError(f"{line[:60]!r} is no sample", "Send OpenMetrics text.")
    if not families.store(found, place):
        value = measured(found["value"])
        yield _metric(families, found["name"], found["labels"] or "", value, place)


def _metric(families: _Families, name: str, text: str, value: float, place: str) -> Reading:
    labels = {
        key: said.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
        for key, said in _LABEL.findall(text)
    }
    family = name.removesuffix(_TOTAL)
    ending, unit = next((one for one in _ENDINGS if family.endswith(one[0])), ("", "1"))
    unit = families.units.get(family) or families.units.get(name, unit)
    base = family.removesuffix(ending) + name[len(family) :]
    metric = base
    if families.kinds.get(name) == "summary" and "quantile" in labels:
        metric += (
            f"_p{optional(labels.pop('quantile')) or 0:.6%}".rstrip("%").rstrip("0").rstrip(".")
        )
    elif families.kinds.get(name) in {"summary", "histogram"}:
        metric += "_mean"
    benchmark = ".".join(labels.pop(key) for key in ("type", "method") if key in labels)
    direction = LOWER if unit in {"ns", "s", "seconds", "nanoseconds"} else None
    return Reading(benchmark or base, unit, value, metric, labels, direction=direction, place=place)


BMF = ToolFormat("bencher-bmf", "Bencher Metric Format", _bmf_sign, _read_bmf)
CUSTOM_JSON = ToolFormat(
    "custom-json", "custom JSON, [{name, value, unit}]", _custom_sign, _read_custom
)
OPEN_METRICS = ToolFormat("openmetrics", "OpenMetrics text", _metrics_sign, _read_metrics)
