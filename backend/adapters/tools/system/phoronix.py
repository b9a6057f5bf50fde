"""Phoronix Test Suite: the composite.xml of a result."""

import xml.etree.ElementTree as ET

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
    measured,
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


PHORONIX = ToolFormat("phoronix", "Phoronix Test Suite XML", _sign, _read)
