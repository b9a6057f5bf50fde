"""JMH: JSON, text and CSV."""

import math
import re
from typing import Any, Final

from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    guarded,
    has_keys,
    measured,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
    whole,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_TEXT_HEAD = re.compile(
    r"^Benchmark\s+(?:\(\w+\)\s+)*Mode\s+(?:Cnt|Samples)\s+Score"
    r"(?:\s+(?:Score e|E)rror)?\s+Units\s*$"
)
_FEWEST = 3
_WITH_ERROR = 5
"""Mode, count, score, error and unit: releases before 1.6 print no ± between score and error."""
_SHARE = re.compile(r"p(?:0\.\d++|1\.0++)")
_BOUNDS = ("low", "high")
_COLLECTIONS = "counts"
"""The unit of gc.count."""
_SURE: Final = "99.9 % interval"
"""What JMH says of a score."""
_CSV_HEAD = re.compile(r'"Benchmark"[,;]"Mode"[,;]"Threads"[,;]"Samples"[,;]"Score"')
_MODES = {"thrpt": "", "avgt": "", "sample": "sample_time", "ss": "single_shot_time"}
"""Empty: named by the unit."""


def _direction(unit: str) -> BetterDirection | None:
    if re.fullmatch(r"ops/\w+", unit):
        return HIGHER
    if re.fullmatch(r"\w+/op", unit) or unit == _COLLECTIONS:
        return LOWER
    # a rate of allocation goes up with the speed of what is measured
    return BetterDirection.UNKNOWN if unit.startswith("MB/") else None


def _named(text: str, mode: str) -> tuple[str, str]:
    """Return benchmark and metric: what profilers count, and percentiles, follow a colon."""
    metric = _MODES.get(mode, mode)
    name, colon, secondary = text.partition(":")
    if not colon:
        return text, metric
    what = re.split("[·?]", secondary)[-1]
    if _SHARE.fullmatch(what):
        share = float(what[1:]) * 100
        ends = {0.0: "min", 100.0: "max"}
        return name, f"{metric or 'time'}_{ends.get(share, f'p{share:.6g}')}"
    return name, _slug(what)


def _slug(text: str) -> str:
    return re.sub(r"\W+", "_", text).strip("_").lower()


def _json_sign(file: ToolText) -> str:
    rows = of_list(file.json)
    is_here = bool(rows) and has_keys(rows[0], "benchmark", "mode", "primaryMetric")
    return "objects with benchmark, mode and primaryMetric" if is_here else ""


def _read_json(file: ToolText) -> Items:
    yield from each("", of_list(file.json), _row)


def _row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name, mode = text_of(fields.get("benchmark")), text_of(fields.get("mode"))
    parameters: dict[str, Scalar] = {
        str(key): _scalar(str(value)) for key, value in of_object(fields.get("params")).items()
    }
    if (threads := whole(fields.get("threads"))) is not None and threads > 1:
        parameters["threads"] = threads
    primary = of_object(fields.get("primaryMetric"))
    yield _metric(name, _MODES.get(mode, mode), primary, parameters, place)
    percentiles = of_object(primary.get("scorePercentiles")) if mode == "sample" else {}
    for share, raw in percentiles.items():
        if (value := optional(raw)) is not None:
            _, metric = _named(f"{mode}:p{read_number(share) / 100:.6f}", mode)
            unit = text_of(primary.get("scoreUnit"))
            yield Reading(name, unit, value, metric, parameters, place=f"{place}/{share}")
    for key, secondary in of_object(fields.get("secondaryMetrics")).items():
        row = (name, _slug(str(key)), of_object(secondary), parameters)
        yield from guarded(f"{place}/{key}", row, _secondary)


def _secondary(row: tuple[str, str, dict[str, Any], dict[str, Scalar]], place: str) -> Items:
    """Read what a profiler counts; JMH writes NaN for a counter that did not run."""
    one = _metric(*row, place)
    if any(map(math.isfinite, (*one.samples, math.nan if one.value is None else one.value))):
        yield one


def _metric(
    name: str, metric: str, fields: dict[str, Any], parameters: dict[str, Scalar], place: str
) -> Reading:
    unit = text_of(fields.get("scoreUnit"))
    samples = [sample for fork in of_list(fields.get("rawData")) for sample in numbers(fork)]
    if samples:
        return Reading(
            name, unit, None, metric, parameters, tuple(samples), direction=_direction(unit),
            place=place,
        )  # fmt: skip
    value = fields.get("score")
    if value == "NaN" or value is None:
        return Reading(
            name, unit, None, metric, parameters, failure="the score is NaN", place=place
        )
    bounds = [optional(one) for one in of_list(fields.get("scoreConfidence"))]
    low, high = bounds if len(bounds) == len(_BOUNDS) else (None, None)
    return Reading(
        name, unit, measured(value), metric, parameters, direction=_direction(unit), low=low,
        high=high, spread=_SURE, place=place,
    )  # fmt: skip


