"""Changes of tails and of the shape of samples in words."""

from collections.abc import Sequence
from typing import Protocol

from backend.wording.effects import times
from backend.wording.numbers import in_unit, levels_words, with_unit

SPREAD = "spread"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class _Unit(Protocol):
    @property
    def unit(self) -> str: ...


class AspectChange(Protocol):
    """What it takes to say what moved."""

    @property
    def aspect(self) -> str: ...
    @property
    def before(self) -> float: ...
    @property
    def after(self) -> float: ...
    @property
    def modes_before(self) -> Sequence[float]: ...
    @property
    def modes_after(self) -> Sequence[float]: ...
    @property
    def series(self) -> _Unit: ...


def said_of_aspect(change: AspectChange, effect: str) -> str:
    """Name what moved before its effect: "p99 2.00 → 6.00 ms, 3.00 times slower"."""
    if not change.aspect:
        return effect
    unit = change.series.unit
    if change.modes_after:
        before, after = len(change.modes_before), len(change.modes_after)
        noun = "mode" if before == 1 else "modes"
        values, name = in_unit([change.modes_after[0], *change.modes_after], unit)
        centres = with_unit(_and(values[1:]), name)
        return f"{_NUMBERS[before]} {noun} became {_NUMBERS[after]}: {centres}"
    levels = f"{change.aspect} {levels_words(change.before, change.after, unit)}"
    if change.aspect != SPREAD or min(change.before, change.after) <= 0.0:
        return f"{levels}, {effect}"
    ratio = change.after / change.before
    said = f"{times(ratio)} wider" if ratio >= 1.0 else f"{times(1.0 / ratio)} narrower"
    return f"{levels}, {said}"


def _and(values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"
