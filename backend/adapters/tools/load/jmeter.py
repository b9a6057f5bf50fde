"""JMeter: the CSV of its results, a line for each sample."""

import re
from dataclasses import dataclass, field

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    optional,
)

_NEEDED = frozenset(("timeStamp", "elapsed", "label"))
_SEPARATOR = re.compile(r"[^\w\" ]")


@dataclass
class _Label:
    """What was measured of the samples of one name."""

    times: list[float] = field(default_factory=list)
    """Milliseconds of those that succeeded."""
    failed: int = 0
    begin: float | None = None
    end: float = 0.0
    """The first begin and the last end, in milliseconds since 1970."""

    def take(self, elapsed: float, begin: float | None, *, is_good: bool) -> None:
        """Take one sample."""
        if is_good:
            self.times.append(elapsed)
        else:
            self.failed += 1
        if begin is not None:
            self.begin = begin if self.begin is None else min(self.begin, begin)
            self.end = max(self.end, begin + elapsed)


def _separator(file: ToolText) -> str:
    found = _SEPARATOR.search(file.head.partition("\n")[0])
    return found[0] if found else ","


def _sign(file: ToolText) -> str:
    first = file.head.partition("\n")[0].replace('"', "").strip()
    is_here = set(first.split(_separator(file))) >= _NEEDED
    return "columns timeStamp, elapsed and label of JMeter's results" if is_here else ""


def _read(file: ToolText) -> Items:
    labels: dict[str, _Label] = {}
    for number, row in csv_rows(file, _separator(file)):
        try:
            elapsed = read_number(row["elapsed"])
        except UnreadableError as error:
            yield Rejected(f"line {number}", error.reason, error.remedy)
            continue
        known = labels.setdefault(row["label"] or "requests", _Label())
        is_good = row["success"].lower() != "false"
        known.take(elapsed, optional(row["timeStamp"]), is_good=is_good)
    for name, one in labels.items():
        yield from _readings(name, one)


def _readings(name: str, one: _Label) -> Items:
    """Give the rate of samples that succeeded, from the first begin to the last end of all."""
    if one.times:
        yield Reading(name, "ms", None, "latency", samples=tuple(one.times), direction=LOWER)
        if one.begin is not None and one.end > one.begin:
            rate = len(one.times) * 1e3 / (one.end - one.begin)
            yield Reading(name, "op/s", rate, "throughput", direction=HIGHER)
    else:
        yield unanswered(name, "")
    yield Reading(name, "1", one.failed, "failed_responses", direction=LOWER)


JMETER = ToolFormat("jmeter", "JMeter results (JTL)", _sign, _read)
