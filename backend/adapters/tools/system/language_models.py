"""Speed of language models: llama-bench (JSON, CSV, Markdown) and serving benchmarks of vLLM."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.csv_tables import csv_rows
from backend.adapters.tools.load.unanswered import unanswered
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
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
from backend.domain.catalogue.parameters import Scalar

_TOKENS = "tokens/s"
_SETTINGS = (
    "backends", "n_threads", "n_gpu_layers", "n_batch", "n_ubatch", "type_k", "type_v",
    "flash_attn",
)  # fmt: skip
"""What two rows of llama-bench differ in, apart from model and test."""
_CSV_HEAD = "build_commit,"
_SPEED = re.compile(r"(?P<mean>[\d.]++) (?:±|\+/-) (?P<sd>[\d.]++)")
_MODEL, _TEST, _TABLE_SPEED = "model", "test", "t/s"
_SIZES = {"size", "params"}
"""Columns of the table that follow from the model."""
_SERVED = ("request_throughput", "output_throughput", "mean_ttft_ms")
_RATES = {
    "request_throughput": ("throughput", "op/s"),
    "request_goodput:": ("goodput", "op/s"),
    "request_goodput": ("goodput", "op/s"),
    "output_throughput": ("output_token_throughput", _TOKENS),
    "input_throughput": ("input_token_throughput", _TOKENS),
    "total_token_throughput": ("total_token_throughput", _TOKENS),
    "total_throughput": ("total_token_throughput", _TOKENS),
    "peak_output_throughput": ("peak_output_token_throughput", _TOKENS),
    "max_output_tokens_per_s": ("peak_output_token_throughput", _TOKENS),
}
_TIMED = re.compile(
    r"(?P<how>mean|median|std|max|p[\d.]++)_(?P<what>ttft|tpot|itl|e2el|e2e_latency)_ms"
)
_TIMES = {
    "ttft": "time_to_first_token", "tpot": "time_per_output_token", "itl": "inter_token_latency",
    "e2el": "latency", "e2e_latency": "latency",
}  # fmt: skip
_HEADLINE = re.compile(r"^=+ Serving Benchmark Result =+", re.MULTILINE)
_LINE = re.compile(r"(?P<key>[A-Z][^:\r\n]*+):[ \t]++(?P<value>\S++)[ \t]*+$")
_PRINTED = {
    "Request throughput (req/s)": "request_throughput",
    "Request goodput (req/s)": "request_goodput",
    "Output token throughput (tok/s)": "output_throughput",
    "Input token throughput (tok/s)": "input_throughput",
    "Total Token throughput (tok/s)": "total_token_throughput",
    "Total token throughput (tok/s)": "total_token_throughput",
    "Peak output token throughput (tok/s)": "peak_output_throughput",
    "Successful requests": "completed",
    "Failed requests": "failed",
}
_ASKED = {
    "Backend": "backend", "Traffic request rate": "request_rate",
    "Request rate configured (RPS)": "request_rate", "Max request concurrency": "max_concurrency",
    "Max reqeuest concurrency": "max_concurrency",
    "Maximum request concurrency": "max_concurrency",
}  # fmt: skip
"""What a run was asked to do; an early SGLang misspells a word."""
_PRINTED_TIME = re.compile(
    r"(?P<how>Mean|Median|Max|P[\d.]++) (?P<what>TTFT|TPOT|ITL|E2EL|E2E Latency) \(ms\)"
)


def _llama_rows(file: ToolText) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a list, of one object on each line, or of a CSV."""
    if isinstance(file.json, list):
        yield from ((f"/{index}", of_object(row)) for index, row in enumerate(file.json))
    elif file.head.startswith(_CSV_HEAD):
        yield from ((f"line {number}", row) for number, row in csv_rows(file))
    else:
        yield from ((f"line {number}", row) for number, row in file.json_lines)


def _llama_sign(file: ToolText) -> str:
    if file.head.startswith(_CSV_HEAD) and "avg_ts" in file.head.partition("\n")[0]:
        return "the head build_commit, …, avg_ts of llama-bench"
    first = of_list(file.json)[:1] or [one for _, one in file.json_lines[:1]]
    is_here = bool(first) and has_keys(first[0], "model_type", "n_prompt", "n_gen", "avg_ts")
    return "objects with model_type, n_prompt and avg_ts, as llama-bench writes" if is_here else ""


def _read_llama(file: ToolText) -> Items:
    for place, row in _llama_rows(file):
        yield from guarded(place, row, _llama_row)


def _llama_row(row: Mapping[str, Any], place: str) -> Items:
    prompt, generated, depth = (
        whole(row.get(key)) or 0 for key in ("n_prompt", "n_gen", "n_depth")
    )
    tests = [f"pp{prompt}"] * bool(prompt) + [f"tg{generated}"] * bool(generated)
    test = "+".join(tests) + (f" @ d{depth}" if depth else "")
    parameters: dict[str, Scalar] = {
        key: _scalar(row[key]) for key in _SETTINGS if row.get(key) not in {None, ""}
    }
    samples = numbers(row.get("samples_ts"))
    yield Reading(
        f"{text_of(row.get('model_type')) or 'model'}/{test or 'test'}", _TOKENS,
        None if samples else measured(row.get("avg_ts")), "token_throughput", parameters, samples,
        sd=None if samples else optional(row.get("stddev_ts")), direction=HIGHER, place=place,
    )  # fmt: skip


