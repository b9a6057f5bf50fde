"""XML of tools, read without anything that expands: a document type is refused."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import ToolText

_ENDS = {"<?": "?>", "<!--": "-->"}
_ROOT = re.compile(r"<[A-Za-z_:]")


def xml_root(file: ToolText) -> ET.Element:
    """Return the root of an XML file.

    Raises UnreadableError where the file is not complete or declares a document type.
    """
    if not _has_plain_prolog(file.text):
        raise UnreadableError("the XML declares a document type", "Send the tool's own XML.")
    try:
        return ET.fromstring(file.text.strip())  # noqa: S314  no entities: refused above
    except (ET.ParseError, ValueError) as error:
        raise UnreadableError(
            f"the XML is not complete: {error}", "Send the whole file."
        ) from error


def _has_plain_prolog(text: str) -> bool:
    """Say whether nothing but comments and instructions stands before the root.

    Only there may a document type stand. In what a test printed, the same words are text.
    """
    at = len(text) - len(text.lstrip())
    while opened := next((one for one in _ENDS if text.startswith(one, at)), ""):
        end = text.find(_ENDS[opened], at)
        if end < 0:
            return True  # the parser says that it is not complete
        at = end + len(_ENDS[opened])
        while text[at : at + 1].isspace():
            at += 1
    return _ROOT.match(text, at) is not None or at >= len(text)


def elements_with_parents(root: ET.Element, tag: str) -> Iterator[tuple[ET.Element, ET.Element]]:
    """Yield each element of a name, in the order of the file, with the element around it."""
    around = {inner: outer for outer in root.iter() for inner in outer}
    return ((one, around.get(one, one)) for one in root.iter(tag))