def _scalar(text: str) -> Scalar:
    return int(text) if re.fullmatch(r"-?\d{1,15}", text) else text


def _text_sign(file: ToolText) -> str:
    is_here = any(_TEXT_HEAD.match(line) for line in file.head.splitlines())
    return "the head Benchmark, Mode, Cnt, Score, Error, Units of JMH" if is_here else ""


def _read_text(file: ToolText) -> Items:
    """Read the rows under each head; other lines among them name no mode."""
    names: list[str] | None = None
    for number, line in file.numbered():
        if _TEXT_HEAD.match(line):
            names = re.findall(r"\((\w+)\)", line)
        elif names is not None and not _MODES.keys().isdisjoint(line.split()):
            yield from guarded(f"line {number}", (names, line), _text_row)


def _text_row(row: tuple[list[str], str], place: str) -> Items:
    """Read a row: name, parameters, mode, count, score, ± half of an interval, unit."""
    names, line = row
    # a terminal without these signs shows question marks
    words = [word for word in line.replace("≈", " ").split() if word != "?"]
    half: float | None = None
    if "±" in words:
        place_of_sign = words.index("±")
        half = optional(_with_point(words[place_of_sign + 1])) if words[-1] != "±" else None
        del words[place_of_sign : place_of_sign + 2]
    begin = 1 + len(names)
    at = next((i for i in range(len(words) - 1, begin - 1, -1) if words[i] in _MODES), 0)
    after_names = words[at:] if at else []
    if len(after_names) == _WITH_ERROR:
        half = optional(_with_point(after_names.pop(-2)))
    if len(after_names) < _FEWEST:
        raise UnreadableError("the row is not name, mode, count, score and unit", "Send it whole.")
    unit, score = after_names[-1], after_names[-2]
    if score.startswith("10") and (not score.isascii() or score.endswith("?")):
        raise UnreadableError(
            f"JMH printed only about how large the score is, {score}", "Send its JSON: -rf json."
        )
    value = measured(_with_point(score))
    count = whole(after_names[1]) if len(after_names) > _FEWEST else None
    given = [*words[1 : begin - 1], " ".join(words[begin - 1 : at])] if names else []
    parameters = dict(zip(names, map(_scalar, given), strict=False))
    parameters = {key: value for key, value in parameters.items() if value != "N/A"}
    name, metric = _named(words[0], after_names[0])
    yield Reading(
        name, unit, value, metric, parameters, n=count, direction=_direction(unit),
        low=None if half is None else value - half, high=None if half is None else value + half,
        spread=_SURE, place=place,
    )  # fmt: skip


def _with_point(score: str) -> str:
    """Return a score with a point: three decimals always, after the comma of some languages."""
    return score if "." in score else score.replace(",", ".")


def _csv_sign(file: ToolText) -> str:
    return "the head of JMH's CSV" if _CSV_HEAD.match(file.head) else ""


def _read_csv(file: ToolText) -> Items:
    for number, row in csv_rows(file, file.head[len('"Benchmark"')]):
        yield from guarded(f"line {number}", row, _csv_row)


def _csv_row(row: dict[str, str], place: str) -> Items:
    parameters: dict[str, Scalar] = {
        key.removeprefix("Param: "): _scalar(value)
        for key, value in row.items()
        if key and key.startswith("Param: ") and value
    }
    if (threads := whole(optional(row["Threads"]))) is not None and threads > 1:
        parameters["threads"] = threads
    unit = row["Unit"]
    value = measured(_with_point(row["Score"]))
    half = optional(_with_point(row["Score Error (99.9%)"]))
    name, metric = _named(row["Benchmark"], row["Mode"])
    yield Reading(
        name, unit, value, metric, parameters,
        n=whole(optional(row.get("Samples"))), direction=_direction(unit), place=place,
        low=None if half is None else value - half, high=None if half is None else value + half,
        spread=_SURE,
    )  # fmt: skip


JMH = ToolFormat("jmh", "JMH JSON", _json_sign, _read_json)
JMH_TEXT = ToolFormat("jmh-text", "JMH, printed", _text_sign, _read_text)
JMH_CSV = ToolFormat("jmh-csv", "JMH CSV", _csv_sign, _read_csv)
