"""The optimum of a sweep over commits: where each commit had it, and whether it moved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.reports.run_pages import ListedRun
from backend.domain.sweeps.crossovers import CurveResults
from backend.stats.arrays import Bools
from backend.stats.sweeps.best_set import BestSet, best_members, best_set_of
from backend.stats.sweeps.optimum_moves import has_moved, judge_move
from backend.stats.sweeps.response import Response

FEWEST = 2


@dataclass(frozen=True, slots=True)
class SweptCommit:
    """The runs of one commit that count, by the one with most values."""

    run: ListedRun
    runs: int
    is_fit: bool


@dataclass(frozen=True, slots=True)
class OptimumPoint:
    """The best values at one commit; `moved` is claimed against the commit before."""

    run: ListedRun
    """Of the runs of the commit that count, the one with most values."""
    runs: int
    """How many runs of the commit count, together."""
    is_fit: bool
    """False: the machine of these runs was not fit to measure wall times."""
    xs: Sequence[float]
    best_x: float
    best_set: Sequence[float]
    value: float
    claimed: bool
    moved: bool
    """Claimed against the commit before."""


@dataclass(frozen=True, slots=True)
class OptimumHistory:
    """The optimum of one curve, oldest commit first."""

    facet: Mapping[str, Scalar]
    points: Sequence[OptimumPoint]
    """In the order of the branch."""
    sentence: str


def optima_of(
    runs: Sequence[tuple[SweptCommit, Sequence[CurveResults]]],
) -> list[OptimumHistory]:
    """Follow the optimum of every curve of the newest commit through older ones, oldest first.

    Their sentences are still empty.
    """
    newest = runs[-1][1] if runs else []
    return [_history(curve.facet, runs) for curve in newest]


def _history(
    facet: Mapping[str, Scalar],
    runs: Sequence[tuple[SweptCommit, Sequence[CurveResults]]],
) -> OptimumHistory:
    points: list[OptimumPoint] = []
    before: _Judged | None = None
    for commit, curves in runs:
        curve = next((one for one in curves if one.facet == facet), None)
        if curve is None or curve.response is None:
            continue
        now = _Judged(curve, curve.response, best_set_of(curve.response))
        points.append(_point(commit, now, before))
        before = now
    return OptimumHistory(facet, points, "")


@dataclass(frozen=True, slots=True)
class _Judged:
    """A curve at one commit with its best set."""

    curve: CurveResults
    response: Response
    best: BestSet


def _point(commit: SweptCommit, now: _Judged, before: _Judged | None) -> OptimumPoint:
    curve, best = now.curve, now.best
    place, members = best_place(curve, now.response, best.members)
    return OptimumPoint(
        run=commit.run,
        runs=commit.runs,
        is_fit=commit.is_fit,
        xs=list(curve.xs),
        best_x=curve.xs[place],
        best_set=[curve.xs[one] for one in members],
        value=curve.results[place].value,
        claimed=best.has_claim,
        moved=before is not None and _has_moved(before, now),
    )


def best_values(
    curves: Sequence[CurveResults],
) -> list[tuple[Mapping[str, Scalar], list[float]]]:
    """Return the best set of each curve that can be judged."""
    return [
        (
            one.facet,
            [one.xs[place] for place in np.flatnonzero(best_members(one.response)).tolist()],
        )
        for one in curves
        if one.response is not None
    ]


def best_place(curve: CurveResults, response: Response, best: Bools) -> tuple[int, Sequence[int]]:
    """Return the place that is called best, the best as drawn, of those that cannot be told."""
    members: list[int] = np.flatnonzero(best).tolist()
    sign = 1.0 if response.sign > 0.0 else -1.0
    return min(members, key=lambda one: sign * curve.results[one].value), members


def _has_moved(before: _Judged, now: _Judged) -> bool:
    """Claim a move only where neither commit's best is in the other's best set."""
    old, new = before.response, now.response
    if old.sign != new.sign:
        return False
    if before.curve.xs == now.curve.xs:
        return has_moved(before.best, now.best)
    xs, earlier, later = np.intersect1d(before.curve.xs, now.curve.xs, return_indices=True)
    if xs.size < FEWEST:
        return False
    return judge_move(old.part(earlier), new.part(later)).moved
