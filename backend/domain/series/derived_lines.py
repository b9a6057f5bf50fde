"""What a formula means for the series it names: lines to draw, each a sum of logarithms.

ratio, geomean and normalise are products of powers, so each of their lines is a weight per
operand; an operand that occurs twice counts with the sum of its weights. A difference holds two
such lines against each other, and nothing can be made of it further.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.series.formulas import FunctionCall, Node, SeriesOperand, wrong

MOST_LINES = 20
MOST_OPERANDS = 60
PLAIN = "1"
Key = tuple[tuple[str, Scalar], ...]


@dataclass(frozen=True, slots=True)
class Operand:
    """The results of a series at each commit, or its first result at all of them."""

    series_id: int
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class DerivedLine:
    """Product over operands of the operand to the power of its weight."""

    weights: Mapping[Operand, float]
    unit: str
    direction: DirectionName
    label: SeriesLabel | None = None
    """The series that it is a line of, where it is of one."""


@dataclass(frozen=True, slots=True)
class Derived:
    """One line of the answer: a product, or one less another."""

    line: DerivedLine
    less: DerivedLine | None = None

    @property
    def operands(self) -> list[int]:
        """Return the ids of the series that it is made from."""
        parts = [self.line, *([self.less] if self.less else [])]
        return list(dict.fromkeys(o.series_id for part in parts for o in part.weights))


@dataclass(slots=True)
class Planned:
    """The lines of a formula, and what a reader should know of how they came about."""

    lines: list[Derived] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def plan_formula(formula: FunctionCall, found: Mapping[int, Sequence[SeriesLabel]]) -> Planned:
    """Return what is to be computed; `found` are the series of each source by its place."""
    planner = _Planner(found)
    if formula.function == "difference":
        lines = planner.differences(formula)
    else:
        lines = [Derived(line) for line in planner.lines(formula)]
    if len(lines) > MOST_LINES:
        reason = f"it gives {len(lines)} lines, and a chart holds {MOST_LINES}"
        raise wrong(formula.at, reason, "narrow the filters, or take the geomean(…)")
    return Planned(lines, planner.notes)


class _Planner:
    def __init__(self, found: Mapping[int, Sequence[SeriesLabel]]) -> None:
        self.found = found
        self.notes: list[str] = []

    def lines(self, node: Node) -> list[DerivedLine]:
        if isinstance(node, SeriesOperand):
            return [
                DerivedLine({Operand(label.id): 1.0}, label.unit, label.direction, label)
                for label in self.found[node.at]
            ]
        by_name: Mapping[str, Callable[[FunctionCall], list[DerivedLine]]] = {
            "ratio": self._ratios,
            "geomean": self._geomean,
            "normalise": self._normalised,
            "difference": self._misplaced,
        }
        return by_name[node.function](node)

    def differences(self, call: FunctionCall) -> list[Derived]:
        pairs = self._pairs(call)
        for line, other in pairs:
            if line.unit != other.unit:
                reason = f"{_unit(line.unit)} less {_unit(other.unit)} is nothing"
                raise wrong(call.at, reason, "take series of one unit, or normalise(…) both")
        return [Derived(line, other) for line, other in pairs]

    def _misplaced(self, call: FunctionCall) -> list[DerivedLine]:
        raise wrong(
            call.at,
            "a difference can be zero or negative, so nothing can be divided or averaged by it",
            "make difference(…) the outermost function",
        )

    def _ratios(self, call: FunctionCall) -> list[DerivedLine]:
        return [_over(line, other) for line, other in self._pairs(call)]

    def _geomean(self, call: FunctionCall) -> list[DerivedLine]:
        lines = [line for argument in call.arguments for line in self.lines(argument)]
        units = sorted({line.unit for line in lines})
        if len(units) > 1:
            raise wrong(
                call.at,
                f"it averages {' and '.join(map(_unit, units))}",
                "filter by metric, or write geomean(normalise(…))",
            )
        directions = {line.direction for line in lines}
        if len(directions) > 1:
            self.notes.append("Lower is better for some of what is averaged, higher for others.")
        weights = _summed((line.weights, 1.0 / len(lines)) for line in lines)
        direction = directions.pop() if len(directions) == 1 else "unknown"
        return [DerivedLine(weights, units[0], direction)]

    def _normalised(self, call: FunctionCall) -> list[DerivedLine]:
        if len(call.arguments) > 1:
            pairs = self._pairs(call)
            for line, other in pairs:
                if line.unit != other.unit:
                    reason = f"{_unit(line.unit)} over {_unit(other.unit)} is no share"
                    raise wrong(call.at, reason, "take a baseline of the same unit, or ratio(…)")
            return [_over(line, other) for line, other in pairs]
        lines = self.lines(call.arguments[0])
        if any(line.label is None for line in lines):
            raise wrong(
                call.arguments[0].at,
                "normalise needs series: only these have a first result",
                "write geomean(normalise(…)) instead of normalise(geomean(…))",
            )
        return [_over_first(line) for line in lines]

    def _pairs(self, call: FunctionCall) -> list[tuple[DerivedLine, DerivedLine]]:
        """Hold every line of the first argument against its partner of the second."""
        left, right = (self.lines(argument) for argument in call.arguments)
        if len(right) == 1:
            return [(line, right[0]) for line in left]
        partners = _partners(left, right)
        if not partners:
            raise wrong(
                call.arguments[1].at,
                f"the second argument is {len(right)} series, and it is open which one is meant",
                "name one, take the geomean(…), or let both sides differ in one facet only",
            )
        if left_out := len(left) - len(partners):
            have, are = ("has", "is") if left_out == 1 else ("have", "are")
            note = f"{left_out} of {len(left)} series {have} no partner and {are} left out."
            self.notes.append(note)
        return partners


def _over(line: DerivedLine, other: DerivedLine) -> DerivedLine:
    return DerivedLine(
        _summed(((line.weights, 1.0), (other.weights, -1.0))),
        _quotient(line.unit, other.unit),
        line.direction if line.direction == other.direction else "unknown",
        line.label,
    )


def _over_first(line: DerivedLine) -> DerivedLine:
    firsts = {Operand(operand.series_id, is_first=True): w for operand, w in line.weights.items()}
    return DerivedLine(
        _summed(((line.weights, 1.0), (firsts, -1.0))), PLAIN, line.direction, line.label
    )


def _summed(parts: Iterable[tuple[Mapping[Operand, float], float]]) -> dict[Operand, float]:
    weights: dict[Operand, float] = {}
    for part, factor in parts:
        for operand, weight in part.items():
            weights[operand] = weights.get(operand, 0.0) + factor * weight
    return weights


def _quotient(unit: str, by: str) -> str:
    if unit == by:
        return PLAIN
    if by == PLAIN:
        return unit
    return f"{unit}/({by})" if "/" in by else f"{unit}/{by}"


def _unit(unit: str) -> str:
    return "a plain number" if unit == PLAIN else unit


def _partners(
    left: Sequence[DerivedLine], right: Sequence[DerivedLine]
) -> list[tuple[DerivedLine, DerivedLine]] | None:
    """Pair series that agree in every facet but those in which the sides differ as a whole."""
    dimensions = [[_dimensions(line) for line in side] for side in (left, right)]
    if any(one is None for side in dimensions for one in side):
        return None
    sides = [[one for one in side if one is not None] for side in dimensions]
    apart = _apart(*sides)
    keys = [[_without(one, apart) for one in side] for side in sides]
    if any(len(set(side)) < len(side) for side in keys):
        return None
    by_key = dict(zip(keys[1], right, strict=True))
    return [(line, by_key[key]) for line, key in zip(left, keys[0], strict=True) if key in by_key]


def _dimensions(line: DerivedLine) -> dict[str, Scalar] | None:
    label = line.label
    if label is None:
        return None
    facets = {name: getattr(label, name) for name in ("suite", "benchmark", "metric")}
    places = {"testbed": label.testbed, "branch": label.branch}
    return facets | places | {f"param.{name}": v for name, v in label.parameters.items()}


def _apart(left: Sequence[dict[str, Scalar]], right: Sequence[dict[str, Scalar]]) -> set[str]:
    """Return the facets of which each side has one value, and they differ."""
    names = {name for one in (*left, *right) for name in one}
    values = {
        name: ({one.get(name) for one in left}, {one.get(name) for one in right}) for name in names
    }
    return {name for name, (a, b) in values.items() if len(a) == len(b) == 1 and a != b}


def _without(dimensions: dict[str, Scalar], apart: set[str]) -> Key:
    return tuple(sorted((name, v) for name, v in dimensions.items() if name not in apart))
