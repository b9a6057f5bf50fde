"""Several metrics of one sweep: whether one value of the axis is best for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.curves import SweepCurve
from backend.domain.sweeps.sentences import listed
from backend.domain.words.effects import listed as named
from backend.domain.words.numbers import setting


@dataclass(frozen=True, slots=True)
class SweepAgreement:
    """What the curves of one facet say together; `values` are in every best set."""

    facet: Mapping[str, Scalar]
    values: Sequence[float]
    """In the best set of every metric."""
    sentence: str


def agreements_of(panels: Sequence[tuple[str, Sequence[SweepCurve]]]) -> list[SweepAgreement]:
    """Compare the best sets of several metrics, curve by curve; empty for a single metric."""
    if len(panels) <= 1:
        return []
    found = []
    for curve in panels[0][1]:
        same = [
            (metric, one)
            for metric, curves in panels
            for one in curves
            if one.facet == curve.facet and one.best_set
        ]
        if len(same) > 1:
            found.append(_agreement(curve.facet, same))
    return found


def _agreement(
    facet: Mapping[str, Scalar], curves: Sequence[tuple[str, SweepCurve]]
) -> SweepAgreement:
    shared = sorted(set(curves[0][1].best_set).intersection(*(one.best_set for _, one in curves)))
    is_claimed = all(one.claim == "interval" for _, one in curves)
    doubt = "" if is_claimed else ", by numbers alone"
    metrics = [metric for metric, _ in curves]
    if shared:
        xs = listed(shared, range(len(shared)))
        verb = "is" if len(shared) == 1 else "are"
        said = f"{xs} {verb} in the best set of {named(metrics)}{doubt}."
    else:
        wants = [f"{metric} {_best(one)}" for metric, one in curves]
        said = f"No value is best for all of them{doubt}: {'; '.join(wants)}."
    return SweepAgreement(facet, shared, said)


def _best(curve: SweepCurve) -> str:
    if len(curve.best_set) == 1:
        return setting(curve.best_set[0])
    xs = [point.x for point in curve.points]
    return listed(xs, [place for place, x in enumerate(xs) if x in set(curve.best_set)])
