"""criterion and gauge of Haskell (printed, CSV), and tasty-bench (printed, CSV)."""

import re
from itertools import pairwise

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    in_unit,
    measured,
    number_unit,
    optional,
)

_CSV_HEAD = "Name,Mean,MeanLB,MeanUB,Stddev"
_TASTY_HEAD = re.compile(r'"?Name"?,"?Mean \(ps\)"?,"?2\*Stdev \(ps\)"?')
_BENCHMARKING = re.compile(r"benchmarking (?P<name>\S[^\r\n]*+)")
_MEAN = re.compile(r"^mean {2,}[\d.]++ \w++ +\([\d.]++ \w++ \.\. [\d.]++ \w++\)", re.MULTILINE)
_BOUNDED = re.compile(
    r"(?P<what>mean|std dev) {2,}(?P<value>[\d.e-]++ \w++) +\((?P<low>[\d.e-]++ \w++) "
    r"\.\. (?P<high>[\d.e-]++ \w++)\)"
)
_OK = re.compile(r"(?P<indent> *+)(?P<name>\S[^\r\n]*?): +(?P<how>OK|FAIL)(?: \([\d.]++s\))?$")
_GROUP = re.compile(r"(?P<indent> *+)(?P<name>\S[^\r\n]*+)$")
_TIMED = re.compile(
    r" ++(?P<mean>[\d.]++ (?:ps|ns|[μµ]s|us|ms|s)) ± +(?P<twice>[\d.]++ (?:ps|ns|[μµ]s|us|ms|s))"
    r"(?P<rest>[^\r\n]*+)$"
)
_COUNTED = re.compile(
    r"(?<![\d.])(?P<value>[\d.]++) (?P<unit>[KMGT]?B) ++(?P<what>allocated|copied|peak memory)"
)
_SIZES = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB"}
"""tasty-bench prints multiples of 1,024 under these names."""
_MEMORY = {
    "allocated": ("memory_per_op", "/op"), "copied": ("copied_per_op", "/op"),
    "peak memory": ("peak_memory", ""),
}  # fmt: skip
_MEMORY_COLUMNS = {"Allocated": "allocated", "Copied": "copied", "Peak Memory": "peak memory"}


def _csv_sign(file: ToolText) -> str:
    is_here = file.head.lstrip().startswith(_CSV_HEAD)
    return f"the head {_CSV_HEAD} of criterion and gauge" if is_here else ""


def _read_csv(file: ToolText) -> Items:
    """Read seconds; each run of a suite may have added the head again."""
    for number, row in csv_rows(file):
        if row["Mean"] != "Mean":
            yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    yield Reading(
        row["Name"], "s", measured(row["Mean"]), "time", low=optional(row["MeanLB"]),
        high=optional(row["MeanUB"]), sd=optional(row["Stddev"]), direction=LOWER, place=place,
    )  # fmt: skip


def _tasty_csv_sign(file: ToolText) -> str:
    found = _TASTY_HEAD.match(file.head.lstrip())
    return f"the head {found[0]} of tasty-bench" if found else ""


def _read_tasty_csv(file: ToolText) -> Items:
    for number, row in csv_rows(file):
        yield from guarded(f"line {number}", row, _tasty_csv_row)


def _tasty_csv_row(row: dict[str, str], place: str) -> Items:
    name, twice = row["Name"], optional(row["2*Stdev (ps)"])
    yield Reading(
        name, "ps", measured(row["Mean (ps)"]), "time", direction=LOWER, place=place,
        sd=None if twice is None else twice / 2,
    )  # fmt: skip
    for column, what in _MEMORY_COLUMNS.items():
        if (value := optional(row.get(column))) is not None:
            metric, per = _MEMORY[what]
            yield Reading(name, f"B{per}", value, metric, direction=LOWER, place=place)


def _text_sign(file: ToolText) -> str:
    found = _MEAN.search(file.head)
    is_here = found and _BENCHMARKING.search(file.head)
    return (
        f"“{' '.join(found[0].split())}”, as criterion of Haskell prints"
        if found and is_here
        else ""
    )


