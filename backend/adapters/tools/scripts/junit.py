"""JUnit XML: how long each test of a test runner took."""

import re
import xml.etree.ElementTree as ET

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_text
from backend.adapters.tools.readings import (
    LOWER,
    Items,
    Reading,
    ToolFormat,
    ToolText,
    guarded,
    measured,
)
from backend.adapters.tools.xml_documents import elements_with_parents, xml_root

_SUITE = re.compile(r"<testsuites?[\s>/]")


def _sign(file: ToolText) -> str:
    is_xml = file.text.lstrip()[:1] == "<"
    found = _SUITE.search(file.head) if is_xml else None
    return f"“{found[0].strip(' >/')}>”, as test runners write JUnit XML" if found else ""


def _read(file: ToolText) -> Items:
    """Read a time for each test; a skipped test has none, and is no failure of the program."""
    try:
        root = xml_root(file)
    except UnreadableError as error:
        yield Rejected("", error.reason, error.remedy)
        return
    skipped = 0
    for number, (case, suite) in enumerate(elements_with_parents(root, "testcase"), start=1):
        if case.find("skipped") is not None or case.get("status") in {"notrun", "disabled"}:
            skipped += 1
        else:
            yield from guarded(f"testcase {number}", (case, suite), _case)
    if skipped:
        yield Rejected("", f"skipped tests, left out: {skipped}", "Nothing to do.", rows=0)


def _case(row: tuple[ET.Element, ET.Element], place: str) -> Items:
    case, suite = row
    owner = case.get("classname") or suite.get("name") or ""
    name = ".".join(part for part in (owner, case.get("name", "")) if part)
    for kind, said in (("failure", "the test failed"), ("error", "the test ended by an error")):
        if (found := case.find(kind)) is not None:
            reason = read_text(found.get("message")) or read_text(found.text) or said
            yield Reading(name, metric="time", failure=reason, place=place)
            return
    if case.get("time") is None:
        raise UnreadableError("the test has no time", "Write the XML with the times of tests.")
    yield Reading(name, "s", measured(case.get("time")), "time", direction=LOWER, place=place)


JUNIT = ToolFormat("junit", "JUnit XML, times of tests", _sign, _read)
