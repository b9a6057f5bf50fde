"""What a suite gives to compare: both sides of every benchmark, lined up and sorted by kind."""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.compare import PLAIN, Question
from backend.stats.comparison.from_summaries import Reported, ReportedMany, impossible
from backend.stats.histograms.quantiles import PERCENTS, QuantileChange, compare_quantiles
from backend.stats.histograms.recordings import Histogram

Kind = Literal["exact", "pairs", "samples", "runs", "reported", "histograms"]
Reach = Literal["one run", "runs", "unknown"]
Shape = tuple[Kind, Reach, tuple[int, ...], tuple[int, ...]]
"""Entries of equal shape are compared at once: kind, what `between` covers, samples by run."""


@dataclass(frozen=True, slots=True)
class EntrySide:
    """One side: the samples or the histogram of each run, or a summary, or why there is none."""

    runs: tuple[Floats, ...] = ()
    reported: Reported | None = None
    histograms: tuple[Histogram, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """One thing that both sides may have: a variant and metric, known by its key.

    `metric` says which ratios may be averaged with which. Exact metrics have no noise.
    Interleaved sides were measured in turns, sample i beside sample i.
    """

    key: Hashable
    baseline: EntrySide | None
    contender: EntrySide | None
    question: Question = PLAIN
    metric: str = ""
    is_exact: bool = False
    is_interleaved: bool = False


def line_up(
    baseline: Iterable[tuple[Hashable, EntrySide]],
    contender: Iterable[tuple[Hashable, EntrySide]],
    questions: Mapping[Hashable, Question] | None = None,
) -> list[SuiteEntry]:
    """Match both sides by key; a key that comes several times on one side is several runs of it.

    Keys keep the order in which they are first seen. None is dropped: what only one side has
    becomes an entry without the other.
    """
    first, second = _gathered(baseline), _gathered(contender)
    asked = questions or {}
    return [
        SuiteEntry(key, first.get(key), second.get(key), asked.get(key, PLAIN))
        for key in dict.fromkeys([*first, *second])
    ]


def _gathered(results: Iterable[tuple[Hashable, EntrySide]]) -> dict[Hashable, EntrySide]:
    together: dict[Hashable, list[EntrySide]] = {}
    for key, side in results:
        together.setdefault(key, []).append(side)
    return {key: sides[0] if len(sides) == 1 else _merged(sides) for key, sides in together.items()}


def _merged(sides: Sequence[EntrySide]) -> EntrySide:
    """Return all runs of one side; a failed run counts only where no other gave a result."""
    histograms = tuple(one for side in sides for one in side.histograms)
    if histograms:
        return EntrySide(histograms=histograms)
    runs: list[Floats] = []
    for side in sides:
        runs += side.runs
        if side.reported is not None:
            runs.append(np.array([side.reported.value]))
    return EntrySide(tuple(runs)) if runs else sides[0]


def faults_of(entries: Sequence[SuiteEntry]) -> list[str]:
    """Say of each entry why it cannot be compared; empty where it can, or has one side only."""
    said = [_missing(entry) for entry in entries]
    numbers = [
        run
        for entry, fault in zip(entries, said, strict=True)
        if not fault
        for side in (entry.baseline, entry.contender)
        if side is not None
        for run in _numbers(side)
    ]
    if numbers and not np.isfinite(np.concatenate(numbers)).all():  # rare, so looked for apart
        said = [fault or _not_finite(entry) for entry, fault in zip(entries, said, strict=True)]
    return _impossible(entries, said)


def _impossible(entries: Sequence[SuiteEntry], said: Sequence[str]) -> list[str]:
    """Add what is wrong with the summaries of entries of which nothing was said yet."""
    faults = list(said)
    for name in ("baseline", "contender"):
        sides: list[EntrySide | None] = [getattr(entry, name) for entry in entries]
        summaries = [
            (place, side.reported)
            for place, side in enumerate(sides)
            if side is not None and side.reported is not None and not faults[place]
        ]
        many = ReportedMany.of([reported for _, reported in summaries])
        for what, wrong in impossible(many):
            for at in np.flatnonzero(wrong).tolist():
                faults[summaries[at][0]] = f"{name}: its {what} is impossible"
    return faults


def _missing(entry: SuiteEntry) -> str:
    for name, side in (("baseline", entry.baseline), ("contender", entry.contender)):
        fault = "" if side is None else _nothing_in(side, is_exact=entry.is_exact)
        if fault:
            return f"{name}: {fault}"
    if entry.baseline is None or entry.contender is None:
        return ""
    alike = bool(entry.baseline.histograms) == bool(entry.contender.histograms)
    return "" if alike else "a histogram on one side only"


def _nothing_in(side: EntrySide, *, is_exact: bool) -> str:
    if side.failure:
        return side.failure
    if side.histograms and is_exact:
        return "an exact metric has one number, not a histogram"
    if side.histograms:
        recorded = all(one.counts.size for one in side.histograms)
        return "" if recorded else "a histogram without recordings"
    nothing = side.reported is None and (not side.runs or min(map(len, side.runs)) == 0)
    return "no samples" if nothing else ""


def _not_finite(entry: SuiteEntry) -> str:
    for name, side in (("baseline", entry.baseline), ("contender", entry.contender)):
        if side is not None and not all(np.isfinite(run).all() for run in _numbers(side)):
            return f"{name}: results that are not finite numbers"
    return ""


def _numbers(side: EntrySide) -> Sequence[Floats]:
    return side.runs if side.reported is None else (np.array([side.reported.value]),)


def shape_of(entry: SuiteEntry) -> Shape:
    """Return which entries can be compared together with this one."""
    if entry.baseline is None or entry.contender is None:
        raise ValueError("only what both sides have can be compared")
    if entry.is_exact:
        return "exact", "one run", (), ()
    reach = _reach(entry.question.between)
    if entry.baseline.histograms:
        return "histograms", reach, (), ()
    if entry.baseline.reported is not None or entry.contender.reported is not None:
        return "reported", reach, (), ()
    first = tuple(map(len, entry.baseline.runs))
    second = tuple(map(len, entry.contender.runs))
    if len(first) > 1 or len(second) > 1:
        return "runs", reach, first, second
    if entry.is_interleaved:
        return ("pairs" if first == second else "samples"), "one run", first, second
    return "samples", reach, first, second


def lost_partners(entry: SuiteEntry) -> bool:
    """Say whether sides measured in turns have turns without a partner, so that none is paired."""
    if not entry.is_interleaved:
        return False
    kind, _, baseline, contender = shape_of(entry)
    return kind == "samples" and baseline != contender


def _reach(between: float) -> Reach:
    if math.isnan(between):
        return "unknown"
    return "one run" if between == 0.0 else "runs"


def percentiles_of(
    entry: SuiteEntry, percents: Sequence[float] = PERCENTS
) -> tuple[QuantileChange, ...]:
    """Compare the percentiles of an entry; none unless both sides are histograms with recordings.

    A suite compares medians only and leaves the others to whoever looks at one row: they take
    most of the time. Raises ValueError for percentiles outside 0..100 (both excluded).
    """
    sides = [side.histograms if side else () for side in (entry.baseline, entry.contender)]
    if not all(sides) or _missing(entry):
        return ()
    return compare_quantiles(sides[0], sides[1], percents)


def centre_of(side: EntrySide) -> float:
    """Return the one number an exact metric has, or the middle of several."""
    if side.reported is not None:
        return side.reported.value
    return float(np.median([np.median(run) for run in side.runs]))


def reported_of(side: EntrySide) -> Reported:
    """Return a summary of a side whose other side is only a summary."""
    if side.reported is not None:
        return side.reported
    samples = np.concatenate(side.runs)
    sd = float(samples.std(ddof=1)) if samples.size > 1 else math.nan
    return Reported(float(samples.mean()), sd, samples.size)
