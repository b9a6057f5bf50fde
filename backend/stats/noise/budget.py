"""Where the scatter of a benchmark comes from, and what would lower it.

Method: nested analysis of variance of ln(sample), by `variance_components`: samples within runs,
runs within machines, machines. What neighbouring runs share (their lag-1 correlation) is
told from what is fresh in each run. Assumes random, independent effects; bounds assume that they
are normal and are approximate. Samples further than seven robust standard deviations from the
median of their run are pulled in before.
Source: Cochran (1977), Sampling Techniques, 10.6, for the best samples per run.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats
from backend.stats.comparison.paired import NORMAL_MAD
from backend.stats.noise.variance_components import Nested, ScatterComponent, components
from backend.stats.power import smallest_change

FEWEST_RUNS = 2
MEDIAN_COST = math.pi / 2.0
"""Variance of a median over that of a mean, normal noise: the centre of a run is a median."""
FEWEST_FOR_MEDIAN = 3
OUTLYING = 7.0
FEWEST_FOR_OUTLIERS = 5
FEWEST_FOR_CORRELATION = 13
FEW_RUNS = 6
MOST_SAMPLES = 10_000
LEAST_GAIN = 1.1
CHANCE = 2.0
"""Standard errors (1 / sqrt(runs)) that a correlation needs before runs are said to share."""


@dataclass(frozen=True, slots=True)
class NoiseBudget:
    """The scatter of one benchmark, by source.

    `within`: between samples of a run. `fresh`: new in each run. `shared`: what a run has in
    common with its neighbours (drift, other work on the machine), 0 where their correlation may
    be chance. `machine`: between machines, nan with one. `between` is fresh and shared together.
    Shares are nan where one of these sources cannot be told: of what is known they would be lies.
    `rho` is the correlation of neighbouring runs (nan below 13 runs). `of_a_run` is the scatter of
    the centre of a run with `samples` samples (the typical number so far), `at_best` what remains
    of it with any number of samples (nan where the scatter within runs is unknown).
    """

    within: ScatterComponent
    between: ScatterComponent
    fresh: ScatterComponent
    shared: ScatterComponent
    machine: ScatterComponent
    rho: float
    runs: int
    samples: float
    of_a_run: float
    at_best: float
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """How to spend time: the best samples per run, and what buys more now.

    `buys_more` is "samples", "runs" or "neither". `saving` is the share of time that the best
    number saves for the same precision of a mean over runs.
    """

    samples_per_run: int
    buys_more: Literal["samples", "runs", "neither"]
    saving: float


@dataclass(frozen=True, slots=True)
class NoiseOfTestbed:
    """The relative scatter from run to run over the series of a testbed, and what they can show.

    Quartiles are of the `known` series. They and `smallest` (per series, nan where the noise is
    unknown) are shares: 0.03 is 3 %.
    """

    series: int
    known: int
    lower_quartile: float
    median: float
    upper_quartile: float
    smallest: Floats
    warnings: tuple[str, ...]


def noise_budget(runs: Sequence[ArrayLike], machines: Sequence[str] | None = None) -> NoiseBudget:
    """Split the scatter of `runs` (samples of each, oldest first) by source.

    `machines` names the machine of each run. Runs may differ in size; changes of the program must
    have been taken out (give one stretch between change points). Raises ValueError for fewer than
    two runs, samples that are not positive and finite, or names that do not fit.
    """
    rows = [np.asarray(row, np.float64).ravel() for row in runs]
    _refuse_unusable(rows, machines)
    logs, pulled = _without_outliers([np.log(row) for row in rows])
    nested = Nested.of(logs, machines)
    within, between, machine = components(nested)
    rho = _neighbours(nested)
    common = rho if rho > CHANCE / math.sqrt(len(rows)) else 0.0
    total = within.sd**2 + between.sd**2 + (0.0 if math.isnan(machine.sd) else machine.sd**2)
    typical = float(np.median(nested.sizes))
    each = 0.0 if math.isnan(within.sd) else within.sd**2 * _median_cost(typical) / typical
    return NoiseBudget(
        within=_shared(within, 1.0, total),
        between=_shared(between, 1.0, total),
        fresh=_shared(between, 1.0 - common, total),
        shared=_shared(between, common, total),
        machine=_shared(machine, 1.0, total),
        rho=rho,
        runs=len(rows),
        samples=typical,
        of_a_run=math.sqrt(between.sd**2 + each),
        at_best=math.nan if math.isnan(within.sd) else between.sd,
        warnings=_warnings(nested, pulled, rho),
    )


def advise(budget: NoiseBudget, set_up: float, sample: float) -> Advice:
    """Return the best samples per run where a run costs `set_up` once and `sample` for each.

    Cochran's rule: the square root of the ratio of costs times the ratio of variances. `buys_more`
    says what to add next: "neither" if the best number would save less than a tenth. Raises
    ValueError unless 0 <= set_up and 0 < sample, both finite, or where nothing is known of the
    scatter between runs or of that within them.
    """
    if not (0.0 <= set_up < math.inf and 0.0 < sample < math.inf):
        raise ValueError("need a set-up cost from 0 on and a positive cost of a sample")
    if math.isnan(budget.between.sd):
        raise ValueError("the scatter between runs is unknown: run each machine twice or more")
    if math.isnan(budget.within.sd):
        raise ValueError("the scatter within runs is unknown: take two samples a run or more")
    within = budget.within.sd**2
    between = budget.between.sd**2
    best = _best_samples(within, between, set_up / sample)
    spent = [
        (between + within * _median_cost(n) / n) * (set_up + sample * n)
        for n in (budget.samples, float(best))
    ]
    gain = spent[0] / spent[1] if spent[1] > 0.0 else 1.0
    more: Literal["samples", "runs"] = "samples" if best > budget.samples else "runs"
    return Advice(best, more if gain >= LEAST_GAIN else "neither", max(0.0, 1.0 - 1.0 / gain))


def noise_of_testbed(sigma: ArrayLike, rho: ArrayLike, history: ArrayLike) -> NoiseOfTestbed:
    """Return the quartiles of run-to-run scatter over series, and what each can show in 5 runs.

    `sigma`, `rho` and `history` as in `smallest_change`; nan where the noise is unknown.
    """
    noise = np.atleast_1d(np.asarray(sigma, np.float64))
    smallest = smallest_change(noise, rho, history)
    known = np.expm1(noise[~np.isnan(noise)])
    unknown = noise.size - known.size
    quartiles = np.quantile(known, (0.25, 0.5, 0.75)) if known.size else np.full(3, np.nan)
    have = "has" if unknown == 1 else "have"
    told = f"{unknown} of {noise.size} series {have} too few runs to tell."
    warnings = (told,) if unknown else ()
    return NoiseOfTestbed(
        series=noise.size,
        known=known.size,
        lower_quartile=float(quartiles[0]),
        median=float(quartiles[1]),
        upper_quartile=float(quartiles[2]),
        smallest=smallest,
        warnings=warnings,
    )


def _shared(component: ScatterComponent, part: float, total: float) -> ScatterComponent:
    """Return a part of a component (of its variance) with its share of the total."""
    root = math.sqrt(part)
    sd = component.sd * root
    share = sd**2 / total if total != 0.0 else 0.0
    return ScatterComponent(sd, component.low * root, component.high * root if part else 0.0, share)


def _neighbours(nested: Nested) -> float:
    """Return the lag-1 correlation of what runs have beyond their samples' own scatter.

    Of residuals from the machine's mean; the part of their variance that comes from samples is
    taken off first, since it cannot be shared. nan for few runs.
    """
    n = nested.means.size
    if n < FEWEST_FOR_CORRELATION:
        return math.nan
    off = nested.means - nested.of_machine[nested.places]
    variance = float((off**2).mean())
    degrees = int(nested.sizes.sum()) - n
    inside = float(nested.squares.sum()) / degrees if degrees else 0.0
    lasting = variance - inside * float((1.0 / nested.sizes).mean())
    if lasting <= 0.0:
        return 0.0
    together = float((off[1:] * off[:-1]).mean()) + variance / n  # a mean was taken off
    return min(max(together / lasting, -1.0), 1.0)


def _without_outliers(logs: list[Floats]) -> tuple[list[Floats], int]:
    """Pull samples towards the median of their run, to seven robust standard deviations."""
    middles = [np.median(row) for row in logs]
    off = np.concatenate([np.abs(row - mid) for row, mid in zip(logs, middles, strict=True)])
    several = np.concatenate([np.full(row.size, row.size >= FEWEST_FOR_OUTLIERS) for row in logs])
    if not several.any():
        return logs, 0
    reach = OUTLYING * NORMAL_MAD * float(np.median(off[several]))
    if reach == 0.0:
        return logs, 0
    clipped = [
        np.clip(row, mid - reach, mid + reach) if row.size >= FEWEST_FOR_OUTLIERS else row
        for row, mid in zip(logs, middles, strict=True)
    ]
    pulled = sum(int((a != b).sum()) for a, b in zip(logs, clipped, strict=True))
    return clipped, pulled


def _median_cost(samples: float) -> float:
    return MEDIAN_COST if samples >= FEWEST_FOR_MEDIAN else 1.0


def _best_samples(within: float, between: float, ratio: float) -> int:
    """Return the whole number of samples with the least variance times cost."""
    if within == 0.0:
        return 1
    if between == 0.0:
        return MOST_SAMPLES if ratio > 0.0 else 1
    real = min(math.sqrt(ratio * MEDIAN_COST * within / between), float(MOST_SAMPLES))
    near = {1, 2, max(1, math.floor(real)), max(1, math.ceil(real))}
    return min(sorted(near), key=lambda n: (between + within * _median_cost(n) / n) * (ratio + n))


def _refuse_unusable(rows: list[Floats], machines: Sequence[str] | None) -> None:
    if len(rows) < FEWEST_RUNS:
        raise ValueError("a noise budget needs two runs or more")
    if machines is not None and len(machines) != len(rows):
        raise ValueError("name the machine of every run")
    for place, row in enumerate(rows):
        if not row.size or not (np.isfinite(row) & (row > 0.0)).all():
            raise ValueError(f"run {place}: samples must be positive, finite and at least one")


def _warnings(nested: Nested, pulled: int, rho: float) -> tuple[str, ...]:
    found = []
    if nested.sizes.max() == 1:
        found.append("One sample a run: scatter within and between runs is not distinguishable.")
    if nested.sizes.size < FEW_RUNS:
        found.append(f"Fewer than {FEW_RUNS} runs: the scatter between them is hardly known.")
    if math.isnan(rho):
        found.append(f"Fewer than {FEWEST_FOR_CORRELATION} runs: what neighbours share is unknown.")
    if pulled:
        were = "was" if pulled == 1 else "were"
        found.append(f"{pulled} of {nested.sizes.sum()} samples lay far out and {were} pulled in.")
    return tuple(found)
