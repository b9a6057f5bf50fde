"""One row of a github-action-benchmark entry: its benchmark, quantity, value and spread."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean

from backend.adapters.github_action_tools import (
    Tool,
    band_of,
    further_quantities,
    sample_count,
    spread,
    tool_named,
)
from backend.adapters.history import Document
from backend.adapters.loose_fields import (
    UnreadableError,
    as_object,
    read_name,
    read_number,
    read_text,
    tidy_name,
)
from backend.domain.catalogue.parameters import Scalar
from backend.domain.catalogue.units import Unit, parse_unit
from backend.domain.reports.checks import LARGEST

NO_UNIT = "1"
_METRIC_NAMES = {
    "s": "time", "s/op": "time_per_op", "op/s": "throughput", "Hz": "frequency",
    "B": "memory", "B/op": "memory_per_op", "B/s": "bandwidth", "allocs/op": "allocations_per_op",
    "J": "energy", "W": "power", "%": "percent",
}  # fmt: skip
_SYMBOLS = dict.fromkeys(("1", "", "#", "-"), "unitless")
_SIGNS = {"%": "percent ", "°": "degrees "}
_NEVER_NEGATIVE = frozenset({"s", "s/op", "op/s", "Hz", "B", "B/op", "B/s"})
_WORD_BREAK = re.compile(r"\W+")
_LEADING_DIGITS = re.compile(r"^[0-9.,]+\s*")
_GO_FURTHER_PAIR = re.compile(r"(?<!\s)\s++([0-9][0-9.,e+]*+)\s++(\S++)")
_JMH_PARAMETERS = re.compile(r"^(?P<name>.+?) \( (?P<parameters>\{[^{}]*+\}) \)$")
_PROCESSORS = re.compile(r"(?<!\d)(\d{1,6}) procs\b")
_TIMES = re.compile(r"\d times\b")
_MOST_PARAMETERS = 32
_WHOLE_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})")


@dataclass(frozen=True, slots=True)
class ActionQuantity:
    """A metric's name, and the unit in which its numbers stand in the file."""

    metric: str
    unit_text: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One number of the file with all that is certain about it, still in the file's own unit."""

    benchmark: str
    parameters: dict[str, Scalar]
    quantity: ActionQuantity
    number: float
    spread: dict[str, float] = field(default_factory=dict)
    band: str = ""
    """The kind of the spread's bounds; empty: an interval of 95 %."""
    samples: tuple[float, ...] = ()
    """All numbers, where the row gives several."""
    count: int | None = None
    has_unread_range: bool = False
    """The file gives a range, and what it means is not certain."""
    is_further: bool = False
    """It stands in the text of another row, which the tool wrote there by its own rule."""
    is_echo: bool = False
    """The action writes "A - ns/op" beside A, whose own text may say the same number."""

    def values(self) -> list[float]:
        """Return all numbers of the row in the base unit. Raises UnreadableError as summary."""
        self.summary()
        return [number * self.quantity.unit.factor for number in self.samples or (self.number,)]

    def summary(self) -> Document:
        """Return the summary of a report, in the base unit.

        Raises UnreadableError if the number is too large for that unit.
        """
        factor = self.quantity.unit.factor
        known = {"value": self.number, **self.spread}
        if self.quantity.unit.base in _NEVER_NEGATIVE and self.number >= 0 and "low" in known:
            known["low"] = max(known["low"], 0.0)
        scaled = {name: number * factor for name, number in known.items()}
        if max(map(abs, scaled.values())) > LARGEST or not all(map(math.isfinite, self.samples)):
            raise UnreadableError(
                f"{self.number} {self.quantity.unit_text} is too large to store",
                "Give the value and its range in a larger unit.",
            )
        band = {"spread": self.band} if self.band and "low" in scaled else {}
        counted = {} if self.count is None else {"n": self.count}
        return {**scaled, **counted, **band}


