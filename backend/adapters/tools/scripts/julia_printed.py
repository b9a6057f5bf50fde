"""Julia's BenchmarkTools as it prints trials and groups of trials."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    in_unit,
    number_unit,
    whole,
)

_TRIAL = re.compile(r"BenchmarkTools\.Trial:(?: (?P<n>[\d,]+) samples?)?")
_SIGN = re.compile(r"^.*BenchmarkTools\.(?:Trial|BenchmarkGroup)\b.*$", re.MULTILINE)
_NODE = re.compile(
    r'^(?P<indent>\s*+)(?P<name>"[^"]*+"|\([^=)]*+\)|\S++) => '
    r"(?:(?:Trial|TrialEstimate)\((?P<time>[^)]++)\)|\d++-element .*BenchmarkGroup)"
)
_PROMPT = re.compile(r"^(?:julia> )?@benchmark(?:able)?\b\s*(?P<of>.+)$")
_SINGLE = re.compile(r"Single result which took ([\d.]+ ?\S+)")

_FIELDS = {
    "Time  (median)": "middle", "median time": "middle", "mean time": "mean",
    "minimum time": "low", "maximum time": "high", "memory estimate": "memory",
    "allocs estimate": "allocations",
}  # fmt: skip


@dataclass
class _Trial:
    """What was read of one trial."""

    name: str
    place: str
    count: int | None = None
    middle: str = ""
    mean: str = ""
    low: str = ""
    high: str = ""
    memory: str = ""
    allocations: str = ""
    is_leaf: bool = False

    def take(self, line: str) -> None:
        """Take one line of what is printed of a trial."""
        plain = line.partition("┊")[0].strip().replace("μ", "u")
        key, _, text = plain.partition(":")
        text = text.strip()
        if name := _FIELDS.get(key):
            setattr(self, name, text.partition(" (")[0])
        elif key.startswith("Range"):
            self.low, _, self.high = (one.strip() for one in text.partition("…"))
        elif key.startswith("Time  (mean"):
            self.mean = text.partition("±")[0].strip()
        elif key == "samples":
            self.count = int(text) if text.isdecimal() else None
        elif key == "Memory estimate":
            self.memory, _, rest = text.partition(", allocs estimate:")
            self.allocations = rest.strip().rstrip(".")
        elif found := _SINGLE.search(plain):
            self.middle, self.count = found[1], 1


def _sign(file: ToolText) -> str:
    # the JSON of PkgBenchmark holds the same words
    found = None if file.json is not None else _SIGN.search(file.head)
    return f"“{found[0].strip()[:60]}”, as BenchmarkTools prints" if found else ""


def _read(file: ToolText) -> Items:
    for one in _trials(file):
        yield from guarded(one.place, one, _leaf if one.is_leaf else _trial)


def _trials(file: ToolText) -> Iterator[_Trial]:
    """Yield each trial when all of its lines are taken, and each line of a group."""
    said, nameless, path = "", 0, list[tuple[int, str]]()
    trial: _Trial | None = None
    for number, line in file.numbered():
        if found := _PROMPT.match(line.strip()):
            said = found["of"].strip()
        elif found := _TRIAL.search(line):
            yield from [trial] if trial else []
            nameless += not said
            name = said or (f"benchmark {nameless}" if nameless > 1 else "benchmark")
            said, trial = (
                "",
                _Trial(name, f"line {number}", whole((found["n"] or "").replace(",", ""))),
            )
        elif found := _NODE.match(line):
            path = _path(path, found)
            if found["time"]:
                name = "/".join(text for _, text in path)
                yield _Trial(name, f"line {number}", low=found["time"], is_leaf=True)
        elif trial:
            trial.take(line)
    yield from [trial] if trial else []


def _path(path: list[tuple[int, str]], found: re.Match[str]) -> list[tuple[int, str]]:
    indent = len(found["indent"])
    return [*(one for one in path if one[0] < indent), (indent, found["name"].strip('"'))]


def _leaf(trial: _Trial, place: str) -> Items:
    """Read what a group prints of a trial: its fastest time."""
    value, unit = number_unit(trial.low.replace("μ", "u"))
    yield Reading(trial.name, unit, value, "time_min", place=place)


def _trial(trial: _Trial, place: str) -> Items:
    text = trial.middle or trial.mean
    if not text:
        raise UnreadableError("the trial has no median and no mean", "Send it as printed.")
    value, unit = number_unit(text)
    yield Reading(
        trial.name, unit, value, "time", low=in_unit(trial.low, unit),
        high=in_unit(trial.high, unit), spread="range", n=trial.count, place=place,
    )  # fmt: skip
    if trial.memory:
        memory, of = number_unit(trial.memory)
        of = {"bytes": "B", "byte": "B"}.get(of, of)
        yield Reading(trial.name, f"{of}/op", memory, "memory_per_op", direction=LOWER, place=place)
    if trial.allocations:
        count, _ = number_unit(trial.allocations)
        yield Reading(
            trial.name, "allocs/op", count, "allocations_per_op", direction=LOWER, place=place
        )


JULIA_TEXT = ToolFormat("julia-text", "BenchmarkTools (Julia), printed", _sign, _read)
