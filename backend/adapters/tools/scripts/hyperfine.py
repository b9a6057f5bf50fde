"""hyperfine: the JSON of --export-json."""

from typing import Any

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import (
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    figure,
    has_keys,
    numbers,
    of_list,
    of_object,
    optional,
    text_of,
)
from backend.domain.catalogue.parameters import Scalar

MOST_DIGITS = 15


def _sign(file: ToolText) -> str:
    rows = of_list(file.json.get("results")) if has_keys(file.json, "results") else []
    is_here = any(has_keys(row, "command", "mean") for row in rows)
    return "results with command and mean, as hyperfine exports" if is_here else ""


def _read(file: ToolText) -> Items:
    yield from each("/results", of_list(file.json["results"]), _row)


def _row(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    fields = of_object(row)
    name = text_of(fields.get("command"))
    parameters: dict[str, Scalar] = {
        str(key): scalar_of(value) for key, value in of_object(fields.get("parameters")).items()
    }
    if (parameter := fields.get("parameter")) is not None:  # before 1.10: one, without its name
        parameters["parameter"] = scalar_of(parameter)
    if not name:
        raise UnreadableError("the result has no command", "Send the file as hyperfine wrote it.")
    codes = [code for code in of_list(fields.get("exit_codes")) if code not in (0, None)]
    if codes:
        reason = f"{len(codes)} runs ended with exit code {codes[0]}"
        yield Reading(name, parameters=parameters, metric="time", failure=reason, place=place)
        return
    samples = numbers(fields.get("times"))
    yield Reading(
        name, "s", None if samples else figure(fields, "mean"), "time", parameters,
        samples, sd=None if samples else optional(fields.get("stddev")),
        low=None if samples else optional(fields.get("min")),
        high=None if samples else optional(fields.get("max")), spread="range", place=place,
    )  # fmt: skip
    for key, metric in (("user", "user_time"), ("system", "system_time")):
        if (value := optional(fields.get(key))) is not None:
            yield Reading(name, "s", value, metric, parameters, place=f"{place}/{key}")
    if memory := numbers(fields.get("memory_usage_byte")):
        yield Reading(
            name, "B", metric="peak_rss", parameters=parameters, samples=memory, place=place
        )


def scalar_of(value: object) -> Scalar:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < MOST_DIGITS else text


HYPERFINE = ToolFormat("hyperfine", "hyperfine", _sign, _read)
