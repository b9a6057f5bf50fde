"""From readings of a tool to the parts of a report: metrics, benchmarks and results."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from backend.adapters.history import DirectionQuestion, Document, Rejected
from backend.adapters.loose_fields import (
    LONGEST_BENCHMARK,
    NAME_LIMIT,
    UnreadableError,
    tidy_name,
)
from backend.adapters.tools.readings import Reading
from backend.domain.catalogue.directions import likely_direction
from backend.domain.catalogue.metrics import BetterDirection, NoiseKind
from backend.domain.catalogue.parameters import Scalar, variant_key
from backend.domain.catalogue.units import Unit, are_same, parse_unit

_MOST_FAILURE = 400
"""Characters of the reasons of one benchmark, after which no further one is added."""
_WORD_BREAK = re.compile(r"\W+")
_NAMES = {
    "s": "time", "s/op": "time_per_op", "op/s": "throughput", "Hz": "frequency", "B": "memory",
    "B/op": "memory_per_op", "B/s": "bandwidth", "allocs/op": "allocations_per_op", "J": "energy",
    "W": "power", "1": "value", "%": "percent", "elem/s": "element_throughput", "bit/s": "bit_rate",
}  # fmt: skip


@dataclass(slots=True)
class ToolResults:
    """The parts of one report, and an account of what is not in it."""

    metrics: dict[str, Document] = field(default_factory=dict)
    results: list[Document] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    questions: list[DirectionQuestion] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def assemble(
    suite: str,
    readings: Iterable[tuple[str, Reading]],
    directions: Mapping[str, BetterDirection],
) -> ToolResults:
    """Return the parts of a report out of readings, each with the file it comes from.

    `directions` answers what a tool does not say, by "metric", "unit" or "metric|unit". Where
    nothing says it, the direction is unknown and a question names the metric. Numbers are in base
    units. A benchmark that comes again, with the same parameters and metric, is a repetition.
    """
    assembler = _Assembler(suite, directions)
    for file, reading in readings:
        try:
            assembler.add(reading, file)
        except UnreadableError as error:
            place = f"{file}: {reading.place}" if file else reading.place
            assembler.out.rejected.append(Rejected(place, error.reason, error.remedy))
    return assembler.finish()


@dataclass(slots=True)
class _Variant:
    """What was read of one benchmark, with its parameters, in one metric."""

    head: Document
    values: list[float] = field(default_factory=list)
    summary: Document | None = None
    histogram: Document | None = None
    failure: str = ""


class _Assembler:
    def __init__(self, suite: str, directions: Mapping[str, BetterDirection]) -> None:
        self.out = ToolResults()
        self._suite = suite
        self._directions = directions
        self._variants: dict[tuple[str, bytes, str], _Variant] = {}
        self._units: dict[str, str] = {}
        self._open: dict[str, dict[str, None]] = {}
        self._shortened = 0
        self._given: Mapping[str, Scalar] = {}
        self._last: tuple[dict[str, Scalar], bytes] = ({}, variant_key({}))

    def add(self, reading: Reading, file: str = "") -> None:
        """Take one reading of a file; UnreadableError where it cannot be stored."""
        benchmark = self._name(reading.benchmark)
        parameters, key = self._assigned(reading.parameters)
        unit = self._unit(reading)
        metric = self._metric(reading, unit, benchmark)
        variant = self._variants.get((benchmark, key, metric))
        if variant is None:
            variant = _Variant({"benchmark": benchmark, "parameters": parameters})
            self._variants[benchmark, key, metric] = variant
        if metric:
            variant.head["metric"] = metric
        is_first = not variant.failure
        _fill(variant, reading, unit)
        if file and is_first and variant.failure:
            variant.failure += f" ({', '.join(part for part in (file, reading.place) if part)})"

    def finish(self) -> ToolResults:
        """Return the parts of the report."""
        filled = [
            one for one in self._variants.values() if one.values or one.histogram or one.failure
        ]
        self.out.results = [_result(variant) for variant in filled]
        for metric, benchmarks in self._open.items():
            unit = self._units[metric]
            self.out.questions.append(
                DirectionQuestion(
                    key=metric,
                    suite=self._suite,
                    unit=unit,
                    tool="",
                    benchmarks=tuple(benchmarks),
                    reason=f"neither the tool nor this name in {unit!r} says which way is better",
                )
            )
        if self._shortened:
            self.out.notes.append(
                f"Names longer than {LONGEST_BENCHMARK} characters, shortened and marked by a "
                f"hash: {self._shortened}."
            )
        return self.out

    def _name(self, text: str) -> str:
        name = tidy_name(text, "name of the benchmark")
        self._shortened += len(text) > LONGEST_BENCHMARK and name != " ".join(text.split())
        return name

    def _assigned(self, given: Mapping[str, Scalar]) -> tuple[dict[str, Scalar], bytes]:
        """Return parameters and their key; readings of one line share theirs."""
        if given is not self._given:
            parameters = self._parameters(given)
            self._given, self._last = given, (parameters, variant_key(parameters))
        return self._last

    def _parameters(self, given: Mapping[str, Scalar]) -> dict[str, Scalar]:
        return {
            tidy_name(key, "name", NAME_LIMIT): (
                tidy_name(value, "value", NAME_LIMIT) if isinstance(value, str) else value
            )
            for key, value in given.items()
            if key.strip() and (not isinstance(value, str) or value.strip())
        }

    def _unit(self, reading: Reading) -> Unit:
        unit = parse_unit(reading.unit)
        if unit is None:
            raise UnreadableError(
                f"{reading.unit[:40]!r} is not a unit", "Use a unit such as ns, MB or ops/s."
            )
        return unit

    def _metric(self, reading: Reading, unit: Unit, benchmark: str) -> str:
        """Return the name of the metric, declared; empty for a failure that names none."""
        if reading.failure and not reading.metric:
            return ""
        name = reading.metric or metric_name(unit, reading.unit)
        if reading.failure and name not in self._units:
            return ""
        if not are_same(self._units.setdefault(name, unit.base), unit.base) and not reading.failure:
            name = f"{name}_{_slug(unit.base)}"
            self._units.setdefault(name, unit.base)
        if name not in self.out.metrics:
            direction = self._direction(name, reading, unit)
            noise = NoiseKind.EXACT if reading.is_exact else NoiseKind.SAMPLED
            self.out.metrics[name] = {
                "unit": unit.base, "direction": direction.value, "noise": noise.value,
            }  # fmt: skip
            if direction is BetterDirection.UNKNOWN and not self._answered(name, unit):
                self._open[name] = {}
        if name in self._open:
            self._open[name][benchmark] = None
        return name

    def _direction(self, name: str, reading: Reading, unit: Unit) -> BetterDirection:
        answered = self._answered(name, unit)
        known = answered or reading.direction or likely_direction(name, unit.base)
        return known or BetterDirection.UNKNOWN

    def _answered(self, name: str, unit: Unit) -> BetterDirection | None:
        keys = (f"{name}|{unit.base}", name, unit.base)
        return next((self._directions[key] for key in keys if key in self._directions), None)


def metric_name(unit: Unit, text: str) -> str:
    """Name a quantity by its unit, as imports do."""
    if unit.base in _NAMES and not (unit.base == "1" and text.strip() not in {"", "1", "#", "-"}):
        return _NAMES[unit.base]
    plain = text if unit.base == "1" else unit.base
    return _slug(plain) or "value"


def _slug(text: str) -> str:
    return _WORD_BREAK.sub("_", text.strip().lower()).strip("_")


def _fill(variant: _Variant, reading: Reading, unit: Unit) -> None:
    if reading.failure:
        variant.failure = _reasons(variant.failure, reading.failure)
    elif reading.histogram:
        variant.histogram = {
            "encoding": "hdr-v2", "data": reading.histogram, "scale": reading.scale * unit.factor,
        }  # fmt: skip
    elif samples := [one for one in reading.samples if math.isfinite(one)]:
        variant.values += [_scaled(value, unit, reading) for value in samples]
    elif reading.samples or (reading.value is not None and not math.isfinite(reading.value)):
        variant.failure = variant.failure or "the tool gives no finite number"
    elif reading.value is None:
        raise UnreadableError("the row has no number", "Give a finite number.")
    else:
        value = _scaled(reading.value, unit, reading)
        if not variant.values:
            variant.summary = {"value": value, **_spread(reading, unit)}
        variant.values.append(value)


def _reasons(known: str, further: str) -> str:
    """Return the reasons of a failure with one more, where it is another and there is room."""
    if not known:
        return further
    is_new = further not in known and len(known) < _MOST_FAILURE
    return f"{known}; {further[:_MOST_FAILURE]}" if is_new else known


def _scaled(value: float, unit: Unit, reading: Reading) -> float:
    scaled = value * unit.factor
    if not math.isfinite(scaled):
        raise UnreadableError(
            f"{value} {reading.unit} is too large to store", "Give it in a larger unit."
        )
    return scaled


def _spread(reading: Reading, unit: Unit) -> Document:
    """Return what is known of the spread: an interval of confidence, a deviation, a count."""
    known: Document = {}
    if reading.low is not None and reading.high is not None:
        low, high = sorted((reading.low * unit.factor, reading.high * unit.factor))
        if math.isfinite(low) and math.isfinite(high):
            known |= {"low": low, "high": high}
            known |= {"spread": reading.spread} if reading.spread else {}
    if reading.sd is not None and reading.sd >= 0:
        known["sd"] = reading.sd * unit.factor
    if reading.n is not None:
        known["n"] = min(reading.n, 2**31 - 1)
    return known


def _result(variant: _Variant) -> Document:
    if variant.histogram is not None:
        return {**variant.head, "histogram": variant.histogram}
    if variant.summary is not None and len(variant.values) == 1:
        return {**variant.head, "summary": variant.summary}
    if variant.values:
        return {**variant.head, "samples": variant.values}
    return {**variant.head, "failure": {"kind": "crash", "message": variant.failure}}
