"""Odd values: what nobody means, and what breaks parsers, databases and file systems."""

import json
from typing import Any

import schemathesis
from hypothesis import strategies as st
from schemathesis.core import NotSet

from backend.testing.builders import a_report

Case = schemathesis.Case[Any]
Json = Any
"""What JSON can say."""
MOST_VALUES = 30
"""Of one parameter: the server cuts off heads of requests beyond 64 kB."""
MOST_THERE = 6
"""Ids up to this one are asked for: of most things, some are there."""
TEXTS = (
    "\x00", "a\x00b", "\x1b[31m", "\r\nX: y", "\u202eabc", "\u200b\u200d", "\ufeff", " ",
    "\U0001f9ea", "\ufffe", "e\u0301" * 40, "x" * 5_000, "../../etc/passwd", "%", "%%s", "'; --",
    "\\", "\\u0000",
    "NaN", "-0", "1e999", "0x10", "٣", "null", "[" * 300, "(" * 300, "*" * 60, "http://[::1",
    "http://\x00", "javascript:alert(1)", "2026-13-45", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "run:" + "9" * 30, "commit:", "branch:\u202e", "pull:-1", "{}",
    "$", "^",
)  # fmt: skip
NUMBERS = (
    0, -1, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 2, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1,
    2**64, 10**40, 0.5, -0.0, 1e-320, 1e308, -1e308,
)  # fmt: skip
OTHERS: tuple[Json, ...] = (None, True, False, [], {}, [None], {"": ""}, [[[]]], {"\x00": 1})
HALVES = ("\ud800", "a\udfffb")
"""Halves of characters, which JSON can spell and UTF-8 cannot."""
in_addresses = st.sampled_from((*TEXTS, *NUMBERS))
in_bodies = st.sampled_from((*TEXTS, *NUMBERS, *OTHERS, *HALVES))
UNREAD_BODIES = ("/reports", "/imports/{format_name}", "/splits/tables", "/splits/published",
                 "/forges/{hook}/webhook")  # fmt: skip
"""Ends of the paths of calls that read their bodies themselves: the description has no form."""


@st.composite
def spoiled(draw: st.DrawFn, cases: st.SearchStrategy[Case]) -> Case:
    """Give a case that is aimed at what is there, and mostly has one odd value in some place."""
    case = draw(cases)
    case.path_parameters = {
        name: draw(_aimed(name, value)) for name, value in (case.path_parameters or {}).items()
    }
    if case.operation.path.endswith(UNREAD_BODIES) and case.method == "POST":
        case.body, case.media_type = draw(documents()), "application/json"
    case.query = {
        name: value[:MOST_VALUES] if isinstance(value, list) else value
        for name, value in (case.query or {}).items()
    }
    place = draw(st.sampled_from(("nowhere", "path", "query", "body", "body")))
    if place == "path" and case.path_parameters:
        name = draw(st.sampled_from(sorted(case.path_parameters)))
        case.path_parameters = {**case.path_parameters, name: draw(in_addresses)}
    elif place == "query":
        case.query = _spoiled_query(draw, case)
    elif place == "body" and not isinstance(case.body, NotSet | bytes | str):
        # written here: half a character has a spelling in JSON, and none in UTF-8
        case.body = json.dumps(_spoiled_body(draw, case.body)).encode()
    return case


def _aimed(name: str, value: object) -> st.SearchStrategy[object]:
    if name == "project":
        return st.sampled_from(("main", "main", "main", "closed", value))
    if isinstance(value, int):
        return st.sampled_from((1 + value % MOST_THERE, 1 + value % MOST_THERE, value))
    return st.just(value)


def _spoiled_query(draw: st.DrawFn, case: Case) -> dict[str, Any]:
    known = [one["name"] for one in case.operation.definition.raw.get("parameters", ())
             if one.get("in") == "query"]  # fmt: skip
    heads = ("param.x", "tag.x", "baseline.param.x", "column.x", "direction.x", "odd")
    name = draw(st.sampled_from((*known, *known, *heads)))
    value = draw(in_addresses | st.lists(in_addresses, max_size=3))
    return {**(case.query or {}), name: value}


def _spoiled_body(draw: st.DrawFn, body: Json) -> Json:
    """Replace one value somewhere in a document, or add a name to it."""
    return _replaced(
        body, _walk(draw, body), draw(in_bodies), draw(st.sampled_from(("", *TEXTS, *HALVES)))
    )


def _walk(draw: st.DrawFn, node: Json) -> list[str | int]:
    found: list[str | int] = []
    while isinstance(node, dict | list) and node and draw(st.integers(0, 5)):
        step = draw(st.sampled_from(sorted(node, key=str) if isinstance(node, dict)
                                    else range(len(node))))  # fmt: skip
        node = node[step]
        found.append(step)
    return found


def _replaced(node: Json, way: list[str | int], value: Json, name: str) -> Json:
    if not way:
        return {**node, name: value} if name and isinstance(node, dict) else value
    if isinstance(node, dict):
        return {**node, way[0]: _replaced(node[way[0]], way[1:], value, name)}
    at = int(way[0])
    return [*node[:at], _replaced(node[at], way[1:], value, name), *node[at + 1 :]]


def documents() -> st.SearchStrategy[Json]:
    """Give documents for calls that read them themselves: reports, and things that are none."""
    return st.one_of(
        st.builds(lambda key: a_report(idempotency_key=f"fuzz-{key}"), st.integers(0, 10**9)),
        st.sampled_from((*TEXTS, *OTHERS)),
        st.recursive(
            st.sampled_from((*TEXTS, *NUMBERS, *OTHERS)),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(TEXTS), inner, max_size=3)
            ),
            max_leaves=6,
        ),
    )
