"""From the samples, summary or histogram of each result to its centre and interval."""

import math
from collections.abc import Sequence

from backend.domain.reports.format import ReportedSummary
from backend.services.catalogue import NamedResult
from backend.stats.aspects import aspects_of_histogram, aspects_of_samples
from backend.stats.histograms.recordings import decode
from backend.stats.summary import summarise_ragged
from backend.storage.reports.new_results import Basis, NewResult
from backend.storage.reports.runs import NewRun

MEDIAN = 50.0
Row = tuple[NamedResult, NewRun, int, int]
"""A result, its run, the run's id and the position of its commit."""


def summarise_results(rows: Sequence[Row]) -> list[NewResult]:
    """Return results ready to be stored, in base units, in the order given."""
    made = [_blank(row) for row in rows]
    _from_samples(rows, made)
    for row, result in zip(rows, made, strict=True):
        if row[0].result.summary is not None:
            _from_summary(result, row[0].result.summary, _factor(row))
        elif row[0].result.histogram is not None:
            _from_histogram(result, row)
    return made


def _blank(row: Row) -> NewResult:
    named, run, run_id, position = row
    result = named.result
    return NewResult(
        series_id=named.series_id or 0,
        position=position,
        run_id=run_id,
        commit_id=run.commit_id,
        fingerprint_id=run.fingerprint_id,
        measured_at=run.started_at,
        value=math.nan,
        low=None,
        high=None,
        sd=None,
        n=0,
        basis=Basis.SAMPLES,
        binary_hash=result.binary_hash,
        benchmark_version=named.benchmark_version,
    )


def _from_samples(rows: Sequence[Row], made: Sequence[NewResult]) -> None:
    chosen = [index for index, row in enumerate(rows) if row[0].result.samples is not None]
    samples = [_scaled(rows[index]) for index in chosen]
    if not samples:
        return
    summary = summarise_ragged(samples)
    columns = (summary.value, summary.low, summary.high, summary.sd)
    for place, (value, low, high, sd) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        result = made[chosen[place]]
        result.value = value
        result.low, result.high, result.sd = _known(low), _known(high), _known(sd)
        result.samples = samples[place]
        result.n = len(samples[place])
        result.aspects = aspects_of_samples(samples[place])
        result.rounds = _worth_keeping(rows[chosen[place]][0].result.rounds)


def _worth_keeping(rounds: list[int] | None) -> list[int] | None:
    """Return rounds, but not those that every reader would assume."""
    return None if rounds is None or rounds == list(range(1, len(rounds) + 1)) else rounds


def _from_summary(result: NewResult, summary: ReportedSummary, factor: float) -> None:
    result.basis = Basis.SUMMARY
    result.value = summary.value * factor
    low, high = (None if end is None else end * factor for end in (summary.low, summary.high))
    if summary.spread is None:
        result.low, result.high = low, high
    else:
        result.spread, result.spread_low, result.spread_high = summary.spread, low, high
    result.sd = None if summary.sd is None else summary.sd * factor
    result.n = summary.n or 1


def _from_histogram(result: NewResult, row: Row) -> None:
    histogram = row[0].result.histogram
    if histogram is None:
        return
    scale = histogram.scale * _factor(row)
    counts = decode(histogram.data)
    result.basis = Basis.HISTOGRAM
    result.value = counts.percentile(MEDIAN) * scale
    result.n = counts.total
    result.aspects = aspects_of_histogram(counts, scale)
    result.histogram = histogram.data
    result.histogram_scale = scale


def _factor(row: Row) -> float:
    return row[0].metric.factor if row[0].metric else 1.0


def _scaled(row: Row) -> list[float]:
    samples, factor = row[0].result.samples or [], _factor(row)
    return samples if factor == 1.0 else [sample * factor for sample in samples]


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number
