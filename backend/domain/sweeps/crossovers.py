"""Curves of one sweep against each other: where one overtakes another along the axis."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.distances import medians_beside
from backend.domain.sweeps.results import SweepResult, response_of
from backend.domain.words.effect_numbers import FACTOR, TIMES
from backend.domain.words.numbers import percent, plain, setting
from backend.stats.sweeps.crossover import Crossing, Crossover, crossover_of
from backend.stats.sweeps.response import Response

FEWEST_VALUES = 2
MOST_PAIRS = 4
"""Pairs of curves that are compared: those that follow each other as the best."""


@dataclass(frozen=True, slots=True)
class CurveResults:
    """The results of one curve in ascending order of the axis, and in a form to compare them."""

    facet: Mapping[str, Scalar]
    xs: Sequence[float]
    results: Sequence[SweepResult]
    response: Response | None


@dataclass(frozen=True, slots=True)
class SweepCrossing:
    """The order of two curves turns somewhere between the axis values low and high."""

    low: float
    high: float
    at: float


@dataclass(frozen=True, slots=True)
class SweepCrossover:
    """Two curves against each other; crossings are claimed only where both signs are."""

    first: Mapping[str, Scalar]
    second: Mapping[str, Scalar]
    crossings: Sequence[SweepCrossing]
    claimed: bool
    sentence: str


def crossovers_of(
    curves: Sequence[CurveResults], axis: str, *, in_rounds: bool
) -> list[SweepCrossover]:
    """Compare the curves that take turns as the best, or the only two there are."""
    found = [_compared(first, second, axis, in_rounds=in_rounds)
             for first, second in _pairs(curves)]  # fmt: skip
    return [one for one in found if one is not None]


def _pairs(curves: Sequence[CurveResults]) -> list[tuple[CurveResults, CurveResults]]:
    if len(curves) == 2:  # noqa: PLR2004 - a pair
        return [(curves[0], curves[1])]
    leaders = _leaders(curves)
    turns = dict.fromkeys(
        (min(pair), max(pair)) for pair in pairwise(leaders) if pair[0] != pair[1]
    )
    return [(curves[one], curves[other]) for one, other in list(turns)[:MOST_PAIRS]]


def _leaders(curves: Sequence[CurveResults]) -> list[int]:
    """Return the curve with the best centre at each value of the axis, in ascending order."""
    best: dict[float, tuple[float, int]] = {}
    for number, curve in enumerate(curves):
        for x, result in zip(curve.xs, curve.results, strict=True):
            cost = -result.value if result.series.direction == "higher" else result.value
            best[x] = min(best.get(x, (math.inf, number)), (cost, number))
    return [best[x][1] for x in sorted(best)]


def _compared(
    first: CurveResults, second: CurveResults, axis: str, *, in_rounds: bool
) -> SweepCrossover | None:
    xs, ours, theirs = _common(first, second)
    if len(xs) < FEWEST_VALUES:
        return None
    both = response_of([*ours, *theirs], in_rounds=in_rounds)
    if both is None:
        return None
    count = len(xs)
    parts = both.part(slice(0, count)), both.part(slice(count, None))
    found = crossover_of(*parts, np.array(xs), both=both)
    names = _names(first.facet, second.facet)
    medians = [_ratio(one.value, other.value) for one, other in zip(ours, theirs, strict=True)]
    words = _CrossoverWords(
        names, axis, xs, _verb(both, ours[0]), medians, in_rounds=both.rounds is not None
    )
    sentence = words.sentence(found)
    crossings = [SweepCrossing(xs[one.low], xs[one.high], one.at) for one in found.crossings]
    return SweepCrossover(first.facet, second.facet, crossings, found.claimed, sentence)


def _common(
    first: CurveResults, second: CurveResults
) -> tuple[list[float], list[SweepResult], list[SweepResult]]:
    ours, theirs = (dict(zip(curve.xs, curve.results, strict=True)) for curve in (first, second))
    xs = sorted(ours.keys() & theirs.keys())
    return xs, [ours[x] for x in xs], [theirs[x] for x in xs]


def _names(first: Mapping[str, Scalar], second: Mapping[str, Scalar]) -> tuple[str, str]:
    """Name two curves by what tells them apart."""
    differing = [key for key in {**first, **second} if first.get(key) != second.get(key)]
    ours, theirs = (
        " ".join(f"{key}={facet[key]}" for key in differing if key in facet)
        for facet in (first, second)
    )
    return ours or "the first", theirs or "the second"


def _verb(response: Response, result: SweepResult) -> str:
    if response.sign > 0.0 and result.series.unit in ("s", "s/op"):
        return "faster"
    return "lower" if response.sign > 0.0 else "higher"


@dataclass(frozen=True, slots=True)
class _CrossoverWords:
    names: tuple[str, str]
    axis: str
    xs: Sequence[float]
    better: str
    medians: Sequence[float]
    """First over second as drawn."""
    in_rounds: bool

    def sentence(self, found: Crossover) -> str:
        doubt = "" if found.claimed else "By the means alone, "
        if len(found.crossings) == 1:
            return f"{doubt}{self._crossing(found.crossings[0])}"
        if found.crossings:
            at = [self._range(one) for one in found.crossings]
            times = f"{len(at)} times over {self.axis}"
            ours, theirs = self.names
            return f"{doubt}{ours} and {theirs} change places {times}: {', '.join(at)}."
        return self._without_crossing(found)

    def _crossing(self, crossing: Crossing) -> str:
        below, above = self.names if crossing.first_is_better_below else self.names[::-1]
        low, high = setting(self.xs[crossing.low]), setting(self.xs[crossing.high])
        return (
            f"{below} is {self.better} up to {self.axis} {low}, {above} from {high}; "
            f"they cross near {plain(crossing.at)}."
        )

    def _by_means(self, found: Crossover) -> str:
        """Rank two curves of which one is ahead at every value, without a claim."""
        above = found.ratios > (1.0 if found.logarithmic else 0.0)
        if above.any() != above.all() or not np.isfinite(found.ratios).all():
            return f"{self.names[0]} and {self.names[1]} cannot be told apart by their means."
        first_leads = bool(above.all()) == (self.better == "higher")
        better, other = self.names if first_leads else self.names[::-1]
        by = self._by(found)
        return f"By the means alone, {better} is {self.better} than {other} everywhere{by}."

    def _range(self, crossing: Crossing) -> str:
        return f"{setting(self.xs[crossing.low])} to {setting(self.xs[crossing.high])}"

    def _without_crossing(self, found: Crossover) -> str:
        ours, theirs = self.names
        if not found.claimed:
            return self._by_means(found)
        signs = set(np.sign(found.signs).tolist()) - {0}
        if not signs:
            return f"{ours} and {theirs} cannot be told apart at any value of {self.axis}."
        better, other = self.names if signs == {1} else self.names[::-1]
        resolved = np.flatnonzero(found.signs)
        if resolved.size == found.signs.size:
            return f"{better} is {self.better} than {other} everywhere{self._by(found)}."
        places = f"{resolved.size} of {found.signs.size} values of {self.axis}"
        return f"{better} is {self.better} than {other} at {places}; the rest cannot be told."

    def _by(self, found: Crossover) -> str:
        """Say by how much the better curve leads, at least and at most, as words of it count."""
        if not found.logarithmic:
            return ""
        is_below = float(found.ratios[0]) < 1.0
        ends = _ends(found.ratios, is_below=is_below)
        write = self._factors if ends[1] >= FACTOR else self._shares
        beside = medians_beside(
            ends, _ends(self.medians, is_below=is_below), write, in_rounds=self.in_rounds
        )
        return f", by {write(ends)}{self._at_least(found, is_below=is_below)}{beside}"

    def _at_least(self, found: Crossover, *, is_below: bool) -> str:
        """Say what the lead is at least, everywhere at once (95 %); nothing without a claim."""
        if not found.claimed:
            return ""
        least = _ends(found.high if is_below else found.low, is_below=is_below)[0]
        if not math.isfinite(least):
            return ""
        said = self._factors([least]) if least >= FACTOR else self._shares([least])
        return f", at least {said}"

    def _factors(self, times: Sequence[float]) -> str:
        return f"{_range(plain(times[0]), plain(times[-1]))}{TIMES}"

    def _shares(self, times: Sequence[float]) -> str:
        shares = sorted(1.0 - 1.0 / one if self.better == "lower" else one - 1.0 for one in times)
        return f"{_range(percent(shares[0]), percent(shares[-1]))} %"


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _ends(ratios: Iterable[float], *, is_below: bool) -> tuple[float, float]:
    """Return the least and the largest lead of one curve, which is below the other or above it."""
    times = [1.0 / float(ratio) if is_below else float(ratio) for ratio in ratios]
    return min(times), max(times)


def _ratio(one: float, other: float) -> float:
    return one / other if one > 0.0 and other > 0.0 else math.nan
