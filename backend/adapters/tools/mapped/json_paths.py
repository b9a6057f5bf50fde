"""The part of JSONPath that mappings use: names, places in lists, wildcards, and `~` for a name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from backend.adapters.loose_fields import UnreadableError

ANY = None
"""A step to every value."""
PathStep: TypeAlias = str | int | None
_STEP = re.compile(
    r"""\.?\[(?:'(?P<single>[^']*+)'|"(?P<double>[^"]*+)"|(?P<place>\d++)|(?P<any>\*))\]"""
    r"""|\.?(?P<name>[^.\[\]~]++)"""
)
_REMEDY = "Write it as $.results[*].name, or ['a name'] where it holds dots."
MOST_STEPS = 50


@dataclass(frozen=True, slots=True)
class JsonPath:
    steps: tuple[PathStep, ...]
    is_absolute: bool
    """Begins at the top of the file, not at the row."""
    is_name: bool
    """Means the name under which the value is kept."""


@dataclass(frozen=True, slots=True)
class JsonRow:
    """A row, with the name or place that each wildcard of its path stands for."""

    top: Any
    path: JsonPath
    bound: tuple[str | int, ...]
    value: Any


@cache
def path_of(text: str) -> JsonPath:
    """Read a JSONPath; UnreadableError where it is none of this kind."""
    rest = text.strip()
    is_absolute, is_name = rest.startswith("$"), rest.endswith("~")
    rest = rest.removeprefix("$").removesuffix("~")
    steps: list[PathStep] = []
    at = 0
    while at < len(rest):
        found = _STEP.match(rest, at)
        if found is None or len(steps) >= MOST_STEPS:
            raise UnreadableError(f"“{text[:80]}” is no path that can be followed", _REMEDY)
        steps.append(_step(found))
        at = found.end()
    return JsonPath(tuple(steps), is_absolute, is_name)


def _step(found: re.Match[str]) -> PathStep:
    if found["any"] or found["name"] == "*":
        return ANY
    if found["place"] is not None:
        return int(found["place"])
    return next(one for one in (found["single"], found["double"], found["name"]) if one is not None)


def rows_of(top: Any, path: JsonPath) -> Iterator[JsonRow]:  # noqa: ANN401  any JSON value
    """Yield each value that a path leads to."""
    for bound, value in _follow(top, path.steps, ()):
        yield JsonRow(top, path, bound, value)


Bound: TypeAlias = tuple[str | int, ...]


def _follow(value: Any, steps: tuple[PathStep, ...], bound: Bound) -> Iterator[tuple[Bound, Any]]:  # noqa: ANN401
    for index, step in enumerate(steps):
        if step is ANY:
            for name, inner in _entries(value):
                yield from _follow(inner, steps[index + 1 :], (*bound, name))
            return
        if not _has(value, step):
            return
        value = value[step]
    yield bound, value


def _entries(value: Any) -> Iterator[tuple[str | int, Any]]:  # noqa: ANN401
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _has(value: Any, step: PathStep) -> bool:  # noqa: ANN401
    if isinstance(step, int):
        return isinstance(value, list) and step < len(value)
    return isinstance(value, dict) and step in value


def found_in(row: JsonRow, path: JsonPath) -> list[Any]:
    """Return what a source means for one row; wildcards that the rows share mean this row."""
    steps = _bound_steps(row, path)
    if path.is_name:
        name = steps[-1] if path.is_absolute and steps else (row.bound[-1:] or (None,))[0]
        return [] if name is None else [name]
    start = row.top if path.is_absolute else row.value
    return [value for _, value in _follow(start, steps, ())]


def _bound_steps(row: JsonRow, path: JsonPath) -> tuple[PathStep, ...]:
    if not path.is_absolute:
        return path.steps
    bound, steps = list(row.bound), list(path.steps)
    for index, (own, of_rows) in enumerate(zip(path.steps, row.path.steps, strict=False)):
        if own != of_rows or (own is ANY and not bound):
            break
        if own is ANY:
            steps[index] = bound.pop(0)
    return tuple(steps)
