"""timeit of Python and IPython, as it prints."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.readings import LOWER, Items, Reading, ToolFormat, ToolText, guarded

_BEST = re.compile(
    r"^[ \t]*+(?P<loops>[\d,]++) loops?, best of (?P<n>\d++): (?P<value>[\d.e+-]++) ?"
    r"(?P<unit>[a-zµμ]++) per loop",
    re.MULTILINE,
)
_MEAN = re.compile(
    r"^[ \t]*+(?:(?P<minutes>\d++)min )?(?P<value>[\d.]++) ?(?P<unit>[a-zµμ]++) (?:±|\+-) "
    r"(?P<sd>[\d.]++) ?(?P<own>[a-zµμ]++) per loop \(mean (?:±|\+-) std\. dev\. of "
    r"(?P<n>\d++) runs?, (?P<loops>[\d,]++) loops? each\)",
    re.MULTILINE,
)
_UNITS = {"nsec": "ns", "usec": "us", "msec": "ms", "sec": "s", "µs": "us", "μs": "us"}
_MOST_WAITING = 100
"""A notebook shows the code of a cell before all of its results."""
_SCALES = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def _sign(file: ToolText) -> str:
    found = _MEAN.search(file.head) or _BEST.search(file.head)
    return f"“{' '.join(found[0].split())[:60]}”, as timeit prints" if found else ""


def _read(file: ToolText) -> Items:
    """Read each result; its name is the code behind timeit on a line above."""
    names: list[str] = []
    for number, line in file.numbered():
        if found := _MEAN.match(line) or _BEST.match(line):
            name = names.pop(0) if names else "timeit"
            yield from guarded(f"line {number}", (name, found), _row)
        elif "timeit " in line:
            names = [*names[-_MOST_WAITING:], line.partition("timeit ")[2].strip()]


def _row(row: tuple[str, re.Match[str]], place: str) -> Items:
    """Read a mean with its deviation, or the best of some runs, which is their least."""
    name, found = row
    unit = _UNITS.get(found["unit"], found["unit"])
    value, is_mean = read_number(found["value"]), "sd" in found.groupdict()
    sd = None
    if is_mean:
        own = _UNITS.get(found["own"], found["own"])
        if own in _SCALES and unit in _SCALES:
            sd = read_number(found["sd"]) * _SCALES[own] / _SCALES[unit]
    if is_mean and found["minutes"]:
        value += 60 * read_number(found["minutes"])
    metric = "time" if is_mean else "time_min"
    n = int(found["n"])
    yield Reading(name, unit, value, metric, sd=sd, n=n, direction=LOWER, place=place)


TIMEIT = ToolFormat("timeit", "timeit (Python, IPython)", _sign, _read)
