"""PHPBench: the XML of --dump-file, and the tables that it prints."""

import re
import xml.etree.ElementTree as ET

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    measured,
    optional,
)
from backend.adapters.tools.xml_documents import xml_root
from backend.domain.catalogue.parameters import Scalar

_NEEDED = {"benchmark", "subject", "set", "revs"}
_CENTRES = ("mode", "mean", "time_avg", "best")
"""Columns with a time, the first that is there counts."""
_AMOUNT = re.compile(r"(?P<value>[\d,.]++)(?P<unit>[^\d\s,.]\S*+)")
_SIZES = {"b": "B", "kb": "kB", "mb": "MB", "gb": "GB"}
_CLASS = re.compile(r"\\(?:\w++\\)*+(?P<name>\w++)$")


def _sign(file: ToolText) -> str:
    is_here = "<phpbench" in file.head and "<subject" in file.head
    return "elements phpbench and subject of PHPBench" if is_here else ""


def _read(file: ToolText) -> Items:
    try:
        root = xml_root(file)
    except UnreadableError as error:
        yield Rejected("", error.reason, error.remedy)
        return
    for benchmark in root.iter("benchmark"):
        name = benchmark.get("class", "").rpartition("\\")[2]
        for subject in benchmark.iterfind("subject"):
            for index, variant in enumerate(subject.iterfind("variant"), start=1):
                whole = f"{name}::{subject.get('name', '')}"
                place = f"{whole}, variant {index}"
                yield from guarded(place, (whole, variant), _variant)


def _variant(row: tuple[str, ET.Element], place: str) -> Items:
    """Read the microseconds of one revolution in each iteration, and the memory of all."""
    name, variant = row
    chosen = variant.find("parameter-set")
    given = "" if chosen is None else chosen.get("name", "")
    parameters: dict[str, Scalar] = {"set": given} if given.strip("0") else {}
    if (error := variant.find("errors/error")) is not None:
        reason = (error.text or "").strip().partition("\n")[0] or "the benchmark failed"
        yield Reading(name, parameters=parameters, failure=reason, place=place)
        return
    iterations = variant.findall("iteration")
    samples = tuple(_average(one) for one in iterations)
    if not samples:
        raise UnreadableError("the variant has no iteration", "Send the file as it was written.")
    yield Reading(
        name, "us", metric="time", parameters=parameters, samples=samples, direction=LOWER,
        place=place,
    )  # fmt: skip
    peaks = [one for iteration in iterations if (one := optional(iteration.get("mem-peak")))]
    if peaks:
        yield Reading(
            name, "B", max(peaks), "peak_memory", parameters, direction=LOWER, place=place
        )


def _average(iteration: ET.Element) -> float:
    if (average := iteration.get("time-avg")) is not None:
        return measured(average)
    revolutions = optional(iteration.get("time-revs")) or 1.0
    return measured(iteration.get("time-net")) / revolutions


def _text_sign(file: ToolText) -> str:
    if any(set(_cells(line)) >= _NEEDED for line in file.head.splitlines()):
        return "a table with the columns benchmark, subject, set and revs, as PHPBench prints"
    lines = map(str.strip, file.head.splitlines())
    found = next((line for line in lines if _printed(line)), "")
    return f"“{found[:20]}…{found[-30:]}”, as PHPBench prints" if found else ""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []


def _read_text(file: ToolText) -> Items:
    """Read the tables; where there is none, the lines that are printed while it runs."""
    head: list[str] = []
    tables = [(number, cells) for number, line in file.numbered() if len(cells := _cells(line)) > 1]
    for number, cells in tables:
        if set(cells) >= _NEEDED:
            head = cells
        elif head and len(cells) == len(head):
            row = dict(zip(head, cells, strict=True))
            yield from guarded(f"line {number}", row, _row)
    if not head:
        yield from _progress(file)


def _row(row: dict[str, str], place: str) -> Items:
    name = f"{row['benchmark'].rpartition(chr(92))[2]}::{row['subject']}"
    given = row["set"]
    parameters: dict[str, Scalar] = {"set": given} if given.strip("0") else {}
    column = next((one for one in _CENTRES if one in row), "")
    if not column or "ERR" in row[column] or not row[column]:
        reason = "the benchmark has no time"
        yield Reading(name, parameters=parameters, failure=reason, place=place)
        return
    share = optional(row.get("rstdev", "").strip("±%").replace(",", ""))
    yield _time(name, parameters, row[column], share, place)
    if found := _AMOUNT.fullmatch(row.get("mem_peak", "")):
        size = _number(found["value"])
        unit = _SIZES.get(found["unit"].lower(), found["unit"])
        yield Reading(name, unit, size, "peak_memory", parameters, direction=LOWER, place=place)


def _time(
    name: str, parameters: dict[str, Scalar], text: str, share: float | None, place: str
) -> Reading:
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise UnreadableError(f"{text[:40]!r} is no time", "Send the XML: --dump-file=out.xml.")
    value, unit = _number(found["value"]), found["unit"].replace("μ", "u").replace("µ", "u")
    sd = None if share is None else value * share / 100
    if "/" in unit:
        return Reading(
            name, unit, value, "throughput", parameters, sd=sd, direction=HIGHER, place=place
        )
    return Reading(name, unit, value, "time", parameters, sd=sd, direction=LOWER, place=place)


def _number(text: str) -> float:
    return read_number(text.replace(",", ""))


def _printed(line: str) -> tuple[str, str, str, str] | None:
    """Split `benchA # set....I9 - Mo0.9μs (±1.2%)`: name, set, time and deviation in percent."""
    before, mode, after = line.rpartition("Mo")
    subject, dots, _ = before.partition("..")
    time, sign, share = after.partition(" (±")
    name, _, given = subject.partition(" # ")
    is_row = mode and dots and sign and share.endswith("%)") and re.fullmatch(r"bench\w*", name)
    return (name, given.strip(), time, share.removesuffix("%)")) if is_row else None


def _progress(file: ToolText) -> Items:
    benchmark = ""
    for number, raw in file.numbered():
        line = raw.strip()
        if found := _CLASS.match(line):
            benchmark = found["name"]
        elif row := _printed(line):
            yield from guarded(f"line {number}", (benchmark, *row), _progress_row)


def _progress_row(row: tuple[str, str, str, str, str], place: str) -> Items:
    benchmark, subject, given, time, share = row
    name = f"{benchmark}::{subject}" if benchmark else subject
    parameters: dict[str, Scalar] = {"set": given} if given else {}
    yield _time(name, parameters, time, _number(share), place)


PHPBENCH = ToolFormat("phpbench", "PHPBench XML", _sign, _read)
PHPBENCH_TEXT = ToolFormat("phpbench-text", "PHPBench, printed", _text_sign, _read_text)
