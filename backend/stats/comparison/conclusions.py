"""From estimates, and what may be claimed from them, to comparisons."""

from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.comparisons import Basis, Comparisons, Estimator, contradicted
from backend.stats.comparison.estimates import Estimates
from backend.stats.comparison.verdicts import VerdictRules, edges, judge, more_needed

NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Group:
    """Comparisons made in the same way: estimates, and what they were made from.

    `units` are the pairs, samples or runs behind each estimate. Where `covers_runs` is false the
    estimates know only what varies within a run, and nothing is claimed from them.
    """

    estimates: Estimates
    basis: Basis
    estimator: Estimator
    baseline: Floats
    contender: Floats
    n_baseline: Ints
    n_contender: Ints
    units: Ints
    covers_runs: Bools

    def p(self) -> Floats:
        """Return the p-values that may be claimed from; nan for the others."""
        return np.where(self.covers_runs, self.estimates.p(), np.nan)


@dataclass(frozen=True, slots=True)
class Sense:
    """What a difference means: +1 where larger is worse, -1 better, 0 unknown.

    And what a reader has to know: both sides are one binary; turns that lost a partner.
    """

    worse: Ints
    same_binary: Bools
    lost_partners: Bools


@dataclass(frozen=True, slots=True)
class Claims:
    """P-values, which of them tell a difference from none, and the coverage of each interval."""

    p: Floats
    found: Bools
    coverage: Floats


def conclude(group: Group, sense: Sense, rules: VerdictRules, claims: Claims) -> Comparisons:
    """Return what a group says, given what may be claimed from it."""
    estimates = group.estimates
    edge = edges(estimates, group.baseline, rules.threshold)
    judged = judge(estimates, claims.found, claims.coverage, edge, sense.worse)
    against = contradicted(estimates.shift, group.baseline, group.contender)
    against &= group.basis != "pairs"  # what both sides share moves their medians, not the pairs
    against &= (judged.verdict != "same") & (judged.verdict != "unknown")
    verdict = np.where(group.covers_runs & ~against, judged.verdict, "unknown")
    more, to_see = more_needed(estimates, group.units, edge, rules, paired=group.basis == "pairs")
    more = np.where(group.covers_runs & ~against, np.where(verdict == "unknown", more, 0.0), np.nan)
    is_ratio = estimates.logarithmic
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        return Comparisons(
            baseline=group.baseline,
            contender=group.contender,
            ratio=np.where(is_ratio, np.exp(estimates.shift), np.nan),
            difference=_differences(group),
            low=np.where(is_ratio, np.exp(judged.low), judged.low),
            high=np.where(is_ratio, np.exp(judged.high), judged.high),
            coverage=claims.coverage,
            p=claims.p,
            z=np.where(np.isnan(claims.p), np.nan, estimates.z()),
            verdict=verdict,
            basis=np.full(verdict.size, group.basis),
            estimator=np.full(verdict.size, group.estimator),
            n=group.units,
            n_baseline=group.n_baseline,
            n_contender=group.n_contender,
            pairs_needed=more,
            effect_to_see=_as_shares(to_see, group.baseline, is_ratio),
            is_ratio=is_ratio,
            covers_runs=group.covers_runs,
            same_binary=sense.same_binary,
            aspect=np.full(verdict.size, ""),
            lost_partners=sense.lost_partners,
            error=estimates.error,
            degrees=estimates.degrees,
        )


def _differences(group: Group) -> Floats:
    """Return what the estimated shift makes of the baseline, so that it agrees with the ratio.

    Where the centres give that ratio themselves it is their difference, which rounds less.
    """
    estimates, plain = group.estimates, group.contender - group.baseline
    shifted = group.baseline * np.expm1(estimates.shift)
    near = np.abs(shifted - plain) <= NEAR * np.maximum(np.abs(group.baseline), np.abs(plain))
    return np.where(estimates.logarithmic, np.where(near, plain, shifted), estimates.shift)


def _as_shares(effects: Floats, baseline: Floats, is_ratio: Bools) -> Floats:
    """Return shifts as shares of the baseline; nan where that is zero."""
    level = np.where(baseline == 0.0, np.nan, np.abs(baseline))
    return np.where(is_ratio, np.expm1(effects), effects / level)


def conclude_exact(baseline: Floats, contender: Floats, sense: Sense) -> Comparisons:
    """Compare numbers of which one sample is the whole truth: any difference is a difference.

    There is no interval and no p-value. Raises ValueError for numbers that are not finite.
    """
    if not (np.isfinite(baseline).all() and np.isfinite(contender).all()):
        raise ValueError("exact results must be finite numbers; leave out what failed")
    with np.errstate(over="ignore"):
        difference = contender - baseline
    sign = np.where(contender > baseline, 1, np.where(contender < baseline, -1, 0))
    verdict = np.select(
        [sign == 0, sense.worse == 0, sign == sense.worse],
        ["same", "change", "regression"],
        "improvement",
    )
    is_ratio = (baseline > 0.0) & (contender > 0.0)
    size = baseline.size
    unknown, ones, nothing = np.full(size, np.nan), np.ones(size, np.int64), np.zeros(size)
    with np.errstate(over="ignore", under="ignore"):
        ratio = np.divide(contender, baseline, out=unknown.copy(), where=is_ratio)
    return Comparisons(
        baseline=baseline,
        contender=contender,
        ratio=ratio,
        difference=difference,
        low=unknown,
        high=unknown,
        coverage=unknown,
        p=unknown,
        z=unknown,
        verdict=verdict,
        basis=np.full(size, "exact"),
        estimator=np.full(size, "values"),
        n=ones,
        n_baseline=ones,
        n_contender=ones,
        pairs_needed=nothing,
        effect_to_see=nothing,
        is_ratio=is_ratio,
        covers_runs=np.ones(size, np.bool_),
        same_binary=sense.same_binary,
        aspect=np.full(size, ""),
        lost_partners=sense.lost_partners,
        error=nothing,
        degrees=np.full(size, np.inf),
    )
