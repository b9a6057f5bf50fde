"""Report v1 as JSON: decode it, or say everything that does not fit the schema."""

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from backend.domain.errors import Fault, InvalidError
from backend.domain.plain_names import shown
from backend.domain.reports.format import Report

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

REASON_LENGTH = 300
MOST_EXPLAINED = 1_000_000
"""Bytes of a document up to which all its faults are listed: that takes a second a megabyte."""
_decoder = msgspec.json.Decoder(Report)
_MAYBE_ODD = re.compile(
    rb"\\u(?:00[0189]|007f|00ad|061c|20[0-6]|feff|fff[9-b])|\x7f|\xc2[\x80-\x9f]|\xd8\x9c"
    rb"|\xe2\x80[\x8b-\xaf]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xef\xbf[\xb9-\xbb]",
    re.IGNORECASE,
)
"""Bytes of which every odd character in JSON has some; others have them too."""


def read_report(document: bytes, nesting: int, most_faults: int) -> Report:
    """Decode a report. Raises InvalidError with one fault per place that is wrong."""
    try:
        return _decoder.decode(_with_escapes(document))
    except msgspec.ValidationError as error:
        raise InvalidError(
            "the report does not fit the format", _faults(document, error, nesting, most_faults)
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidError("the report is not JSON", [_syntax_fault(str(error))]) from error
    except RecursionError as error:
        raise InvalidError("the report is nested too deep", [_nesting_fault(nesting)]) from error


def _with_escapes(document: bytes) -> bytes:
    """Return a report in which characters that cannot be seen are visible escapes.

    Almost no report has any: it is decoded and written again only where one may be.
    """
    if _is_plain(document) or not _MAYBE_ODD.search(document):
        return document
    return msgspec.json.encode(_escaped_texts(msgspec.json.decode(document)))


def _is_plain(document: bytes) -> bool:
    """Tell at a glance whether there is surely no odd character, as in almost every report."""
    return document.isascii() and b"\\u" not in document and b"\x7f" not in document


def _escaped_texts(node: object) -> object:
    if isinstance(node, str):
        return shown(node)
    if isinstance(node, list):
        return [_escaped_texts(inner) for inner in node]
    if isinstance(node, dict):
        return {shown(name): _escaped_texts(inner) for name, inner in node.items()}
    return node


@cache
def schema() -> dict[str, Any]:
    """Return the published JSON Schema (2020-12) of report v1."""
    (reference,), definitions = msgspec.json.schema_components(
        [Report], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tidemark report v1",
        **reference,
        "$defs": definitions,
    }


def _faults(
    document: bytes, error: msgspec.ValidationError, nesting: int, most: int
) -> list[Fault]:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  most reports have no fault

    if len(document) > MOST_EXPLAINED:
        return [_first_fault(str(error))]
    try:
        parsed = msgspec.json.decode(document)
    except msgspec.ValidationError:
        return [_first_fault(str(error))]
    except (msgspec.DecodeError, UnicodeDecodeError) as syntax:
        return [_syntax_fault(str(syntax))]
    except RecursionError:
        return [_nesting_fault(nesting)]
    if _depth(parsed, nesting + 1) > nesting:
        return [_nesting_fault(nesting)]
    wrongs = islice(Draft202012Validator(schema()).iter_errors(parsed), most)
    found = [_schema_fault(wrong) for wrong in wrongs]
    # the schema cannot say everything (a time that is none, a number out of range)
    return found or [_first_fault(str(error))]


def _schema_fault(wrong: "ValidationError") -> Fault:
    deepest = wrong
    while deepest.context:
        deepest = max(deepest.context, key=lambda inner: len(inner.absolute_path))
    pointer = "".join(f"/{_escaped(str(part))}" for part in deepest.absolute_path)
    return Fault(pointer, _short(deepest.message), _remedy(deepest))


def _remedy(wrong: "ValidationError") -> str:
    match wrong.validator:
        case "additionalProperties":
            return "remove the name, or correct its spelling"
        case "required":
            return "add what is missing"
        case "enum" | "const":
            return (
                f"use one of {wrong.validator_value}"
                if wrong.validator == "enum"
                else (f"use {wrong.validator_value}")
            )
        case "type" | "anyOf":
            return "send the type that the schema asks for"
    return "correct it; the schema is at /api/v1/schemas/report-v1.json"


def _first_fault(message: str) -> Fault:
    reason, _, path = message.partition(" - at `$")
    pointer = path.rstrip("`").replace("[", "/").replace("]", "").replace(".", "/")
    return Fault(pointer, _short(reason), "correct it; times are RFC 3339, numbers are finite")


def _syntax_fault(message: str) -> Fault:
    return Fault(
        "",
        _short(message),
        "send one complete JSON document; NaN and Infinity are not JSON: send a failure instead",
    )


def _nesting_fault(nesting: int) -> Fault:
    return Fault("", f"objects and arrays are nested deeper than {nesting} levels", "flatten it")


def _depth(node: object, most: int) -> int:
    """Count levels, no further than `most`."""
    if most <= 0 or not isinstance(node, dict | list):
        return 0
    inner = node.values() if isinstance(node, dict) else node
    return 1 + max((_depth(child, most - 1) for child in inner), default=0)


def _escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")


def _short(text: str) -> str:
    return text if len(text) <= REASON_LENGTH else f"{text[:REASON_LENGTH]}…"
