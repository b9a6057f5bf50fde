"""`go test -bench`: the benchmark format of Go, with any number of values a line."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    measured,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_SIGN = re.compile(r"^Benchmark\S*\s+\d+\s+[+-]?\d\S*\s+\S+", re.MULTILINE)
_SETTING = re.compile(r"^(?P<key>[a-z][^\s:A-Z\[\]]*):(?:\s+(?P<value>.*))?$")
_UNIT = re.compile(r"^Unit (?P<unit>\S+) (?P<facts>.*)$")
_KEY = re.compile(r"[^\s,;&]++")
"""Of a name `/key=value`; what holds a comma is several settings, and stays in the name."""
_PROCS = re.compile(r"-(\d+)$")
_KNOWN_SETTINGS = {"goos", "goarch", "cpu", "go", "warning", "error", "note", "testing", "exit"}
"""Facts of the machine, and what other programs print in this form."""
_ENDED = re.compile(r"\s*+(?:Benchmark\S*+\s++)?+--- (?P<how>FAIL|SKIP): Benchmark(?P<name>\S*+)")
_REASONS = {"FAIL": "the benchmark failed", "SKIP": "it was skipped"}
_FEWEST = 4
_LONGEST_SETTING = 100
_MOST_DIGITS = 15


class _GoQuantity(NamedTuple):
    """What all samples of one quantity have in common, as its first line says it."""

    benchmark: str
    unit: str
    parameters: dict[str, Scalar]
    direction: BetterDirection | None
    is_exact: bool
    place: str


@dataclass
class _Quantities:
    """The quantities of one benchmark by their units, each with its samples."""

    benchmark: str
    parameters: dict[str, Scalar]
    of: dict[str, tuple[_GoQuantity, list[float]]] = field(default_factory=dict)


@dataclass
class _State:
    """What lines above say of the lines below, and the samples of each quantity so far."""

    settings: dict[str, str] = field(default_factory=dict)
    exact: set[str] = field(default_factory=set)
    directions: dict[str, BetterDirection] = field(default_factory=dict)
    found: dict[tuple[str, str], _Quantities] = field(default_factory=dict)
    named: dict[str, _Quantities] = field(default_factory=dict)
    """The same by names as they are printed, for as long as no setting changes."""
    failed: list[tuple[str, Reading]] = field(default_factory=list)
    """By the names as they were printed."""
    begun: str = ""
    """A name whose numbers come on a line of their own, below what the benchmark printed."""

    def add(self, fields: list[str], place: str) -> None:
        """Take one more sample of each quantity of a line: -count writes a line for each."""
        values, units = list(map(_number, fields[2::2])), fields[3::2]
        if len(values) != len(units):
            raise UnreadableError(
                "the line is not a name, a count, and pairs of value and unit",
                "Send it as printed.",
            )
        known = self.named.get(fields[0]) or self._quantities(fields[0])
        for value, unit in zip(values, units, strict=True):
            if unit not in known.of:
                facts = (self.directions.get(unit), unit in self.exact, place)
                known.of[unit] = _GoQuantity(known.benchmark, unit, known.parameters, *facts), []
            known.of[unit][1].append(value)

    def fail(self, name: str, reason: str, place: str) -> None:
        """Take a benchmark that has no numbers."""
        benchmark, parameters = _name(name, self.settings)
        failed = Reading(benchmark, parameters=parameters, failure=reason, place=place)
        self.failed.append((name, failed))

    def failures(self) -> Iterator[Reading]:
        """Yield them; a name without processors has those of all other lines, if these agree.

        A benchmark that failed by its parts is left out: those are named.
        """
        procs = {one.parameters.get("procs") for one in self.found.values()}
        procs |= {one.parameters["procs"] for _, one in self.failed if "procs" in one.parameters}
        agreed = procs.pop() if len(procs) == 1 else None
        common = {} if agreed is None else {"procs": agreed}
        names = sorted({f"{name}/" for name, one in self.failed if one.failure == _REASONS["FAIL"]})
        # in their order, the first part of a whole follows it
        wholes = {whole for whole, part in pairwise(names) if part.startswith(whole)}
        for name, one in self.failed:
            if f"{name}/" not in wholes:
                yield replace(one, parameters={**common, **one.parameters})

    def _quantities(self, printed: str) -> _Quantities:
        name, parameters = _name(printed.removeprefix("Benchmark"), self.settings)
        key = (name, repr(sorted(parameters.items())))
        known = self.found.setdefault(key, _Quantities(name, parameters))
        self.named[printed] = known
        return known


def _number(text: str) -> float:
    return float(text) if text.isdecimal() and len(text) < _MOST_DIGITS else measured(text)


def _sign(file: ToolText) -> str:
    found = _SIGN.search(_printed(file).head)
    return f"“{found[0][:80]}”, as go test -bench prints" if found else ""


def _printed(file: ToolText) -> ToolText:
    """Return what go test printed, also out of the events of go test -json."""
    if '"Action":"' not in file.head:
        return file
    said = [one.get("Output") for _, one in file.json_lines if one.get("Action") == "output"]
    return ToolText("".join(text for text in said if isinstance(text, str)), file.name)


def _read(file: ToolText) -> Items:
    """Gather the lines of one name as its samples, as -count writes them."""
    state = _State()
    for number, line in _printed(file).numbered():
        place = f"line {number}"
        fields = _fields(line, state)
        if len(fields) >= _FEWEST and fields[1].isdecimal():
            state.begun = ""
            yield from _rejected_or_added(fields, state, place)
        elif fields:
            state.begun = fields[0]
        if ended := _ENDED.match(line):
            state.fail(ended["name"], _REASONS[ended["how"]], place)
            state.begun = ""
        elif state.begun and (reason := line.partition("panic: ")[2]):
            state.fail(state.begun.removeprefix("Benchmark"), f"panic: {reason}", place)
            state.begun = ""
        elif not fields:
            _setting(line, state)
    yield from state.failures()
    for head, values in (one for known in state.found.values() for one in known.of.values()):
        yield Reading(
            head.benchmark, head.unit, parameters=head.parameters, samples=tuple(values),
            direction=head.direction, is_exact=head.is_exact, place=head.place,
        )  # fmt: skip


def _fields(line: str, state: _State) -> list[str]:
    """Return the words of a result, with its name where that stands on a line above."""
    if line.startswith("Benchmark"):
        return line.split()
    is_rest = state.begun and line[:1].isspace() and " ns/op" in line
    return [state.begun, *line.split()] if is_rest else []


def _rejected_or_added(fields: list[str], state: _State, place: str) -> Items:
    try:
        state.add(fields, place)
    except UnreadableError as error:
        yield Rejected(place, error.reason, error.remedy)


def _setting(line: str, state: _State) -> None:
    if found := _UNIT.match(line):
        _unit(state, found["unit"], found["facts"])
    elif found := _SETTING.match(line):
        state.settings[found["key"]] = (found["value"] or "").strip()
        state.named.clear()


def _unit(state: _State, unit: str, facts: str) -> None:
    for fact in facts.split():
        if fact == "assume=exact":
            state.exact.add(unit)
        elif fact in {"better=higher", "better=lower"}:
            state.directions[unit] = HIGHER if fact.endswith("higher") else LOWER


def _name(text: str, settings: Mapping[str, str]) -> tuple[str, dict[str, Scalar]]:
    """Take the processors and each /key=value out of a name."""
    parameters: dict[str, Scalar] = {
        key: value
        for key, value in settings.items()
        if value and key not in _KNOWN_SETTINGS and len(value) <= _LONGEST_SETTING
    }
    if found := _PROCS.search(text):
        parameters["procs"] = int(found[1])
        text = text[: found.start()]
    if "=" not in text:
        return text, parameters
    kept = []
    for part in text.split("/"):
        key, equals, value = part.partition("=")
        if equals and value and _KEY.fullmatch(key):
            parameters[key] = (
                int(value) if value.isdecimal() and len(value) < _MOST_DIGITS else value
            )
        else:
            kept.append(part)
    return "/".join(kept) or text, parameters


GO_BENCH = ToolFormat("go", "go test -bench", _sign, _read)
