"""zBench of Zig, as it prints."""

import re

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.load.durations import seconds_of
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    number_unit,
    optional,
)

_HEAD = re.compile(
    r"^benchmark +runs +(?:total time +)?(?:time/run|time) \(avg ± \S\)", re.MULTILINE
)
_RANGE = re.compile(r"\((?P<low>[^\s()]++) \.\.\. (?P<high>[^\s()]++)\)")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_MEMORY = "[MEMORY]"
_SHARES = ("p75", "p99", "p995")
_ENDINGS = ("p75", "p99", "p99.5")


def _sign(file: ToolText) -> str:
    is_here = _HEAD.search(_ANSI.sub("", file.head))
    return "the head benchmark, runs, time (avg ± deviation) of zBench" if is_here else ""


def _read(file: ToolText) -> Items:
    is_table, has_rates = False, False
    for number, raw in file.numbered():
        line = _ANSI.sub("", raw)
        if _HEAD.match(line):
            is_table, has_rates = True, "bytes/s" in line or "throughput" in line.lower()
        elif is_table and " ± " in line:
            yield from guarded(f"line {number}", (line, has_rates), _row)


def _row(row: tuple[str, bool], place: str) -> Items:
    """Read name, runs, times, (least ... most) and percentiles."""
    line, has_rates = row
    found = _RANGE.search(line)
    before = line[: found.start()].split() if found else []
    at = before.index("±") if "±" in before else 0
    if found is None or not at or at + 1 >= len(before):
        raise UnreadableError("the row has no time with its range", "Send it as zBench prints it.")
    mean, deviation = before[at - 1], before[at + 1]
    if _MEMORY in before:
        name = " ".join(before[: before.index(_MEMORY)])
        sizes = [number_unit(one) for one in (mean, found["low"], found["high"])]
        if len({unit for _, unit in sizes}) == 1:
            (value, unit), (low, _), (high, _) = sizes
            yield Reading(
                name, unit, value, "peak_memory", low=low, high=high, spread="range",
                direction=LOWER, place=place,
            )  # fmt: skip
        else:
            yield Reading(
                name, sizes[0][1], sizes[0][0], "peak_memory", direction=LOWER, place=place
            )
        return
    runs = next((i for i in range(at - 2, 0, -1) if before[i].isdecimal()), 0)
    name = " ".join(before[:runs]) or before[0]
    low, high = (seconds_of(found[key]) for key in ("low", "high"))
    yield Reading(
        name, "s", seconds_of(mean), "time", sd=seconds_of(deviation), low=low, high=high,
        spread="range", n=int(before[runs]) if runs else None, direction=LOWER, place=place,
    )  # fmt: skip
    for ending, text in zip(_ENDINGS, line[found.end() :].split(), strict=False):
        yield Reading(name, "s", seconds_of(text), f"time_{ending}", direction=LOWER, place=place)
    rates = [one for text in before[at + 2 :] if (one := optional(text)) is not None]
    for metric, unit, rate in zip(
        ("bandwidth", "throughput"), ("B/s", "op/s"), rates if has_rates else (), strict=False
    ):
        yield Reading(name, unit, rate, metric, direction=HIGHER, place=place)


ZBENCH = ToolFormat("zbench", "zBench (Zig)", _sign, _read)
