"""A curve of a sweep that is refined: which values may still be best, and how many rounds more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.domain.catalogue.labels import DirectionName
from backend.domain.catalogue.parameters import Scalar
from backend.domain.jobs.targets import SweptCurve
from backend.stats.arrays import Floats
from backend.stats.sweeps.elimination import EliminationRule, eliminate
from backend.stats.sweeps.response import Direction


@dataclass(frozen=True, slots=True)
class RefinedCurve:
    """Where one curve stands after the rounds so far."""

    facet: Mapping[str, Scalar]
    values: int
    best: Sequence[float]
    """Values that may be best."""
    live: Sequence[int]
    """Their series."""
    rounds: int
    """Of all its values together."""
    whole: int
    """Rounds that a grid without elimination would have taken."""
    more: int
    """Rounds to measure before it is asked again; 0: it is decided."""
    counts: bool = True
    """False: its rounds are not in the answer of the sweep, whose machine was fit and its not."""

    @property
    def has_all_rounds(self) -> bool:
        """Say whether it was measured as often as a job measures."""
        return self.whole >= self.values * EliminationRule().most_rounds


def curve_after(
    curve: SweptCurve, table: Floats, direction: DirectionName, margin: float
) -> RefinedCurve:
    """Judge (values, rounds), nan where a value was not measured, by successive elimination."""
    measured = int(np.isfinite(table).sum())
    places, more = list(range(len(curve.values))), 0
    if measured and direction in ("lower", "higher"):
        better: Direction = "lower" if direction == "lower" else "higher"
        step = eliminate(EliminationRule(margin=margin), table, better)
        places, more = np.flatnonzero(step.live).tolist(), step.rounds
    return RefinedCurve(
        facet=curve.facet,
        values=len(curve.values),
        best=[curve.values[one] for one in places],
        live=[curve.series[one] for one in places],
        rounds=measured,
        whole=table.size,
        more=more,
    )


def answered(
    curve: RefinedCurve, best: Sequence[tuple[Mapping[str, Scalar], list[float]]], *, counts: bool
) -> RefinedCurve:
    """Return the curve with the best values of the sweep's own answer, where it has one."""
    own = next((values for facet, values in best if facet == curve.facet), None)
    return replace(curve, best=own or curve.best, counts=counts)