def _scalar(raw: object) -> Scalar:
    if isinstance(raw, bool | int | float):
        return raw
    text = str(raw)
    return int(text) if re.fullmatch(r"-?\d{1,15}", text) else text


def _table_sign(file: ToolText) -> str:
    found = any({_MODEL, _TEST, _TABLE_SPEED} <= set(_cells(one)) for one in file.head.splitlines())
    return "a table with the columns model, test and t/s of llama-bench" if found else ""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []


def _read_table(file: ToolText) -> Items:
    head: list[str] = []
    for number, line in file.numbered():
        cells = _cells(line)
        if {_MODEL, _TEST, _TABLE_SPEED} <= set(cells):
            head = cells
        elif head and len(cells) == len(head) and not set(line.strip()) <= set("|-: "):
            row = dict(zip(head, cells, strict=True))
            yield from guarded(f"line {number}", row, _table_row)


def _table_row(row: dict[str, str], place: str) -> Items:
    found = _SPEED.fullmatch(row[_TABLE_SPEED])
    mean = read_number(found["mean"] if found else row[_TABLE_SPEED])
    parameters: dict[str, Scalar] = {
        key: _scalar(text)
        for key, text in row.items()
        if key not in {_MODEL, _TEST, _TABLE_SPEED} | _SIZES and text
    }
    yield Reading(
        f"{row[_MODEL]}/{row[_TEST]}", _TOKENS, mean, "token_throughput", parameters,
        sd=read_number(found["sd"]) if found else None, direction=HIGHER, place=place,
    )  # fmt: skip


def _served(file: ToolText) -> list[tuple[str, dict[str, Any]]]:
    if has_keys(file.json, *_SERVED):
        return [("", file.json)]
    lines = [(f"line {number}", one) for number, one in file.json_lines]
    return [one for one in lines if has_keys(one[1], *_SERVED)]


def _serving_sign(file: ToolText) -> str:
    is_here = bool(_served(file))
    return "request_throughput and mean_ttft_ms, as vLLM and SGLang write" if is_here else ""


def _read_serving(file: ToolText) -> Items:
    for place, row in _served(file):
        yield from guarded(place, row, _serving_row)


def _serving_row(row: dict[str, Any], place: str) -> Items:
    parameters: dict[str, Scalar] = {}
    for key in ("backend", "endpoint_type", "dataset_name", "request_rate", "max_concurrency"):
        if (raw := row.get(key)) not in {None, ""}:
            parameters[key] = _scalar(raw)
    asked, completed = optional(row.get("num_prompts")), optional(row.get("completed"))
    failed = optional(row.get("failed"))
    if failed is None and asked is not None and completed is not None:
        failed = asked - completed
    fields = {**row, "failed": failed}
    name = text_of(row.get("model_id")) or "serving"
    yield from _serving(name, parameters, fields, place)


def _serving(name: str, parameters: dict[str, Scalar], row: Mapping[str, Any], place: str) -> Items:
    if (failed := optional(row.get("failed"))) is not None:
        yield Reading(
            name, "1", failed, "failed_responses", parameters, direction=LOWER, place=place
        )
    if optional(row.get("completed")) == 0:
        yield unanswered(name, place, parameters)
        return
    for key, raw in row.items():
        value = optional(raw)
        if value is not None and key in _RATES:
            metric, unit = _RATES[key]
            yield Reading(name, unit, value, metric, parameters, direction=HIGHER, place=place)
        elif value is not None and (timed := _TIMED.fullmatch(key)) and timed["how"] != "std":
            what, how = timed["what"], timed["how"]
            sd = optional(row.get(f"std_{what}_ms")) if how == "mean" else None
            metric = f"{_TIMES[what]}_{'p50' if how == 'median' else how}"
            yield Reading(
                name, "ms", value, metric, parameters, sd=sd, direction=LOWER, place=place
            )


def _serving_text_sign(file: ToolText) -> str:
    found = _HEADLINE.search(file.head)
    return "the headline “Serving Benchmark Result” of vLLM and SGLang" if found else ""


def _read_serving_text(file: ToolText) -> Items:
    """Read each block of results of a file."""
    fields: dict[str, Any] = {}
    parameters: dict[str, Scalar] = {}
    place = ""
    for number, line in [*file.numbered(), (0, "= Serving Benchmark Result =")]:
        if _HEADLINE.match(line):
            yield from _serving("serving", parameters, fields, place)
            fields, parameters, place = {}, {}, f"line {number}"
        elif place and (found := _LINE.match(line.strip())):
            key, text = found["key"].strip(), found["value"]
            if key in _ASKED:
                parameters[_ASKED[key]] = _scalar(text)
            elif named := _printed_name(key):
                fields[named] = optional(text)


def _printed_name(key: str) -> str:
    if timed := _PRINTED_TIME.fullmatch(key):
        return f"{timed['how'].lower()}_{timed['what'].lower().replace(' ', '_')}_ms"
    return _PRINTED.get(key, "")


LLAMA_BENCH = ToolFormat("llama-bench", "llama-bench JSON and CSV", _llama_sign, _read_llama)
LLAMA_BENCH_TABLE = ToolFormat(
    "llama-bench-table", "llama-bench, printed", _table_sign, _read_table
)
SERVING = ToolFormat("llm-serving", "vLLM and SGLang serving JSON", _serving_sign, _read_serving)
SERVING_TEXT = ToolFormat(
    "llm-serving-text", "vLLM and SGLang serving, printed", _serving_text_sign, _read_serving_text
)
