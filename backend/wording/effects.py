"""Effects in words: how much better or worse, by the unit and direction of a metric.

Times are slower and faster; rates have throughput, sizes are larger, the rest is higher or lower.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from backend.domain.effects import Better, Effect, gain_of, ratio_of
from backend.domain.quantities import TAKEN, Quantity, is_size
from backend.wording.numbers import (
    FACTOR,
    MINUS,
    PHRASES,
    TIMES,
    factor,
    in_unit,
    levels_words,
    per_cent,
    per_cents,
    with_unit,
)

LONGEST_LIST = 3
"""Names that a sentence lists one by one."""
_EFFECT: dict[str, str] = PHRASES["effect"]


@dataclass(frozen=True, slots=True)
class _QuantityWords:
    """More and less of a quantity, and its largest and smallest result; none: as it is called."""

    more: str
    less: str
    most: str
    least: str


_QUANTITIES = {name: _QuantityWords(**words) for name, words in PHRASES["quantities"].items()}
MOST_FACTOR = 1_000.0
"""A factor beyond which an end of an interval is no longer told in digits."""


def amount(effect: Effect, better: Better) -> str:
    """Write the size of a gain or loss: "3.3 % [2.1, 4.5]"; the reader is told which it is."""
    sign = 1.0 if effect.cost <= 0.0 else -1.0
    return _bracketed(per_cents(*_gains(effect, better, sign)), "\u202f%", known=effect.known)


def signed(effect: Effect, better: Better) -> str:
    """Write a net effect with its sign, a gain being positive: "+1.1 % [0.2, 2.0]"."""
    size, *ends = per_cents(*_gains(effect, better, 1.0))
    is_gain = size[0] != MINUS and any(digit in size for digit in "123456789")
    return _bracketed([f"{'+' if is_gain else ''}{size}", *ends], "\u202f%", known=effect.known)


def _gains(effect: Effect, better: Better, sign: float) -> tuple[float, float, float]:
    """Return the gain and its interval, the smaller end first, times a sign."""
    ends = sorted(sign * gain_of(end, better) for end in (effect.low, effect.high))
    return sign * gain_of(effect.cost, better), ends[0], ends[1]


def times(ratio: float) -> str:
    """Write a ratio as a factor: 51.6 times."""
    return f"{factor(ratio)}{TIMES}"


def compared(effect: Effect, better: Better, quantity: Quantity, other: str = "") -> str:
    """Say how a contender differs: "15.3 % higher throughput [12.1, 18.6] than X"."""
    ratio, *ends = (ratio_of(end, better) for end in (effect.cost, effect.low, effect.high))
    said = ratio_words((ratio, min(ends), max(ends)), replace(quantity, direction=better))
    preposition = "to" if ratio == 1.0 else "than"
    return f"{said} {preposition} {other}" if other else said


def ratio_words(ends: tuple[float, float, float], quantity: Quantity, remark: str = "") -> str:
    """Say a ratio and its interval: "4.8 % slower [3.1, 6.4]"; a remark stands between."""
    ends = _possible(ends)
    ratio, low, high = ends
    known, words = not math.isnan(low + high), words_of(quantity)
    between = f" {remark}" if remark and known else ""
    if low < 1.0 < high and not (low >= 1.0 / FACTOR and high <= FACTOR):
        return (
            f"{ratio_words((ratio, math.nan, math.nan), quantity)}{between}, {_span(ends, words)}"
        )
    if ratio == 1.0:
        return no_difference([low - 1.0, high - 1.0], words, _share, between)
    if ratio == 0.0 or 1.0 / FACTOR <= ratio < 1.0:
        texts, mark = per_cents(1.0 - ratio, 1.0 - high, 1.0 - low), "\u202f%"
    elif 1.0 < ratio <= FACTOR:
        texts, mark = per_cents(ratio - 1.0, low - 1.0, high - 1.0), "\u202f%"
    elif ratio > 1.0:
        texts, mark = [factor(end) for end in ends], TIMES
    else:
        texts, mark = [factor(_inverse(end)) for end in (ratio, high, low)], TIMES
    if low < 1.0 < high and not texts[0].strip("0."):  # rounds to zero within such an interval
        return no_difference([low - 1.0, high - 1.0], words, _share, between)
    return _bracketed(texts, f"{mark} {words[ratio < 1.0]}{between}", known=known)


def _possible(ends: tuple[float, float, float]) -> tuple[float, float, float]:
    """Cut an interval where nothing is left: no quantity becomes less than all of it."""
    ratio, low, high = ends
    return (ratio, 0.0, high) if ratio >= 0.0 > low else ends


def _span(ends: tuple[float, float, float], words: tuple[str, str]) -> str:
    """Say an interval far to both sides, its end against the effect first, in factors."""
    ratio, low, high = ends
    said = [_end(_inverse(low), words[1]), _end(high, words[0])]
    first, second = said if ratio >= 1.0 else said[::-1]
    return _EFFECT["between"].format(first=first, second=second)


def _end(by: float, word: str) -> str:
    if math.isinf(by):
        return _EFFECT["without_limit"].format(word=word)
    if by > MOST_FACTOR:
        return _EFFECT["over"].format(factor=times(MOST_FACTOR), word=word)
    return f"{times(by)} {word}"


def no_difference(
    ends: list[float], words: tuple[str, str], write: Callable[[float], str], between: str = ""
) -> str:
    """Say that there is none and how far either way it may be: 0 has no word of its own."""
    if math.isnan(ends[0] + ends[1]) or not any(ends):
        return f"{_EFFECT['none']}{between}"
    said = [f"{write(abs(end))} {words[0 if end > 0.0 else 1]}" for end in sorted(ends) if end]
    template = _EFFECT["from_to" if len(said) > 1 else "up_to"]
    span = template.format(low=said[0], high=said[-1], end=said[0])
    return _EFFECT["none_within"].format(remark=between, ends=span)


def _bracketed(texts: list[str], mark: str, *, known: bool) -> str:
    return f"{texts[0]}{mark} [{texts[1]}, {texts[2]}]" if known else f"{texts[0]}{mark}"


def _share(size: float) -> str:
    return f"{per_cent(size)}\u202f%"


def _inverse(ratio: float) -> float:
    return math.inf if ratio == 0.0 else 1.0 / ratio


def listed(names: list[str]) -> str:
    """Write names as a list; beyond a few, the rest as a number."""
    if len(names) > LONGEST_LIST + 1:
        names = [*names[:LONGEST_LIST], f"{len(names) - LONGEST_LIST} others"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def taken_words(accepted: int, known: int, rejected_rows: int) -> str:
    """Say what an import came to: "3 reports accepted, 0 known already, 1 row not taken"."""
    lost = f", {counted(rejected_rows, 'row')} not taken" if rejected_rows else ""
    return f"{counted(accepted, 'report')} accepted, {known} known already{lost}"


def words_of(quantity: Quantity) -> tuple[str, str]:
    """Return what more and what less of a quantity is called."""
    words = _words(quantity)
    return words.more, words.less


def superlative(quantity: Quantity) -> str:
    """Say how the best result of a quantity differs from the others."""
    words, is_lower = _words(quantity), quantity.direction == "lower"
    if words.most:
        return words.least if is_lower else words.most
    return f"has the {'lowest' if is_lower else 'highest'} {quantity.metric}"


def worse_by(size: str, quantity: Quantity) -> str:
    """Say how a worse result differs: "is 5.7 % slower", "has 5.7 % lower throughput"."""
    words = _words(quantity)
    word = words.more if quantity.direction == "lower" else words.less
    verb = words.most.partition(" ")[0]
    return f"{verb} {size} {word}" if verb else f"has a {size} {word} {quantity.metric}"


@lru_cache(maxsize=1024)
def _words(quantity: Quantity) -> _QuantityWords:
    return _QUANTITIES[_kind(quantity)]


def _kind(quantity: Quantity) -> str:
    numerator, _, denominator = quantity.unit.partition("/")
    if numerator == "s":  # time that one wants more of is not called fast
        return "time" if quantity.direction == "lower" else "span"
    if denominator == "s":
        return "rate" if quantity.direction == "lower" else "throughput"
    if is_size(numerator, quantity.metric):
        return "size"
    return TAKEN.get(numerator, "count")


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
    return f"{levels}, {width_words((change.after / change.before, math.nan, math.nan))}"


def width_words(ends: tuple[float, float, float]) -> str:
    """Say how a spread differs, and its interval: "2.00 times wider [1.50, 2.70]"."""
    ratio, low, high = ends
    known = not math.isnan(low + high)
    if ratio >= 1.0:
        return _bracketed([factor(end) for end in ends], f"{TIMES} wider", known=known)
    inverse = [factor(_inverse(end)) for end in (ratio, high, low)]
    return _bracketed(inverse, f"{TIMES} narrower", known=known)


def _and(values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"
