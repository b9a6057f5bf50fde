"""Phoronix Test Suite: the composite.xml of a result, and its JSON."""

import xml.etree.ElementTree as ET
from typing import Any

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
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
    of_object,
    text_of,
)
from backend.adapters.tools.xml_documents import xml_root
from backend.domain.catalogue.parameters import Scalar

_DIRECTIONS = {"LIB": LOWER, "HIB": HIGHER}


def _sign(file: ToolText) -> str:
    is_here = "<PhoronixTestSuite>" in file.head and "<Result>" in file.head
    return "results of a PhoronixTestSuite" if is_here else ""


def _read(file: ToolText) -> Items:
    try:
        root = xml_root(file)
    except UnreadableError as error:
        yield Rejected("", error.reason, error.remedy)
        return
    graphs = 0
    for number, result in enumerate(root.iter("Result"), start=1):
        if _text(result, "DisplayFormat") not in {"", "BAR_GRAPH"}:
            graphs += 1
            continue
        for entry in result.iterfind("Data/Entry"):
            yield from guarded(f"Result {number}", (result, entry), _entry)
    if graphs:
        reason = f"graphs over time have no single value, left out: {graphs}"
        yield Rejected("", reason, "Nothing to do.", rows=0)


def _entry(row: tuple[ET.Element, ET.Element], place: str) -> Items:
    """Read the runs of one system; a file may compare several."""
    result, entry = row
    names = (_text(result, "Title"), _text(result, "Description"))
    name = ": ".join(part for part in names if part) or _text(result, "Identifier")
    system = _text(entry, "Identifier")
    parameters: dict[str, Scalar] = {"system": system} if system else {}
    value, raw = _text(entry, "Value"), _text(entry, "RawString")
    if not value:
        yield Reading(name, parameters=parameters, failure="no run has a result", place=place)
        return
    samples = tuple(measured(one) for one in raw.split(":")) if ":" in raw else ()
    yield Reading(
        name, _text(result, "Scale"), None if samples else measured(value), "", parameters,
        samples, direction=_DIRECTIONS.get(_text(result, "Proportion")), place=place,
    )  # fmt: skip


def _text(element: ET.Element, name: str) -> str:
    return (element.findtext(name) or "").strip()


def _json_sign(file: ToolText) -> str:
    results = of_object(of_object(file.json).get("results"))
    is_here = "systems" in of_object(file.json) and any(
        has_keys(one, "title", "scale", "results") for one in results.values()
    )
    return (
        "results with title and scale of systems, as the Phoronix Test Suite exports"
        if is_here
        else ""
    )


def _read_json(file: ToolText) -> Items:
    graphs = 0
    for key, raw in of_object(file.json["results"]).items():
        result = of_object(raw)
        if text_of(result.get("display_format")) not in {"", "BAR_GRAPH"}:
            graphs += 1
            continue
        for system, entry in of_object(result.get("results")).items():
            row = (result, system, of_object(entry))
            yield from guarded(f"/results/{key}/{system}", row, _json_entry)
    if graphs:
        reason = f"graphs over time have no single value, left out: {graphs}"
        yield Rejected("", reason, "Nothing to do.", rows=0)


def _json_entry(row: tuple[dict[str, Any], str, dict[str, Any]], place: str) -> Items:
    """Read the runs of one system as in the XML, under the same name."""
    result, system, entry = row
    names = (text_of(result.get("title")), text_of(result.get("description")))
    name = ": ".join(one.strip() for one in names if one.strip())
    name = name or text_of(result.get("identifier")) or "result"
    parameters: dict[str, Scalar] = {"system": system} if system else {}
    runs = entry.get("raw_values") or entry.get("all_results")
    samples = numbers(runs)
    if entry.get("value") in {None, ""} and not samples:
        yield Reading(name, parameters=parameters, failure="no run has a result", place=place)
        return
    yield Reading(
        name, text_of(result.get("scale")), None if samples else measured(entry.get("value")), "",
        parameters, samples, direction=_DIRECTIONS.get(text_of(result.get("proportion"))),
        place=place,
    )  # fmt: skip


PHORONIX_JSON = ToolFormat("phoronix-json", "Phoronix Test Suite JSON", _json_sign, _read_json)
PHORONIX = ToolFormat("phoronix", "Phoronix Test Suite XML", _sign, _read)
