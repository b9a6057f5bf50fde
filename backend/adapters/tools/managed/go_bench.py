"""`go test -bench`: the benchmark format of Go, with any number of values a line."""

import re
from dataclasses import dataclass, field, replace

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import HIGHER, LOWER, Items, Reading, ToolFormat, ToolText
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_SIGN = re.compile(r"^Benchmark\S*\s+\d+\s+[+-]?\d\S*\s+\S+", re.MULTILINE)
_LINE = re.compile(r"^Benchmark\S*\s+\d+\s+\S+\s+\S+")
_SETTING = re.compile(r"^(?P<key>[a-z][^\s:A-Z\[\]]*):(?:\s+(?P<value>.*))?$")
_UNIT = re.compile(r"^Unit (?P<unit>\S+) (?P<facts>.*)$")
_PROCS = re.compile(r"-(\d+)$")
_KNOWN_SETTINGS = {"goos", "goarch", "cpu", "go", "warning", "error", "note", "testing", "exit"}
"""Facts of the machine, and what other programs print in this form."""
_FEWEST = 4
_LONGEST_SETTING = 100
_MOST_DIGITS = 15


@dataclass
class _State:
    """What lines above say of the lines below, and the samples of each name so far."""

    settings: dict[str, str] = field(default_factory=dict)
    exact: set[str] = field(default_factory=set)
    directions: dict[str, BetterDirection] = field(default_factory=dict)
    first: dict[tuple[str, str, str], Reading] = field(default_factory=dict)
    values: dict[tuple[str, str, str], list[float]] = field(default_factory=dict)

    def add(self, reading: Reading) -> None:
        """Take one more sample: -count writes a line for each."""
        key = (reading.benchmark, repr(sorted(reading.parameters.items())), reading.unit)
        self.first.setdefault(key, reading)
        if reading.value is not None:
            self.values.setdefault(key, []).append(reading.value)


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
        if line.startswith("Benchmark") and _LINE.match(line):
            yield from _rejected_or_added(line, state, place)
        elif line.startswith("--- FAIL: Benchmark"):
            name = line.removeprefix("--- FAIL: Benchmark").split()[0]
            yield Reading(name, failure="the benchmark failed", place=place)
        else:
            _setting(line, state)
    for key, reading in state.first.items():
        yield replace(reading, value=None, samples=tuple(state.values[key]))


def _rejected_or_added(line: str, state: _State, place: str) -> Items:
    try:
        for reading in _line(line, state, place):
            state.add(reading)
    except UnreadableError as error:
        yield Rejected(place, error.reason, error.remedy)


def _setting(line: str, state: _State) -> None:
    if found := _UNIT.match(line):
        _unit(state, found["unit"], found["facts"])
    elif found := _SETTING.match(line):
        state.settings[found["key"]] = (found["value"] or "").strip()


def _unit(state: _State, unit: str, facts: str) -> None:
    for fact in facts.split():
        if fact == "assume=exact":
            state.exact.add(unit)
        elif fact in {"better=higher", "better=lower"}:
            state.directions[unit] = HIGHER if fact.endswith("higher") else LOWER


def _line(line: str, state: _State, place: str) -> list[Reading]:
    fields = line.split()
    pairs = fields[2:]
    if len(fields) < _FEWEST or len(pairs) % 2:
        raise UnreadableError(
            "the line is not a name, a count, and pairs of value and unit", "Send it as printed."
        )
    name, parameters = _name(fields[0].removeprefix("Benchmark"), state)
    return [
        Reading(
            name, unit, read_number(value), parameters=parameters,
            direction=state.directions.get(unit), is_exact=unit in state.exact, place=place,
        )
        for value, unit in zip(pairs[::2], pairs[1::2], strict=True)
    ]  # fmt: skip


def _name(text: str, state: _State) -> tuple[str, dict[str, Scalar]]:
    """Take the processors and each /key=value out of a name."""
    parameters: dict[str, Scalar] = {
        key: value
        for key, value in state.settings.items()
        if value and key not in _KNOWN_SETTINGS and len(value) <= _LONGEST_SETTING
    }
    if found := _PROCS.search(text):
        parameters["procs"] = int(found[1])
        text = text[: found.start()]
    kept = []
    for part in text.split("/"):
        key, equals, value = part.partition("=")
        if equals and key and value:
            parameters[key] = (
                int(value) if value.isdecimal() and len(value) < _MOST_DIGITS else value
            )
        else:
            kept.append(part)
    return "/".join(kept) or text, parameters


GO_BENCH = ToolFormat("go", "go test -bench", _sign, _read)
