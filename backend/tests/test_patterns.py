"""Every regular expression takes time that grows with the text, not with its square.

Each is run against texts made to hold it up: what one of its repetitions takes, many times, and
then what lets the whole fail.
"""

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from re import _constants as codes
from re import _parser as parser
from typing import Any

import pytest

ROOTS = ("backend", "workers")
ELSEWHERE = {"tests", "testing", "bench", "evaluate", "calls", "fuzz"}
FUNCTIONS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
ANYWHERE = frozenset(FUNCTIONS) - {"match", "fullmatch"}
"""They try to begin at every place of the text."""
HANDED_ON = ("_REPOSITORY",)
"""They are given to a function that asks whether they fit the whole text."""
SIZES = (500, 2_000, 8_000)
MOST_GROWTH = 9.0
"""A text four times as long may take so much longer; for a quadratic pattern it is sixteen."""
FAST_S = 0.000_05
"""500 characters in so little time: not even a quadratic expression makes a second of 65,000."""
TOO_SHORT_S = 0.001
"""What takes less is measured too badly, and holds up nobody."""
LOOKS = 5
USES_RE = re.compile(r"\bre\.")
"""Other modules are not imported: what sends traces has its packages elsewhere."""
ENDS = ("", "\x00", "\n!", " ", '"')


@dataclass(frozen=True)
class Pattern:
    """One expression of the product, and how it is used."""

    place: str
    expression: re.Pattern[Any]
    is_searched: bool

    def __str__(self) -> str:
        return self.place


def patterns() -> Iterator[Pattern]:
    """Find every expression: kept under a name in a module, or written where it is used."""
    for root in ROOTS:
        for file in sorted(Path(root).rglob("*.py")):
            source = file.read_text()
            if not ELSEWHERE & set(file.parts) and USES_RE.search(source):
                yield from _of_module(file, source)


def _of_module(file: Path, source: str) -> Iterator[Pattern]:
    uses = _uses()
    module = importlib.import_module(".".join(file.with_suffix("").parts))
    for name, kept in vars(module).items():
        ours = f"{name} = re.compile" in source or f"{name} =" in source
        if isinstance(kept, re.Pattern) and ours:
            yield Pattern(f"{file}:{name}", kept, bool(uses.get(name, ANYWHERE) & ANYWHERE))
        for at, inner in enumerate(_inside(kept)) if ours else ():
            yield Pattern(f"{file}:{name}[{at}]", inner, is_searched=True)
    for call in ast.walk(ast.parse(source)):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=function),
                args=[ast.Constant(value=str(text)), *_],
            ) if function in FUNCTIONS:
                place = f"{file}:{call.lineno}"
                yield Pattern(place, re.compile(text), function in ANYWHERE)


@cache
def _uses() -> dict[str, set[str]]:
    """Return what is done with whatever has a name, in all files."""
    found = {name: {"fullmatch"} for name in HANDED_ON}
    for root in ROOTS:
        for file in Path(root).rglob("*.py"):
            if "re." in (source := file.read_text()) or "import " in source:
                for node in _calls(source):
                    found.setdefault(node.value.id, set()).add(node.attr)
    return found


def _calls(source: str) -> Iterator[Any]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(), attr=function) if function in FUNCTIONS:
                yield node


def _inside(kept: Any) -> Iterator[re.Pattern[Any]]:
    """Find what containers and dataclasses hold."""
    values = list(kept.values()) if isinstance(kept, dict) else kept
    if is_dataclass(kept) and not isinstance(kept, type):
        values = [getattr(kept, one.name) for one in fields(kept)]
    for value in values if isinstance(values, tuple | list | frozenset) else ():
        yield from [value] if isinstance(value, re.Pattern) else _inside(value)


