"""Skia Perf, Perfherder, LNT and Conbench."""

import re
from typing import Any

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    figure,
    guarded,
    has_keys,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
)
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar

_PERFHERDER = re.compile(r"PERFHERDER_DATA: (\{.*\})\s*$")
_LNT_METRICS = {
    "execution_time": ("s", LOWER), "compile_time": ("s", LOWER), "score": ("1", HIGHER),
    "mem_bytes": ("B", LOWER), "code_size": ("B", LOWER), "execution_status": None,
    "compile_status": None, "hash": None, "hash_status": None, "profile": None,
    "score_status": None, "name": None,
}  # fmt: skip
_LNT_TYPES = {
    "exec": ("execution_time", "s"), "compile": ("compile_time", "s"), "score": ("score", "1"),
    "code_size": ("code_size", "B"), "mem": ("mem_bytes", "B"), "mem_bytes": ("mem_bytes", "B"),
}  # fmt: skip
_UNIT_GROUPS = {
    "ms": "ms", "us": "us", "ns": "ns", "s": "s", "bytes": "B", "kb": "kB", "mb": "MB",
}  # fmt: skip
"""Groups of measurements of Skia that are units."""
_LONGEST_ERROR = 300
_ENDING = re.compile(r"_(ms|us|ns|s|mb|kb|bytes)$")


def _skia_sign(file: ToolText) -> str:
    if not isinstance(file.json, dict):
        return ""
    if has_keys(file.json, "version", "git_hash"):
        return "version and git_hash, as Skia Perf's format has"
    is_older = has_keys(file.json, "gitHash") or "min_ms" in file.head
    if "results" in file.json and is_older:
        return "results by test and configuration, Skia Perf's older format"
    return ""


def _read_skia(file: ToolText) -> Items:
    if isinstance(file.json.get("results"), dict):
        for name, configurations in of_object(file.json["results"]).items():
            for configuration, fields in of_object(configurations).items():
                place = f"/results/{name}/{configuration}"
                yield from guarded(place, (name, configuration, of_object(fields)), _skia_legacy)
        return
    if not of_list(file.json.get("results")):
        yield Rejected("/results", "the file has no results", "Nothing to do.", rows=0)
    yield from each("/results", of_list(file.json.get("results")), _skia_result)


