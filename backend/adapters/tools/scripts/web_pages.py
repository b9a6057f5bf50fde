"""Pages in browsers: the manifest of Lighthouse CI, and tachometer."""

from typing import Any

from backend.adapters.tools.page_addresses import lasting_address
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    each,
    has_keys,
    measured,
    numbers,
    of_list,
    of_object,
    text_of,
)
from backend.domain.catalogue.parameters import Scalar


def _lhci_sign(file: ToolText) -> str:
    first = of_list(file.json)[:1]
    is_here = bool(first) and has_keys(first[0], "url", "isRepresentativeRun", "summary")
    return (
        "runs with url, isRepresentativeRun and summary, as Lighthouse CI lists" if is_here else ""
    )


def _read_lhci(file: ToolText) -> Items:
    yield from each("", of_list(file.json), _run)


def _run(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    """Read the scores of one run; several runs of an address are its samples."""
    fields = of_object(row)
    name = lasting_address(text_of(fields.get("url"))) or "page"
    scores = of_object(fields.get("summary"))
    if not any(raw is not None for raw in scores.values()):
        yield Reading(name, failure="Lighthouse has no score of the page", place=place)
    for key, raw in scores.items():
        if raw is not None:  # what was not looked at has no score
            yield Reading(
                name, "1", samples=(measured(raw),), metric=f"score_{key.replace('-', '_')}",
                direction=HIGHER, place=f"{place}/summary/{key}",
            )  # fmt: skip


def _tachometer_sign(file: ToolText) -> str:
    rows = of_list(of_object(file.json).get("benchmarks"))
    is_here = any(has_keys(row, "browser", "mean", "samples", "differences") for row in rows)
    return (
        "benchmarks with browser, samples and differences, as tachometer writes" if is_here else ""
    )


def _read_tachometer(file: ToolText) -> Items:
    yield from each("/benchmarks", of_list(file.json["benchmarks"]), _benchmark)


def _benchmark(row: Any, place: str) -> Items:  # noqa: ANN401  any JSON value
    """Read milliseconds of each run in one browser."""
    fields = of_object(row)
    browser, measurement = of_object(fields.get("browser")), of_object(fields.get("measurement"))
    parameters: dict[str, Scalar] = {}
    for key, raw in (
        ("browser", browser.get("name")), ("version", fields.get("version")),
        ("measurement", measurement.get("name") or measurement.get("entryName")),
    ):  # fmt: skip
        if text := text_of(raw):
            parameters[key] = text
    yield Reading(
        text_of(fields.get("name")) or "page", "ms", metric="time", parameters=parameters,
        samples=numbers(fields.get("samples")), direction=LOWER, place=place,
    )  # fmt: skip


LIGHTHOUSE_CI = ToolFormat("lhci", "Lighthouse CI manifest", _lhci_sign, _read_lhci)
TACHOMETER = ToolFormat("tachometer", "tachometer", _tachometer_sign, _read_tachometer)