def _read_text(file: ToolText) -> Items:
    """Read the mean with its bounds, and the deviation that is printed below it."""
    name = ""
    mean: tuple[str, re.Match[str]] | None = None
    for number, line in [*file.numbered(), (0, "benchmarking .")]:
        if begun := _BENCHMARKING.match(line):
            if mean:
                yield from guarded(mean[0], (name, mean[1], None), _mean)
            name, mean = begun["name"].partition(" ... took ")[0].strip(), None
        elif found := _BOUNDED.match(line):
            if found["what"] == "mean":
                mean = (f"line {number}", found)
            elif mean:
                yield from guarded(mean[0], (name, mean[1], found["value"]), _mean)
                mean = None


def _mean(row: tuple[str, re.Match[str], str | None], place: str) -> Items:
    name, found, deviation = row
    value, unit = number_unit(found["value"])
    low, high = (in_unit(found[key], unit) for key in ("low", "high"))
    yield Reading(
        name or "benchmark", unit, value, "time", low=low, high=high, direction=LOWER,
        sd=in_unit(deviation, unit) if deviation else None, place=place,
    )  # fmt: skip


def _tasty_sign(file: ToolText) -> str:
    lines = file.head.splitlines()
    found = next(
        (
            line
            for above, line in pairwise(lines)
            if _TIMED.match(line) and _OK.match(above.rstrip())
        ),
        "",
    )
    return f"“{found.strip()[:60]}” below OK, as tasty-bench prints" if found else ""


def _read_tasty(file: ToolText) -> Items:
    """Read a time below each name; groups stand above their benchmarks, less indented."""
    groups: list[tuple[int, str]] = []
    name = ""
    for number, raw in file.numbered():
        line, place = raw.rstrip(), f"line {number}"
        if not line:
            groups, name = [], ""
        elif found := _OK.match(line):
            groups = _above(groups, len(found["indent"]))
            name = ".".join([*(one for _, one in groups), found["name"]])
            if found["how"] == "FAIL":
                yield Reading(name, failure="the benchmark failed", place=place)
        elif timed := _TIMED.match(line):
            yield from guarded(place, (name, timed), _tasty_row)
            name = ""
        elif not name and (found := _GROUP.match(line)):
            indent = len(found["indent"])
            groups = [*_above(groups, indent), (indent, found["name"])]


def _above(groups: list[tuple[int, str]], indent: int) -> list[tuple[int, str]]:
    return [one for one in groups if one[0] < indent]


def _tasty_row(row: tuple[str, re.Match[str]], place: str) -> Items:
    name, found = row
    if not name:
        raise UnreadableError("the time stands below no name", "Send it as tasty-bench prints it.")
    value, unit = number_unit(_plain(found["mean"]))
    twice = in_unit(_plain(found["twice"]), unit)
    sd = None if twice is None else twice / 2
    yield Reading(name, unit, value, "time", sd=sd, direction=LOWER, place=place)
    for counted in _COUNTED.finditer(found["rest"]):
        metric, per = _MEMORY[counted["what"]]
        size = _SIZES.get(counted["unit"], counted["unit"])
        count = read_number(counted["value"])
        yield Reading(name, f"{size}{per}", count, metric, direction=LOWER, place=place)


def _plain(text: str) -> str:
    return text.replace("μ", "u").replace("µ", "u")


HASKELL_CSV = ToolFormat("haskell-csv", "criterion and gauge (Haskell) CSV", _csv_sign, _read_csv)
HASKELL_TEXT = ToolFormat(
    "haskell-text", "criterion and gauge (Haskell), printed", _text_sign, _read_text
)
TASTY_BENCH = ToolFormat("tasty-bench", "tasty-bench (Haskell), printed", _tasty_sign, _read_tasty)
TASTY_BENCH_CSV = ToolFormat(
    "tasty-bench-csv", "tasty-bench (Haskell) CSV", _tasty_csv_sign, _read_tasty_csv
)
