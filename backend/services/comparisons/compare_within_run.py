"""Results of one run against each other: pairs of variants by their rounds, and tails."""

import math
from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.held_results import compare_in_run
from backend.domain.comparisons.run_tails import (
    CURVE,
    ResultTail,
    TailBasis,
    TailList,
    TailPoint,
    VariantPair,
    VariantPairs,
)
from backend.domain.errors import NotFoundError
from backend.domain.quantities import Quantity
from backend.domain.reports.run_pages import reaches_tail
from backend.stats.histograms.quantiles import quantile_interval
from backend.stats.histograms.recordings import Histogram, decode
from backend.storage.catalogue.labels import read_labels
from backend.storage.reports.stored_samples import RunSamples, read_samples_of_run
from backend.wording.comparisons import sentence_of

SUMMARY = 1


def compare_variants(
    session: Session, project_id: int, run_id: int, pairs: Sequence[tuple[int, int]]
) -> VariantPairs:
    """Hold results of one run against each other; NotFoundError where it lacks one of them."""
    ids = sorted({id_ for pair in pairs for id_ in pair})
    stored, labels = _read(session, project_id, run_id, ids)
    return VariantPairs(
        [_pair(labels[first], stored[first], labels[last], stored[last]) for first, last in pairs]
    )


def read_tails(
    session: Session, project_id: int, run_id: int, series_ids: Sequence[int]
) -> TailList:
    """Return percentile curves of results of one run; NotFoundError where it lacks one."""
    stored, labels = _read(session, project_id, run_id, series_ids)
    return TailList([_tail(labels[id_], stored[id_]) for id_ in series_ids])


def _read(
    session: Session, project_id: int, run_id: int, series_ids: Sequence[int]
) -> tuple[Mapping[int, RunSamples], Mapping[int, SeriesLabel]]:
    stored = read_samples_of_run(session, project_id, run_id, series_ids)
    missing = sorted(set(series_ids) - set(stored))
    if missing:
        raise NotFoundError(f"run {run_id} has no result of series {missing[0]}")
    return stored, read_labels(session, project_id, series_ids)


def _pair(
    baseline: SeriesLabel, first: RunSamples, contender: SeriesLabel, last: RunSamples
) -> VariantPair:
    if baseline.unit != contender.unit or SUMMARY in (first.basis, last.basis):
        return VariantPair(
            baseline.id, contender.id, "unknown", "none", 0, None, None, None,
            "Cannot be judged: no samples were sent.",
        )  # fmt: skip
    found, basis = compare_in_run(contender, first, last)
    quantity = Quantity(contender.metric, contender.unit, contender.direction)
    return VariantPair(
        baseline=baseline.id,
        contender=contender.id,
        verdict=found.verdict,
        basis=basis,
        n=found.n,
        ratio=_known(found.ratio),
        low=_known(found.low),
        high=_known(found.high),
        sentence=sentence_of(found, quantity),
    )


def _tail(label: SeriesLabel, stored: RunSamples) -> ResultTail:
    if stored.histogram is not None:
        source: Histogram | Sequence[float] = decode(stored.histogram)
        scale, total = stored.scale or 1.0, stored.n
    else:
        source, scale = stored.samples or [], 1.0
        total = len(source)
    points = [_point(source, q, scale) for q in CURVE if reaches_tail(q, total)] if total else []
    basis: TailBasis = "samples" if stored.histogram is None else "histogram"
    return ResultTail(label, basis, total, points)


def _point(source: Histogram | Sequence[float], percent: float, scale: float) -> TailPoint:
    found = quantile_interval(source, percent)
    low = found.low if found.low > 0.0 and math.isfinite(found.low) else None
    high = found.high if math.isfinite(found.high) else None
    return TailPoint(
        percent,
        found.value * scale,
        None if low is None else low * scale,
        None if high is None else high * scale,
    )


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
