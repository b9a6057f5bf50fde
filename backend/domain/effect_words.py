"""Gains and losses in words: how much better or worse, by the unit and direction of a metric."""

import math
from dataclasses import dataclass
from typing import Literal

from backend.domain.comparisons import FACTOR, TIMES, Quantity, words_of
from backend.domain.number_words import percent, plain

Better = Literal["lower", "higher"]

LONGEST_LIST = 3
"""Names that a sentence lists one by one."""
MINUS = "\u2212"
LARGEST_LOG = 700.0


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference on the ln cost scale (> 0 is worse) with its interval, nan where unknown."""

    cost: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        return not math.isnan(self.low)


def gain_of(cost: float, better: Better) -> float:
    """Return the relative gain of a metric, in its own numbers: 0.03 is 3 % better."""
    bounded = min(max(cost, -LARGEST_LOG), LARGEST_LOG)
    return -math.expm1(bounded) if better == "lower" else math.expm1(-bounded)


def ratio_of(cost: float, better: Better) -> float:
    """Return contender over baseline in the metric's own numbers."""
    bounded = min(max(cost, -LARGEST_LOG), LARGEST_LOG)
    return math.exp(bounded if better == "lower" else -bounded)


def amount(effect: Effect, better: Better) -> str:
    """Write the size of a gain or loss: "3.3 % [2.1, 4.5]"; the reader is told which it is."""
    sign = 1.0 if effect.cost <= 0.0 else -1.0
    centre = sign * gain_of(effect.cost, better)
    if not effect.known:
        return f"{percent(centre)} %"
    ends = sorted(sign * gain_of(end, better) for end in (effect.low, effect.high))
    return f"{percent(centre)} % [{_bare(ends[0])}, {_bare(ends[1])}]"


def signed(effect: Effect, better: Better) -> str:
    """Write a net effect with its sign, a gain being positive: "+1.1 % [0.2, 2.0]"."""
    centre = gain_of(effect.cost, better)
    head = f"{'+' if _rounded(centre) > 0.0 else ''}{_bare(centre)} %"
    if not effect.known:
        return head
    ends = sorted(gain_of(end, better) for end in (effect.low, effect.high))
    return f"{head} [{_bare(ends[0])}, {_bare(ends[1])}]"


def times(ratio: float) -> str:
    """Write a ratio as a factor: 51.6 times."""
    return f"{plain(ratio)}{TIMES}"


def compared(effect: Effect, better: Better, quantity: Quantity, other: str = "") -> str:
    """Say how a contender differs: "15.3 % higher throughput [12.1, 18.6] than X"."""
    if effect.cost == 0.0:
        return f"no difference to {other}" if other else "no difference"
    more, less = words_of(quantity)
    ratio = ratio_of(effect.cost, better)
    size, bounds = _percentages(effect, better)
    if max(ratio, 1.0 / ratio) > FACTOR:
        size, bounds = _factors(effect)
    parts = [size, more if ratio > 1.0 else less, bounds, f"than {other}" if other else ""]
    return " ".join(part for part in parts if part)


def _percentages(effect: Effect, better: Better) -> tuple[str, str]:
    size, _, bounds = amount(effect, better).partition(" [")
    return size, f"[{bounds}" if bounds else ""


def _factors(effect: Effect) -> tuple[str, str]:
    """Write a ratio and its interval as factors above 1."""
    bounded = [
        math.copysign(1.0, effect.cost) * min(max(cost, -LARGEST_LOG), LARGEST_LOG)
        for cost in (effect.cost, effect.low, effect.high)
    ]
    size, *ends = (math.exp(cost) for cost in bounded)
    bounds = f"[{plain(min(ends))}, {plain(max(ends))}]" if effect.known else ""
    return times(size), bounds


def listed(names: list[str]) -> str:
    """Write names as a list; beyond a few, the rest as a number."""
    if len(names) > LONGEST_LIST + 1:
        names = [*names[:LONGEST_LIST], f"{len(names) - LONGEST_LIST} others"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _rounded(share: float) -> float:
    return round(100.0 * share, 1)


def _bare(share: float) -> str:
    """Write a share in per cent with a true minus sign, and never minus zero."""
    text = percent(abs(share))
    return f"{MINUS}{text}" if share < 0.0 and float(text) != 0.0 else text