def read_row(tool_name: str, raw: object) -> list[ActionRow]:
    """Read one element of `benches`: the row itself, then what its texts hold besides.

    Raises UnreadableError when the row cannot be taken.
    """
    if not isinstance(raw, dict):
        raise UnreadableError("the row is not a JSON object", "Give name, value and unit.")
    tool, fields = tool_named(tool_name), as_object(raw)
    name, parameters = _benchmark(tool_name, tidy_name(fields.get("name"), "name"))
    samples = _numbers(fields.get("value"))
    number = fmean(samples)
    unit_text, further_pairs = _unit_texts(tool_name, fields.get("unit"))
    certain = spread(tool, fields.get("range"), number)
    parent = _parent(tool_name, name, unit_text)
    row = ActionRow(
        benchmark=parent,
        parameters={**parameters, **_processors(tool_name, fields.get("extra"))},
        quantity=_quantity(unit_text),
        number=number,
        spread=certain,
        band=band_of(tool),
        samples=tuple(samples) if len(samples) > 1 else (),
        is_echo=parent != name,
        has_unread_range=not certain and fields.get("range") not in (None, ""),
        count=sample_count(tool, fields.get("extra")),
    )
    return [row, *_further_rows(tool, row, further_pairs, fields.get("extra"))]


def _numbers(raw: object) -> list[float]:
    """Return the number of a row, or all of a list of samples."""
    if not isinstance(raw, list) or not raw:
        return [read_number(raw)]
    return [read_number(one) for one in raw]


def _parent(tool_name: str, name: str, unit_text: str) -> str:
    """Take "A - ns/op" as the quantity of A that it is: the action writes a row for each."""
    parent = name.removesuffix(f" - {unit_text}") if tool_name == "go" else name
    return parent or name


def _processors(tool_name: str, extra: object) -> dict[str, Scalar]:
    """Return GOMAXPROCS: Go writes it behind the name, except where it is 1."""
    if tool_name != "go" or not isinstance(extra, str):
        return {}
    if found := _PROCESSORS.search(extra):
        return {"procs": int(found[1])}
    return {"procs": 1} if _TIMES.search(extra) else {}


def _benchmark(tool_name: str, name: str) -> tuple[str, dict[str, Scalar]]:
    """JMH's parameters are written after its name as JSON; all of them are texts."""
    match = _JMH_PARAMETERS.match(name) if tool_name == "jmh" else None
    if match is None:
        return name, {}
    try:
        parameters = as_object(json.loads(match["parameters"]))
    except (ValueError, RecursionError):
        return name, {}
    texts = {key: text for key, text in parameters.items() if key and isinstance(text, str)}
    is_plain = all(read_text(text) == text for pair in texts.items() for text in pair)
    if len(texts) != len(parameters) or len(texts) > _MOST_PARAMETERS or not is_plain:
        return name, {}
    return match["name"], {key: _whole_or_text(text) for key, text in texts.items()}


def _whole_or_text(text: str) -> Scalar:
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else text


def _unit_texts(tool_name: str, raw: object) -> tuple[str, list[tuple[float, str]]]:
    """Return the unit, and the (number, unit) pairs that Go writes after it on the same line."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return NO_UNIT, []
    text = read_name(raw, "unit") if tool_name != "go" else _one_line(raw)
    if tool_name == "benchmarkluau":
        text = _LEADING_DIGITS.sub("", text) or NO_UNIT
    pairs = _GO_FURTHER_PAIR.findall(text) if tool_name == "go" else []
    if pairs:
        text = text.split()[0]
    return text, [(read_number(number), unit) for number, unit in pairs]


def _one_line(raw: object) -> str:
    spaced = raw.replace("\t", " ") if isinstance(raw, str) else raw
    return read_name(spaced, "unit")


def _quantity(unit_text: str, metric: str = "") -> ActionQuantity:
    unit = parse_unit(unit_text)
    if unit is None:
        raise UnreadableError(
            f"{unit_text[:40]!r} is not a unit", "Use a unit such as ns, MB, ops/sec, or one word."
        )
    return ActionQuantity(metric or _metric_name(unit_text, unit), unit_text, unit)


def _metric_name(unit_text: str, unit: Unit) -> str:
    """Name the quantity by its base unit alone: a suite's metric must never change its unit."""
    known = _METRIC_NAMES.get(unit.base)
    if known:
        return known
    plain = unit_text.strip() if unit.base == NO_UNIT else unit.base
    for sign, word in _SIGNS.items():
        plain = plain.replace(sign, word)
    return _SYMBOLS.get(plain) or _WORD_BREAK.sub("_", plain.lower()).strip("_") or "unitless"


def _further_rows(
    tool: Tool, row: ActionRow, pairs: list[tuple[float, str]], extra: object
) -> Iterator[ActionRow]:
    for number, unit in pairs:
        yield ActionRow(row.benchmark, row.parameters, _quantity(unit), number, is_further=True)
    for metric, unit, number in further_quantities(tool, extra):
        quantity = _quantity(unit, metric)
        yield ActionRow(row.benchmark, row.parameters, quantity, number, is_further=True)
