"""What was found on one curve of a sweep, before it is put into words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.sweeps.places import MachineFact
from backend.stats.sweeps.answers import SweepVerdict


@dataclass(frozen=True, slots=True)
class SweepFinding:
    """The values of an axis in ascending order, their results, and the verdict if there is one."""

    axis: str
    xs: Sequence[float]
    series: SeriesLabel
    values: Sequence[float]
    verdict: SweepVerdict | None
    facts: Sequence[MachineFact] = ()
    in_rounds: bool = False

    @property
    def members(self) -> list[int]:
        """Places indistinguishable from the best."""
        return np.flatnonzero(self.verdict.best.members).tolist() if self.verdict else []

    @property
    def best(self) -> int:
        """The place that is called best: of several that cannot be told apart the best as drawn."""
        if self.verdict is None:
            return 0
        if len(self.members) <= 1:
            return self.verdict.best.best
        is_lower = self.series.direction == "lower"
        return min(self.members, key=lambda place: self.values[place] * (1 if is_lower else -1))