def _skia_result(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    key = {str(name): text_of(text) for name, text in of_object(fields.get("key")).items()}
    name = key.pop("test", "") or "result"
    unit = key.pop("units", None) or key.pop("unit", None) or "1"
    direction = _direction(key.pop("improvement_direction", ""))
    parameters: dict[str, Scalar] = {label: text for label, text in key.items() if text}
    if "measurement" in fields:
        value = figure(fields, "measurement")
        yield Reading(name, unit, value, parameters=parameters, direction=direction, place=place)
    for group, measured in of_object(fields.get("measurements")).items():
        for index, raw in enumerate(of_list(measured)):
            one = of_object(raw)
            label = text_of(one.get("value"))
            here = f"{place}/measurements/{group}/{index}"
            if (value_here := optional(one.get("measurement"))) is None:
                yield Rejected(here, "the measurement is not a number", "Give a finite number.")
                continue
            # the group is a parameter's name, the label its value; test names the benchmark
            named = label if group == "test" and name == "result" else name
            labels = (
                parameters if group == "test" and name == "result" else {**parameters, group: label}
            )
            own = unit
            if own == "1" and group in _UNIT_GROUPS:
                own, labels = _UNIT_GROUPS[group], {**parameters, "statistic": label}
            yield Reading(named, own, value_here, "", labels, direction=direction, place=here)


def _direction(text: str) -> BetterDirection | None:
    return {"down": LOWER, "lower": LOWER, "up": HIGHER, "higher": HIGHER}.get(text.lower())


def _skia_legacy(row: tuple[str, str, dict[str, Any]], place: str) -> Items:
    name, configuration, fields = row
    parameters: dict[str, Scalar] = {"config": configuration}
    for key, raw in fields.items():
        if key in {"options", "samples"} or isinstance(raw, str | bool):
            continue
        value = optional(raw)
        if value is None:
            continue
        found = _ENDING.search(key)
        unit = {"mb": "MB", "kb": "kB", "bytes": "B"}.get(found[1], found[1]) if found else "1"
        metric = _ENDING.sub("", key) if found else key
        direction = LOWER if unit in {"ms", "us", "ns", "s"} else None
        yield Reading(
            name, unit, value, metric, parameters, direction=direction, place=f"{place}/{key}"
        )
    if samples := numbers(fields.get("samples")):
        yield Reading(
            name, "ms", metric="samples", parameters=parameters, samples=samples, direction=LOWER,
            place=f"{place}/samples",
        )  # fmt: skip


def _perfherder_documents(file: ToolText) -> list[tuple[str, dict[str, Any]]]:
    if has_keys(file.json, "framework", "suites"):
        return [("", file.json)]
    found = []
    for number, line in file.numbered():
        if match := _PERFHERDER.search(line):
            document = ToolText(match[1]).json
            if has_keys(document, "suites"):
                found.append((f"line {number}", document))
    return found


def _perfherder_sign(file: ToolText) -> str:
    is_here = "PERFHERDER_DATA: {" in file.text or has_keys(file.json, "framework", "suites")
    return "PERFHERDER_DATA, or framework with suites" if is_here else ""


def _read_perfherder(file: ToolText) -> Items:
    for begin, document in _perfherder_documents(file):
        for index, raw in enumerate(of_list(document.get("suites"))):
            suite = of_object(raw)
            yield from _perfherder_suite(suite, f"{begin}/suites/{index}")


def _perfherder_suite(suite: dict[str, Any], place: str) -> Items:
    name = text_of(suite.get("name"))
    if "value" in suite:
        yield from guarded(place, (name, suite, suite), _perfherder_row)
    for index, raw in enumerate(of_list(suite.get("subtests"))):
        one = of_object(raw)
        label = f"{name}/{text_of(one.get('name'))}"
        yield from guarded(f"{place}/subtests/{index}", (label, one, suite), _perfherder_row)


def _perfherder_row(row: tuple[str, dict[str, Any], dict[str, Any]], place: str) -> Items:
    """Lower is better where neither the subtest nor its suite says otherwise: so is the format."""
    name, fields, suite = row
    is_lower = fields.get("lowerIsBetter", suite.get("lowerIsBetter", True))
    unit = text_of(fields.get("unit")) or text_of(suite.get("unit")) or "1"
    samples = numbers(fields.get("replicates"))
    yield Reading(
        name, unit, None if samples else figure(fields, "value"), "", samples=samples,
        direction=LOWER if is_lower else HIGHER, place=place,
    )  # fmt: skip


def _lnt_sign(file: ToolText) -> str:
    if has_keys(file.json, "machine", "run", "tests"):
        return "machine, run and tests, an LNT report"
    return (
        "Machine, Run and Tests, an LNT report"
        if has_keys(file.json, "Machine", "Run", "Tests")
        else ""
    )


def _read_lnt(file: ToolText) -> Items:
    if "tests" in file.json:
        yield from each("/tests", of_list(file.json["tests"]), _lnt_test)
    else:
        yield from each("/Tests", of_list(file.json["Tests"]), _lnt_old)


def _lnt_test(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = text_of(fields.get("name"))
    if optional(fields.get("execution_status")) or optional(fields.get("compile_status")):
        yield Reading(name, failure="the test failed", place=place)
    for key, raw in fields.items():
        known = _LNT_METRICS.get(key, ("1", None))
        if known is None:
            continue
        unit, direction = known
        samples = numbers(raw) if isinstance(raw, list) else ()
        if not samples and optional(raw) is None:
            continue
        yield Reading(
            name, unit, None if samples else read_number(raw), key, samples=samples,
            direction=direction, place=f"{place}/{key}",
        )  # fmt: skip


def _lnt_old(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    """Read suite.test.type; a test whose status is not 0 has no time."""
    fields = of_object(row)
    full = text_of(fields.get("Name"))
    name, _, kind = full.rpartition(".")
    if kind in {"hash", "profile"} or kind == "status":
        return
    metric, unit = _LNT_TYPES.get(kind, (re.sub(r"\W+", "_", kind) or "value", "1"))
    data = [
        value
        for value in (optional(one) for one in of_list(fields.get("Data")))
        if value is not None
    ]
    if not data:
        raise UnreadableError("the test has no data", "Give at least one number.")
    direction = LOWER if unit in {"s", "B"} else (HIGHER if metric == "score" else None)
    yield Reading(
        name or full, unit, metric=metric, samples=tuple(data), direction=direction, place=place
    )


def _conbench_rows(file: ToolText) -> list[Any]:
    """Return results out of an answer of the API, a page of it, or one result."""
    node = of_object(file.json)
    if isinstance(node.get("data"), dict) and "status_code" in node:
        node = of_object(node["data"])
    if isinstance(node.get("data"), list):
        return of_list(node["data"])
    return [node] if "stats" in node else of_list(file.json)


def _conbench_sign(file: ToolText) -> str:
    is_here = any(
        has_keys(of_object(row).get("stats"), "data", "unit")
        or has_keys(of_object(row).get("stats"), "data", "times")
        or (has_keys(row, "run_id", "batch_id"))
        for row in _conbench_rows(file)
    )
    return "results with stats.data, as Conbench's API gives" if is_here else ""


def _read_conbench(file: ToolText) -> Items:
    yield from each("/data", _conbench_rows(file), _conbench_row)


def _conbench_row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    tags = dict(of_object(fields.get("tags")))
    name = text_of(tags.pop("name", "")) or text_of(fields.get("benchmark_name")) or "benchmark"
    parameters: dict[str, Scalar] = {
        str(key): value
        for key, value in tags.items()
        if isinstance(value, str | int | float | bool) and key != "id"
    }
    if fields.get("error"):
        yield Reading(name, parameters=parameters, failure=_said(fields["error"]), place=place)
        return
    stats = of_object(fields.get("stats"))
    unit = text_of(stats.get("unit")) or "1"
    samples = numbers([one for one in of_list(stats.get("data")) if one is not None])
    if not samples and not of_list(stats.get("data")):
        raise UnreadableError("the result has no stats.data", "Send the API's whole answer.")
    if not samples:
        yield Reading(name, parameters=parameters, failure="no iteration has a value", place=place)
        return
    is_rate = unit in {"b/s", "B/s", "i/s"}
    shown = {"b/s": "B/s", "i/s": "op/s"}.get(unit, unit)
    direction = HIGHER if is_rate else (LOWER if unit == "s" else None)
    yield Reading(name, shown, None, "", parameters, samples, direction=direction, place=place)


def _said(error: object) -> str:
    """Return what an error says: a text, or the end of each text of an object, as of a stack."""
    texts = [one.strip() for one in of_object(error).values() if isinstance(one, str)]
    said = (
        error if isinstance(error, str) else "; ".join(one.split("\n")[-1] for one in texts if one)
    )
    return said.strip()[:_LONGEST_ERROR] or "the benchmark failed"


SKIA = ToolFormat("skia-perf", "Skia Perf", _skia_sign, _read_skia)
PERFHERDER = ToolFormat("perfherder", "Perfherder", _perfherder_sign, _read_perfherder)
LNT = ToolFormat("lnt", "LNT report", _lnt_sign, _read_lnt)
CONBENCH = ToolFormat("conbench", "Conbench API", _conbench_sign, _read_conbench)
