"""Which way is better for each quantity of an imported file, and what must be asked."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from backend.adapters.github_action_rows import ActionRow
from backend.adapters.github_action_tools import tool_named
from backend.adapters.history import DirectionQuestion, Document
from backend.domain.catalogue.directions import is_doubtful, likely_direction
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.units import are_same

ANY_SUITE = "*"
_MARK = 4


@dataclass(slots=True)
class _Open:
    """A suite and unit whose direction is not known yet, with the benchmarks it concerns."""

    tools: dict[str, None] = field(default_factory=dict)
    benchmarks: dict[str, None] = field(default_factory=dict)


class Directions:
    """The user's answers first, then the tool's published meaning, then metric and unit."""

    def __init__(self, answers: Mapping[str, BetterDirection]) -> None:
        self._answers = answers
        self._used: set[str] = set()
        self._said: dict[tuple[str, str], set[BetterDirection | None]] = {}
        self._open: dict[tuple[str, str], _Open] = {}

    def note(self, suite: str, tool: str, rows: Iterable[ActionRow]) -> None:
        """Take notice of rows, so that questions can be asked for all of them at once."""
        for row in rows:
            if self._answer(suite, row) is not None:
                continue
            unit = row.quantity.unit_text
            self._said.setdefault((suite, unit), set()).add(_published(tool, row))
            concerned = self._open.setdefault((suite, unit), _Open())
            concerned.tools[tool] = None
            concerned.benchmarks[row.benchmark] = None

    def questions(self) -> tuple[DirectionQuestion, ...]:
        """Return what the file leaves open, or says both ways; once for all suites concerned."""
        asked: dict[str, list[str]] = {}
        for (suite, unit), said in self._said.items():
            if len(said) > 1 or None in said:
                asked.setdefault(unit, []).append(suite)
        return tuple(self._question(unit, suites) for unit, suites in asked.items())

    def _question(self, unit: str, suites: list[str]) -> DirectionQuestion:
        concerned = [self._open[suite, unit] for suite in suites]
        tools = list(dict.fromkeys(tool for one in concerned for tool in one.tools))
        said = set[BetterDirection | None]().union(*(self._said[suite, unit] for suite in suites))
        return DirectionQuestion(
            key=f"{suites[0] if len(suites) == 1 else ANY_SUITE}|{unit}",
            suite=", ".join(suites),
            unit=unit,
            tool=", ".join(tool for tool in tools if tool),
            benchmarks=tuple(dict.fromkeys(name for one in concerned for name in one.benchmarks)),
            reason=_reason(unit, tools, said),
        )

    def of(self, suite: str, tool: str, row: ActionRow) -> BetterDirection:
        """Return the direction of a row; unknown only where it was answered or is still open."""
        return self._answer(suite, row) or _published(tool, row) or BetterDirection.UNKNOWN

    def unused(self) -> Iterator[str]:
        """Say which answers fitted nothing in the file: a typing error would go unseen."""
        for key in sorted(self._answers.keys() - self._used):
            yield f"No row fits the direction given for {key!r}."

    def _answer(self, suite: str, row: ActionRow) -> BetterDirection | None:
        unit = row.quantity.unit_text
        keys = (
            f"{suite}|{unit}|{row.benchmark}", f"{suite}|{unit}", f"{ANY_SUITE}|{unit}", unit,
        )  # fmt: skip
        for key in keys:
            if key in self._answers:
                self._used.add(key)
                return BetterDirection(self._answers[key])
        return None


def _published(tool: str, row: ActionRow) -> BetterDirection | None:
    known = tool_named(tool).directions
    base = row.quantity.unit.base
    by_tool = known.get(base) or known.get("*")
    if by_tool or is_doubtful(row.benchmark):
        return by_tool
    return likely_direction(row.quantity.metric, base)


def _reason(unit: str, tools: list[str], said: set[BetterDirection | None]) -> str:
    if None not in said:
        return f"the file says both: {', '.join(tools)}"
    if not any(tools):
        return "the file names no tool"
    return f"{', '.join(tool for tool in tools if tool)} does not say what {unit} means"


class Metrics:
    """The metrics of each suite: one name, one unit, one direction, over the whole history."""

    def __init__(self, directions: Directions) -> None:
        self._directions = directions
        self._known: dict[tuple[str, str], tuple[str, BetterDirection]] = {}

    def declared(self, suite: str, tool: str, row: ActionRow) -> tuple[str, Document]:
        """Return the metric's name and its declaration for a report.

        Two units whose words give one name get a mark of their own.
        """
        base, name = row.quantity.unit.base, row.quantity.metric
        direction = self._directions.of(suite, tool, row)
        known = self._known.setdefault((suite, name), (base, direction))
        if not are_same(known[0], base):
            name = f"{name}_{hashlib.sha256(base.encode()).hexdigest()[:_MARK]}"
            known = self._known.setdefault((suite, name), (base, direction))
        own = name if known[1] == direction else f"{name}_{direction}"
        return own, {"unit": known[0], "direction": direction.value, "noise": "sampled"}
