"""Two parameters of a sweep at once: the best cell, and what the two do together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.quantities import Quantity
from backend.domain.sweeps.grids import (
    ALPHA,
    FEWEST,
    GridAxes,
    GridFinding,
    Place,
    SweepGrid,
    judge_grids,
)
from backend.domain.sweeps.results import SweepResult
from backend.stats.sweeps.answers import MARGIN
from backend.wording.effects import superlative
from backend.wording.numbers import in_unit, percent, setting, with_unit

LONGEST_RIDGE = 6


def grids_of(
    results: Sequence[SweepResult],
    failed: Sequence[Mapping[str, Scalar]],
    axes: GridAxes,
    *,
    in_rounds: bool,
) -> list[SweepGrid]:
    """Judge every grid of one metric and run, and say what it shows."""
    judged = judge_grids(results, failed, axes, in_rounds=in_rounds)
    said = [(grid, _GridWords(finding)) for grid, finding in judged]
    return [
        replace(grid, sentence=words.sentence(), remarks=words.remarks()) for grid, words in said
    ]


def _named(axes: GridAxes, place: Place) -> str:
    return f"{axes.first} {setting(place[0])} with {axes.second} {setting(place[1])}"


@dataclass(frozen=True, slots=True)
class _GridWords:
    of: GridFinding

    def sentence(self) -> str:
        """Say which cell is best of those that gave a result, and how many did not."""
        return " ".join(one for one in (self._best_words(), self._gaps()) if one)

    def _gaps(self) -> str:
        cells = len(self.of.xs) * len(self.of.ys)
        missing = cells - len(self.of.results) - self.of.failures
        parts = [
            f"{count} {said}"
            for count, said in (
                (self.of.failures, "failed"),
                (missing, "was not measured" if missing == 1 else "were not measured"),
            )
            if count
        ]
        return f"Of {cells} cells {' and '.join(parts)}." if parts else ""

    def _best_words(self) -> str:
        best, judged = self.of.best, self.of.judged
        if best is None or judged is None:
            return "Too little was measured, or no direction is known: no cell is called best."
        result = self.of.results[best]
        ends = () if result.low is None or result.high is None else (result.low, result.high)
        texts, unit = in_unit([result.value, *ends], self.of.series.unit)
        amount = with_unit(texts[0], unit) + (f" [{', '.join(texts[1:])}]" if ends else "")
        series = self.of.series
        word = superlative(Quantity(series.metric, series.unit, series.direction))
        if len(self.of.members) > 1:
            tied = f"{len(self.of.members)} of {len(self.of.results)} cells"
            head = f"{tied} tie for the best"
            return f"{head}; {_named(self.of.axes, best)} {word}, not significantly: {amount}."
        doubt = "" if judged.claimed else " The scatter is unknown, so others may be as good."
        return f"{_named(self.of.axes, best)} {word}: {amount}.{doubt}"

    def remarks(self) -> list[str]:
        found = [self._ridge(), self._together()]
        return [one for one in found if one]

    def _ridge(self) -> str:
        """Say whether one value of the first axis does for all of the second."""
        if self.of.judged is None or len(self.of.ys) < FEWEST or len(self.of.xs) < FEWEST:
            return ""
        first, second = self.of.axes.first, self.of.axes.second
        in_all = np.flatnonzero(np.logical_and.reduce(self.of.judged.ridge_members, axis=0))
        doubt = "" if self.of.judged.claimed else "By the means alone, "
        if in_all.size:
            values = " or ".join(setting(self.of.xs[place]) for place in in_all.tolist()[:3])
            return f"{doubt}{first} {values} is among the best whatever {second} is."
        pairs = [
            f"{setting(self.of.xs[column])} at {setting(y)}"
            for y, column in zip(self.of.ys, self.of.judged.ridge.tolist(), strict=True)
            if column >= 0
        ]
        shown = ", ".join(pairs[:LONGEST_RIDGE]) + ("…" if len(pairs) > LONGEST_RIDGE else "")
        return f"{doubt}{'no' if doubt else 'No'} {first} is best whatever {second} is: {shown}."

    def _together(self) -> str:
        interaction = self.of.judged.interaction if self.of.judged else None
        if interaction is None or not interaction.claimed:
            return ""
        most = percent(interaction.largest)
        if interaction.p < ALPHA and interaction.largest < MARGIN:
            said = f"The two act together by {most}\u202f% in a cell at most"
            return f"{said}: each may be chosen alone."
        if interaction.p < ALPHA:
            return f"The two act together, by up to {most}\u202f% in a cell: choose them as a pair."
        return "Nothing shows that the two act together: each may be chosen alone."