def texts(expression: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Return what to begin with, what to repeat and what to end with, for each repetition."""
    text = expression.pattern
    source = text.decode("latin-1") if isinstance(text, bytes) else text
    tree = parser.parse(source, expression.flags & ~re.UNICODE if isinstance(text, bytes) else
                        expression.flags)  # fmt: skip
    pumps = list(_pumps(list(tree), ""))
    for begin, pump in pumps:
        for end in ENDS:
            yield begin, pump, end
            yield "", pump, end
    # what stands between two repetitions, many times: each place of it may end the first
    for mark in filter(None, dict.fromkeys([*_literals(list(tree)), *_between(list(tree))])):
        for begin in dict.fromkeys(["", *(begin for begin, _ in pumps)]):
            yield begin, mark, "\x00"


def _pumps(nodes: Sequence[Any], begin: str) -> Iterator[tuple[str, str]]:
    for code, argument in nodes:
        for body in _bodies(code, argument):
            if code in REPEATS and argument[1] > 20:
                for sample in islice(_samples(body), 6):
                    if sample:
                        yield begin, sample
            yield from _pumps(body, begin)
        begin += next(_samples([(code, argument)]), "")


def _literals(nodes: Sequence[Any]) -> Iterator[str]:
    """Return the characters that an expression names: what parts may share."""
    for code, argument in nodes:
        if code is codes.LITERAL:
            yield chr(argument)
        for body in _bodies(code, argument):
            yield from _literals(body)


def _between(nodes: Sequence[Any]) -> Iterator[str]:
    """Return texts that stand between the repetitions of anything."""
    part: list[Any] = []
    for code, argument in [*nodes, (None, None)]:
        wide = code in REPEATS and argument[2][0][0] in (codes.ANY, codes.IN, codes.NOT_LITERAL)
        if part and (wide or code is None):
            yield from islice(_samples(part), 2)
        part = [] if wide else [*part, (code, argument)]
        for body in _bodies(code, argument) if code is not None else ():
            yield from _between(body)


REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def _bodies(code: Any, argument: Any) -> list[list[Any]]:
    if code in REPEATS:
        return [list(argument[2])]
    if code is codes.SUBPATTERN:
        return [list(argument[3])]
    if code is codes.BRANCH:
        return [list(branch) for branch in argument[1]]
    if code in (codes.ASSERT, codes.ASSERT_NOT):
        return [list(argument[1])]
    return [list(argument)] if code is codes.ATOMIC_GROUP else []


def _samples(nodes: Sequence[Any]) -> Iterator[str]:
    """Return texts that nodes take, one after the other."""
    if not nodes:
        yield ""
        return
    (code, argument), rest = nodes[0], nodes[1:]
    for first in _samples_of(code, argument):
        for last in islice(_samples(rest), 3):
            yield first + last


def _samples_of(code: Any, argument: Any) -> Iterator[str]:
    if code in (codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN):
        yield from _characters(code, argument)
    elif code in REPEATS:
        times = max(argument[0], 1) if argument[1] else 0
        for one in islice(_samples(list(argument[2])), 4):
            yield one * min(times, 3)
        if not argument[0]:
            yield ""
    elif code in (codes.AT, codes.ASSERT, codes.ASSERT_NOT, codes.GROUPREF):
        yield ""
    else:
        for body in _bodies(code, argument):
            yield from islice(_samples(body), 3)


def _characters(code: Any, argument: Any) -> Iterator[str]:
    if code is codes.LITERAL:
        yield chr(argument)
    elif code is codes.NOT_LITERAL:
        yield "b" if argument == ord("a") else "a"
    elif code is codes.ANY:
        yield "a"
    else:
        yield from _members(argument)


CANDIDATES = " \tab0A9_-.,/:;!\"'\\()[]{}<>=#%@é\x00"


def _members(argument: Any) -> Iterator[str]:
    """Try characters of every kind against a set."""
    is_negated = argument[0][0] is codes.NEGATE
    found = 0
    near = [chr(one[1]) for one in argument if one[0] is codes.LITERAL]
    near += [chr(one[1][0]) for one in argument if one[0] is codes.RANGE]
    for candidate in [*([] if is_negated else near), *CANDIDATES]:
        if any(_takes(one, candidate) for one in argument) is not is_negated:
            yield candidate
            found += 1
            if found == 3:
                return


def _takes(one: Any, candidate: str) -> bool:
    kind, what = one
    if kind is codes.LITERAL:
        return bool(ord(candidate) == what)
    if kind is codes.RANGE:
        return bool(what[0] <= ord(candidate) <= what[1])
    if kind is codes.CATEGORY:
        known: dict[Any, Callable[[str], bool]] = {
            codes.CATEGORY_DIGIT: str.isdigit, codes.CATEGORY_SPACE: str.isspace,
            codes.CATEGORY_WORD: lambda text: text.isalnum() or text == "_",
            codes.CATEGORY_NOT_DIGIT: lambda text: not text.isdigit(),
            codes.CATEGORY_NOT_SPACE: lambda text: not text.isspace(),
            codes.CATEGORY_NOT_WORD: lambda text: not (text.isalnum() or text == "_"),
        }  # fmt: skip
        return known[what](candidate)
    return False


def is_slow(pattern: Pattern, parts: tuple[str, str, str]) -> bool:
    """Tell whether a text that is four times as long takes far more than four times as long."""
    before = seconds(pattern, parts, SIZES[0])
    for size in SIZES[1:]:
        if before < FAST_S:
            return False
        now = seconds(pattern, parts, size)
        if now > TOO_SHORT_S and now > MOST_GROWTH * before:
            return True
        before = now
    return False


def seconds(pattern: Pattern, parts: tuple[str, str, str], size: int) -> float:
    begin, pump, end = parts
    text: Any = begin + pump * (size // len(pump)) + end
    if isinstance(pattern.expression.pattern, bytes):
        text = text.encode("latin-1", "replace")
    began = time.thread_time()
    if pattern.is_searched:
        for _ in pattern.expression.finditer(text):
            pass
    else:
        pattern.expression.fullmatch(text)
    return max(time.thread_time() - began, 1e-5)


FOUND = list(patterns())


def test_they_are_found() -> None:
    assert len(FOUND) > 80


@pytest.mark.parametrize("text", [r"x.*y.*z", r"took: .*?, (\d+) of .*?, (\d+) in all"])
def test_several_repetitions_of_anything_on_one_line_are_refused(text: str) -> None:
    pattern = Pattern("here", re.compile(text), is_searched=False)
    assert any(is_slow(pattern, parts) for parts in texts(pattern.expression))


@pytest.mark.parametrize("pattern", FOUND, ids=str)
def test_an_expression_takes_time_that_grows_with_the_text(pattern: Pattern) -> None:
    for parts in dict.fromkeys(texts(pattern.expression)):
        assert not all(is_slow(pattern, parts) for _ in range(LOOKS)), (
            f"{pattern.expression.pattern!r} takes too long for {parts[1]!r} again and again"
        )


def test_the_head_of_a_table_is_looked_for_at_the_begin_of_lines() -> None:
    pattern = next(one for one in FOUND if one.place.endswith("_PICOBENCH_HEAD"))
    parts = ("", "Name (* = baseline) |", "\x00")
    assert any(
        seconds(pattern, parts, 80_000) < MOST_GROWTH * seconds(pattern, parts, 20_000)
        for _ in range(LOOKS)
    )
