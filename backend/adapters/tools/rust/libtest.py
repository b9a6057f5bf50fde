"""libtest: `cargo bench` with #[bench], and Criterion's `--output-format bencher`."""

import re
from typing import Any

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    figure,
    guarded,
    has_keys,
    optional,
    text_of,
)

_BENCH = " ... bench:"
_NANOSECONDS = re.compile(
    r"\s*+(?P<value>[\d,.]++) (?P<unit>[^\s/]++)/iter"
    r"(?: \(\+/- (?P<width>[\d,.]++)\))?(?: = (?P<rate>[\d,.]++) (?P<rate_unit>\S++))?"
)
_FAILED = " ... FAILED"
_RUNNING = re.compile(r"^\s*Running (?:unittests |benches/)?(?P<target>[^\s(]+)")


def _sign(file: ToolText) -> str:
    found = re.search(
        r"^test (?:(?! \.\.\. bench: ).)++ \.\.\. bench: .*/iter", file.head, re.MULTILINE
    )
    return f"“{found[0][:80]}”, as libtest prints a benchmark" if found else ""


def _read(file: ToolText) -> Items:
    """Read times; what follows +/- is a range of libtest, or a deviation of Criterion."""
    targets = _RUNNING.findall(file.text)
    target = ""
    for number, line in file.numbered():
        place = f"line {number}"
        if found := _RUNNING.match(line):
            target = found["target"]
            continue
        name, is_bench, rest = line.removeprefix("test ").partition(_BENCH)
        if is_bench and (found := _NANOSECONDS.match(rest)):
            row = (name.rstrip(), found, target if len(set(targets)) > 1 else "")
            yield from guarded(place, row, _bench)
        elif line.startswith("test ") and line.rstrip().endswith(_FAILED):
            failed = name.rstrip().removesuffix(_FAILED).rstrip()
            yield Reading(failed, failure="the benchmark failed", place=place)


def _bench(row: tuple[str, re.Match[str], str], place: str) -> Items:
    name, found, target = row
    parameters = {"target": target} if target else {}
    value = read_number(found["value"])
    width = read_number(found["width"]) if found["width"] else None
    yield Reading(
        name, f"{found['unit']}/op", value, parameters=parameters, place=place,
        low=None if width is None else value - width, high=None if width is None else value + width,
        spread="range or standard deviation",
    )  # fmt: skip
    if found["rate"]:
        rate = read_number(found["rate"])
        yield Reading(name, found["rate_unit"], rate, parameters=parameters, place=place)


def _json_sign(file: ToolText) -> str:
    is_here = any(
        one.get("type") == "bench" and has_keys(one, "name", "median") for _, one in file.json_lines
    )
    return "lines of the type bench with a median, as libtest --format json" if is_here else ""


def _read_json(file: ToolText) -> Items:
    for number, one in file.json_lines:
        is_failure = one.get("type") == "test" and one.get("event") == "failed"
        if one.get("type") == "bench" or is_failure:
            yield from guarded(f"line {number}", one, _json_row)


def _json_row(fields: dict[str, Any], place: str) -> Items:
    name = text_of(fields.get("name"))
    if fields.get("type") == "test":
        yield Reading(name, failure="the benchmark failed", place=place)
        return
    value, width = figure(fields, "median"), optional(fields.get("deviation"))
    yield Reading(
        name, "ns/op", value, place=place, spread="range or standard deviation",
        low=None if width is None else value - width, high=None if width is None else value + width,
    )  # fmt: skip
    if (rate := optional(fields.get("mib_per_second"))) is not None:
        yield Reading(name, "MiB/s", rate, place=place)


LIBTEST_JSON = ToolFormat("libtest-json", "libtest JSON", _json_sign, _read_json)
LIBTEST = ToolFormat("libtest", "libtest (cargo bench)", _sign, _read)
