"""The noise of one series: where its scatter comes from, and what an answer costs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.machines.noise import advice_sentence, budget_sentence, pairs_sentence
from backend.stats.arrays import Floats
from backend.stats.noise.budget import NoiseBudget, advise, noise_budget
from backend.stats.noise.variance_components import ScatterComponent
from backend.stats.power import MOST_PAIRS, pairs_needed

EFFECTS = (0.01, 0.03, 0.05, 0.10)
RUNS = 60
"""Newest runs that are looked at."""
SET_UP = 5.0
"""What starting a run costs, in samples, where nobody says."""


@dataclass(frozen=True, slots=True)
class NewestLevel:
    """Samples of each run and the machine it ran on, oldest first."""

    runs: Sequence[Floats]
    machines: Sequence[str]


@dataclass(frozen=True, slots=True)
class ScatterSource:
    """One source of scatter: relative, with 95 % bounds, and its share of the variance."""

    name: str
    scatter: float | None
    low: float | None
    high: float | None
    share: float | None


@dataclass(frozen=True, slots=True)
class EffectCost:
    """The pairs that an effect takes: None where the scatter is unknown or there are too many."""

    effect: float
    pairs: int | None
    is_hopeless: bool
    """More than 1,000 pairs."""
    sentence: str


@dataclass(frozen=True, slots=True)
class RunAdvice:
    """The best samples per run where starting one costs as much as `set_up` samples."""

    set_up: float
    samples_per_run: int
    buys_more: Literal["samples", "runs", "neither"]
    saving: float
    sentence: str


@dataclass(frozen=True, slots=True)
class SeriesNoise:
    """Scatter by source, what a run is known to, and what that takes or hides.

    `of_a_run` is the scatter of the centre of a run with `samples` samples, `at_best` what any
    number of samples leaves. Shares: 0.03 is 3 %. `smallest_change` shows within five runs.
    """

    series: SeriesLabel
    runs: int
    samples: float | None
    """Of a typical run."""
    sentence: str
    sources: Sequence[ScatterSource]
    of_a_run: float | None
    """Scatter of the centre of a run."""
    at_best: float | None
    """The same with any number of samples."""
    smallest_change: float | None
    """Shows within five runs."""
    effects: Sequence[EffectCost]
    advice: RunAdvice | None
    warnings: Sequence[str]


def noise_of_series(
    series: SeriesLabel, level: NewestLevel, smallest_change: float, set_up: float = SET_UP
) -> SeriesNoise:
    """Return the noise of the newest level of a series, or why it cannot be told."""
    problem = _problem(series, level)
    if problem:
        return SeriesNoise(
            series, len(level.runs), None, problem, [], None, None, None, [], None, []
        )
    one_machine = len(set(level.machines)) == 1
    budget = noise_budget(level.runs, None if one_machine else level.machines)
    return SeriesNoise(
        series=series,
        runs=budget.runs,
        samples=budget.samples,
        sentence=budget_sentence(budget),
        sources=_sources(budget),
        of_a_run=_share(budget.of_a_run),
        at_best=_share(budget.at_best),
        smallest_change=_known(smallest_change),
        effects=_effects(budget.of_a_run),
        advice=_advice(budget, set_up),
        warnings=budget.warnings,
    )


def _problem(series: SeriesLabel, level: NewestLevel) -> str:
    if series.noise == "exact":
        return "The metric is exact: one sample is the whole truth."
    if len(level.runs) < 2:  # noqa: PLR2004 - two runs have a difference
        return "One run at this level says nothing of how runs differ: measure it again."
    if not all((run > 0.0).all() and np.isfinite(run).all() for run in level.runs):
        return "Not all samples are positive: their scatter cannot be given as a share."
    return ""


def _sources(budget: NoiseBudget) -> list[ScatterSource]:
    named = {
        "between samples of a run": budget.within,
        "new in each run": budget.fresh,
        "shared by neighbouring runs": budget.shared,
        "between machines": budget.machine,
    }
    return [_source(name, one) for name, one in named.items() if not math.isnan(one.sd)]


def _source(name: str, one: ScatterComponent) -> ScatterSource:
    return ScatterSource(name, _share(one.sd), _share(one.low), _share(one.high), _known(one.share))


def _effects(scatter: float) -> list[EffectCost]:
    needed = pairs_needed(np.array(EFFECTS), scatter).tolist()
    return [
        EffectCost(
            effect=effect,
            pairs=int(pairs) if math.isfinite(pairs) else None,
            is_hopeless=math.isinf(pairs),
            sentence=pairs_sentence(effect, pairs, MOST_PAIRS),
        )
        for effect, pairs in zip(EFFECTS, needed, strict=True)
    ]


def _advice(budget: NoiseBudget, set_up: float) -> RunAdvice | None:
    if math.isnan(budget.between.sd) or math.isnan(budget.within.sd):
        return None
    advice = advise(budget, set_up, 1.0)
    return RunAdvice(
        set_up, advice.samples_per_run, advice.buys_more, advice.saving, advice_sentence(advice)
    )


def _share(sd: float) -> float | None:
    return None if math.isnan(sd) else _known(math.expm1(min(sd, 700.0)))


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
