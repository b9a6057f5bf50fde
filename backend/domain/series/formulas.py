"""The language of formulas over series, read by hand: nothing that a person writes is ever run.

    formula = function "(" argument { "," argument } ")"
    argument = formula | "#" id of a series | "{" filter { "," filter } "}"
    filter = facet "=" value { "|" value }

Facets are those of the explorer (`suite`, `benchmark`, `metric`, `testbed`, `branch`,
`param.<name>`, `tag.<name>`) and `text`; names and values with special characters stand in
double quotes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from backend.domain.catalogue.filters import FACETS, PARAMETER, TAG, SeriesFilters
from backend.domain.errors import Fault, InvalidError

FUNCTIONS = {"ratio": (2, 2), "difference": (2, 2), "normalise": (1, 2), "geomean": (1, 20)}
"""Each with the fewest and most arguments it takes."""
LONGEST = 2_000
DEEPEST = 8
MOST_FILTERS = 20
TEXT = "text"
PREFIXES = (PARAMETER, TAG)
_TOKEN = re.compile(
    r"""\s*(?:(?P<series>\#\d{1,18}\b)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<mark>[(){},=|])
    |(?P<word>[^\s(){},=|"\#][^(){},=|"\#]*))""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class SeriesOperand:
    """Series named by id, or by filters that several may pass; `at` is its place in the text."""

    at: int
    text: str
    series_id: int | None = None
    filters: SeriesFilters | None = None


@dataclass(frozen=True, slots=True)
class FunctionCall:
    at: int
    text: str
    function: str
    arguments: tuple["Node", ...]


Node = SeriesOperand | FunctionCall


def wrong(at: int, reason: str, remedy: str) -> InvalidError:
    """Say what is wrong with a formula, and at which character (counted from 1)."""
    where = f"at character {at + 1}: {reason}"
    return InvalidError(
        f"the formula cannot be read {where}", [Fault(f"/query/formula/{at}", where, remedy)]
    )


def read_formula(text: str) -> FunctionCall:
    """Read a formula; InvalidError names the first place that does not fit."""
    if len(text) > LONGEST:
        raise wrong(LONGEST, f"it is longer than {LONGEST} characters", "name fewer series")
    if control := re.search(r"[\x00-\x1f\x7f]", text):
        raise wrong(control.start(), "it holds a control character", "remove it")
    reader = _TokenReader(text)
    formula = reader.node(0)
    if not isinstance(formula, FunctionCall):
        raise wrong(formula.at, "it is no formula yet", f"begin with {_functions()}")
    reader.expect_end()
    return formula


def sources_of(node: Node) -> list[SeriesOperand]:
    """Return every source in the order of the text."""
    if isinstance(node, SeriesOperand):
        return [node]
    return [source for argument in node.arguments for source in sources_of(argument)]


def _functions() -> str:
    return ", ".join(f"{name}(…)" for name in FUNCTIONS)


@dataclass(frozen=True, slots=True)
class _Token:
    at: int
    kind: str
    text: str


class _TokenReader:
    """Takes tokens from the front."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def peek(self) -> _Token:
        found = _TOKEN.match(self.text, self.place)
        if found is None or found.lastgroup is None:
            rest = self.text[self.place :]
            at = self.place + len(rest) - len(rest.lstrip())
            if at == len(self.text):
                return _Token(at, "end", "")
            raise wrong(at, f"“{self.text[at]}” has no meaning here", "see the examples")
        return _Token(found.start(found.lastgroup), found.lastgroup, found[found.lastgroup])

    def take(self) -> _Token:
        token = self.peek()
        self.place = token.at + len(token.text)
        return token

    def expect(self, mark: str, remedy: str) -> _Token:
        token = self.take()
        if token.text != mark:
            raise wrong(token.at, f"“{mark}” is missing", remedy)
        return token

    def expect_end(self) -> None:
        token = self.take()
        if token.kind != "end":
            raise wrong(token.at, "something follows the formula", "end it here")

    def node(self, depth: int) -> Node:
        token = self.peek()
        if depth > DEEPEST:
            raise wrong(token.at, f"it is nested deeper than {DEEPEST}", "write it flatter")
        if token.kind == "series":
            self.take()
            return SeriesOperand(token.at, token.text, series_id=int(token.text[1:]))
        if token.text == "{":
            return self._filtered()
        if token.kind == "word":
            return self._call(depth)
        raise wrong(
            token.at,
            "a series or a function is missing",
            f"write #12, {{benchmark=search}} or {_functions()}",
        )

    def _call(self, depth: int) -> FunctionCall:
        token = self.take()
        function = token.text.strip()
        if function not in FUNCTIONS:
            reason = f"there is no function “{function[:40]}”"
            raise wrong(token.at, reason, f"use {_functions()}; a series is #12 or {{…}}")
        self.expect("(", f"write {function}(…)")
        arguments = self._several(lambda: self.node(depth + 1))
        self.expect(")", "close the bracket")
        fewest, most = FUNCTIONS[function]
        if not fewest <= len(arguments) <= most:
            takes = str(fewest) if fewest == most else f"{fewest} to {most}"
            reason = f"{function} takes {takes} arguments, not {len(arguments)}"
            raise wrong(token.at, reason, "correct their number")
        return FunctionCall(token.at, self.text[token.at : self.place], function, tuple(arguments))

    def _several(self, read: Callable[[], Node]) -> list[Node]:
        found = [read()]
        while self.peek().text == ",":
            self.take()
            found.append(read())
        return found

    def _filtered(self) -> SeriesOperand:
        start = self.take().at
        facets: dict[str, list[str]] = {}
        while True:
            at, name, values = self._filter()
            if name in facets or len(facets) >= MOST_FILTERS:
                raise wrong(at, f"“{name[:40]}” is filtered twice", "write one=a|b for either")
            facets[name] = values
            if self.peek().text != ",":
                break
            self.take()
        self.expect("}", "close the brace, or separate filters by commas")
        return SeriesOperand(start, self.text[start : self.place], filters=_filters(facets))

    def _filter(self) -> tuple[int, str, list[str]]:
        at, name = self._text("the name of a facet is missing")
        if name not in (*FACETS, TEXT) and not _is_named(name):
            known = ", ".join((*FACETS, TEXT, *(f"{prefix}<name>" for prefix in PREFIXES)))
            raise wrong(at, f"there is no facet “{name[:40]}”", f"use {known}")
        self.expect("=", f"write {name}=value")
        values = [self._text("a value is missing")[1]]
        while self.peek().text == "|":
            self.take()
            values.append(self._text("a value is missing")[1])
        return at, name, values

    def _text(self, reason: str) -> tuple[int, str]:
        token = self.take()
        if token.kind == "quoted":
            return token.at, re.sub(r"\\(.)", r"\1", token.text[1:-1])
        if token.kind == "word":
            return token.at, token.text.strip()
        raise wrong(token.at, reason, 'put it in double quotes if it has one of (){},=|"#')


def _filters(facets: dict[str, list[str]]) -> SeriesFilters:
    return SeriesFilters(
        **{name: values for name, values in facets.items() if name in FACETS},
        parameters=_behind(PARAMETER, facets),
        tags=_behind(TAG, facets),
        text=" ".join(facets.get(TEXT, [])),
    )


def _behind(prefix: str, facets: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name.removeprefix(prefix): values
        for name, values in facets.items()
        if name.startswith(prefix)
    }


def _is_named(name: str) -> bool:
    """Tell whether it is a parameter or tag with a name of its own."""
    return any(name.startswith(prefix) and name != prefix for prefix in PREFIXES)
