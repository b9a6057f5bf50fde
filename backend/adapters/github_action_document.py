"""The document of github-action-benchmark: the script as published, or the JSON in it."""

import json
import re

from backend.adapters.loose_fields import UnreadableError, as_object

_ASSIGNMENT = re.compile(
    r"^\s*(?:(?:window|globalThis|self)\s*\.|var\s|let\s|const\s)\s*BENCHMARK_DATA\s*=\s*"
)
SHAPE = 'The file must be {"entries": {"<suite>": [{"commit", "date", "tool", "benches"}]}}.'


def suites_of(document: bytes) -> dict[str, object]:
    """Return the list of entries of each suite; UnreadableError where it is no such file."""
    return _suites(_parse(document))


def _parse(document: bytes) -> object:
    text = _decoded(document)
    body = _ASSIGNMENT.sub("", text, count=1).rstrip().rstrip(";")
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        line = error.lineno + text[: len(text) - len(body)].count("\n")
        place = f"line {line}, column {error.colno}"
        what = "the file ends too early" if error.pos >= len(body) - 1 else "this is no JSON"
        raise UnreadableError(
            f"{what}: {place}: {error.msg}", "Take the whole data.js as the action wrote it."
        ) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError(
            f"the file is not readable as JSON: {error}", "Take data.js as the action wrote it."
        ) from error


def _decoded(document: bytes) -> str:
    is_utf_16 = document[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return document.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"byte {error.start} is not UTF-8", "Save the file as UTF-8."
        ) from error


def _suites(document: object) -> dict[str, object]:
    entries = as_object(document).get("entries")
    if not isinstance(entries, dict):
        raise UnreadableError("the file has no object “entries”", SHAPE)
    if not any(entries.values()):
        raise UnreadableError("the file holds no entries", "Take a data.js that has results.")
    return as_object(entries)
