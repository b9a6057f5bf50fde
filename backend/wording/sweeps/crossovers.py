"""Two curves of a sweep against each other, in one sentence."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from backend.domain.sweeps.crossovers import (
    CurveResults,
    JudgedCrossover,
    SweepCrossover,
    judge_crossovers,
)
from backend.stats.sweeps.crossover import Crossing, Crossover
from backend.wording.numbers import FACTOR, TIMES, percent, plain, setting
from backend.wording.sweeps.answers import medians_in_words


def crossovers_of(
    curves: Sequence[CurveResults], axis: str, *, in_rounds: bool
) -> list[SweepCrossover]:
    """Compare the curves that take turns as the best, and say what comes of it."""
    return [
        replace(one.crossover, sentence=_CrossoverWords(one).sentence())
        for one in judge_crossovers(curves, axis, in_rounds=in_rounds)
    ]


class _CrossoverWords:
    def __init__(self, judged: JudgedCrossover) -> None:
        self.found, self.names, self.axis = judged.found, judged.names, judged.axis
        self.xs, self.better, self.medians = judged.xs, judged.better, judged.medians
        self.in_rounds = judged.in_rounds

    def sentence(self) -> str:
        """Say where the order turns, or which curve leads by how much."""
        found = self.found
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
            return (
                f"{self.names[0]} and {self.names[1]} do not differ significantly by their means."
            )
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
            return f"{ours} and {theirs} do not differ significantly at any value of {self.axis}."
        better, other = self.names if signs == {1} else self.names[::-1]
        resolved = np.flatnonzero(found.signs)
        if resolved.size == found.signs.size:
            return f"{better} is {self.better} than {other} everywhere{self._by(found)}."
        places = f"{resolved.size} of {found.signs.size} values of {self.axis}"
        return f"{better} is {self.better} than {other} at {places}; the rest is inconclusive."

    def _by(self, found: Crossover) -> str:
        """Say by how much the better curve leads, at least and at most, as words of it count."""
        if not found.logarithmic:
            return ""
        is_below = float(found.ratios[0]) < 1.0
        ends = _ends(found.ratios, is_below=is_below)
        write = self._factors if ends[1] >= FACTOR else self._shares
        beside = medians_in_words(
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
        return f"{_range(percent(shares[0]), percent(shares[-1]))}\u202f%"


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _ends(ratios: Iterable[float], *, is_below: bool) -> tuple[float, float]:
    """Return the least and the largest lead of one curve, which is below the other or above it."""
    times = [1.0 / float(ratio) if is_below else float(ratio) for ratio in ratios]
    return min(times), max(times)
