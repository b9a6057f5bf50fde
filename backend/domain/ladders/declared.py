"""The rungs that a suite names, found among what a run measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.ladders.records import RungRole
from backend.domain.reports.suite_pages import SuiteLadder, SuiteRung

CORES = "cores"
"""Stands for the core count of the machine, as in manifests."""


@dataclass(frozen=True, slots=True)
class DeclaredRung:
    """A rung of a manifest with the series that holds it."""

    label: str
    role: RungRole
    note: str
    series: SeriesLabel


def rungs_of(
    ladder: SuiteLadder, labels: Sequence[SeriesLabel], cores: float | None
) -> list[DeclaredRung]:
    """Return the rungs that a run has a result of, in their order.

    Empty without the baseline, or without anything to hold against it.
    """
    found = [(place, rung, _series(ladder, rung, labels, cores))
             for place, rung in enumerate(ladder.rungs)]  # fmt: skip
    rungs = [
        DeclaredRung(rung.label, _role(place, rung), rung.note, series)
        for place, rung, series in found
        if series is not None
    ]
    is_whole = len(rungs) > 1 and rungs[0].role == "baseline"
    return rungs if is_whole else []


def _role(place: int, rung: SuiteRung) -> RungRole:
    if place == 0:
        return "baseline"
    return "control" if rung.control else "rung"


def _series(
    ladder: SuiteLadder, rung: SuiteRung, labels: Sequence[SeriesLabel], cores: float | None
) -> SeriesLabel | None:
    """Return the series with the values that are named first; of several the one seen first."""
    benchmark = rung.benchmark or ladder.benchmark
    shared = ladder.parameters if benchmark == ladder.benchmark else {}
    wanted = {
        name: [cores if one == CORES and cores else one for one in _several(values)]
        for name, values in {**shared, **rung.parameters}.items()
    }
    own = [one for one in labels if (one.benchmark, one.metric) == (benchmark, ladder.metric)]
    ranked = [
        (rank, one.id, one) for one in own if (rank := _rank(one.parameters, wanted)) is not None
    ]
    return min(ranked, key=lambda one: one[:2])[2] if ranked else None


def _several(values: Scalar | list[Scalar]) -> list[Scalar]:
    return values if isinstance(values, list) else [values]


def _rank(
    given: Mapping[str, Scalar], wanted: Mapping[str, Sequence[Scalar]]
) -> tuple[int, ...] | None:
    """Return the place of each value among those wanted; None where one is not among them."""
    rank = []
    for name, values in wanted.items():
        mine = given.get(name)
        places = [
            at for at, one in enumerate(values)
            if mine == one and isinstance(mine, bool) == isinstance(one, bool)
        ]  # fmt: skip
        if not places:
            return None
        rank.append(places[0])
    return tuple(rank)
