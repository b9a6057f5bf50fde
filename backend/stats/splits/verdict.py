"""Splits: one change from baseline to contender that helps some members and hurts others.

The claim is an intersection-union: "some gained" and "some lost" must each be shown by Simes'
p-value over one-sided p-values of all members, and the larger of the two is the p-value of the
split. Members are named by Benjamini and Hochberg, gains and losses apart, at half of alpha
each; the interval of a member misses with probability alpha R / m, R being the members named on
its side of m. That holds the share of named members whose interval misses near alpha (false
coverage: Benjamini and Yekutieli 2005), and an interval excludes 0 exactly for named members.
Looking at gains and losses apart is what keeps the many true losses of a bad change from
lending a significance to chance gains.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from backend.stats import special
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.estimates import SMALLEST_SCATTER
from backend.stats.comparison.paired import locate
from backend.stats.multiplicity import adjust, simes
from backend.stats.splits.as_observed import SUMMARY_ONLY
from backend.stats.splits.net_effects import (
    BreakEven,
    Members,
    Net,
    Payers,
    Together,
    break_even,
    net_effect,
    who_pays,
)
from backend.stats.splits.weights import normalised
from backend.stats.student import t_quantile

MemberVerdict = Literal["gain", "loss", "same", "unknown"]
SplitVerdict = Literal["split", "gains", "losses", "same", "unknown"]

ALPHA = 0.05
INDEPENDENT = (
    "The net interval takes members as independent; if they move together it is too narrow. "
    "Results of the same rounds would show it."
)


@dataclass(frozen=True, slots=True)
class Named:
    """Every member: its verdict and the interval of its ln cost, in the order given.

    `levels` are the probabilities that an interval misses. `observed`: no scatter is known,
    the verdict is the order alone and no claim. `gain_p`, `loss_p` are one-sided.
    """

    verdicts: tuple[MemberVerdict, ...]
    gains: Bools
    losses: Bools
    observed: Bools
    low: Floats
    high: Floats
    levels: Floats
    gain_p: Floats
    loss_p: Floats


@dataclass(frozen=True, slots=True)
class JudgedSplit:
    """What a change does to all members together.

    `p` is the p-value of "some gained and some lost"; `claimed` whether the verdict has
    evidence. A claimed split may leave a side without a named member: `likeliest` are then
    the places of the likeliest gain and loss (-1 without any evidence).
    """

    verdict: SplitVerdict
    claimed: bool
    p: float
    gains_p: float
    losses_p: float
    likeliest: tuple[int, int]
    members: Named
    net: Net
    payers: Payers
    break_even: BreakEven | None
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SplitRules:
    """What counts.

    `min_effect` is the smallest relative change worth naming: 0.01 is 1 %. `correlation` is
    that of the errors of any two members (0..1), as histories of their series show it; None if
    unknown. It matters to the net effect only, and only where no rounds are given.
    """

    min_effect: float = 0.0
    alpha: float = ALPHA
    correlation: float | None = None


def split_p(z: ArrayLike) -> float:
    """Return the p-value of "some gained and some lost" from one normal deviate per member.

    The sign says which way; places that are nan make no claim. Raises ValueError for an
    empty family.
    """
    deviates = np.asarray(z, dtype=np.float64).ravel()
    if deviates.size == 0:
        raise ValueError("a split needs members; none were given")
    return max(simes(special.ndtr(-deviates)), simes(special.ndtr(deviates)))


def members_from_p(costs: ArrayLike, p: ArrayLike) -> Members:
    """Recover errors from two-sided p-values, as of normal estimates.

    Where p is 1 or the cost 0 nothing can be recovered: such a member is summary only. Raises
    ValueError for p-values outside 0 to 1.
    """
    given, probabilities = np.asarray(costs, np.float64), np.asarray(p, np.float64)
    if ((probabilities < 0.0) | (probabilities > 1.0)).any():
        raise ValueError("p-values lie between 0 and 1")
    deviates = -special.ndtri(probabilities / 2.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.where((deviates > 0.0) & (given != 0.0), np.abs(given) / deviates, np.nan)
    return Members(given, errors, np.full(given.size, np.inf))


def judge_split(
    members: Members,
    weights: ArrayLike | None = None,
    rules: SplitRules = SplitRules(),
    rounds: Floats | None = None,
) -> JudgedSplit:
    """Judge one change over all its members.

    `members`: ln cost of contender over baseline (> 0 worse), errors and degrees of freedom,
    all (m,). `weights` (m,) need not sum to 1; None is equal. `rounds` (m, k), if all members
    were measured in the same k rounds: ln cost differences; where they move together the
    error of the net effect grows accordingly. Assumes members independent or positively
    dependent for the claim. Raises ValueError for shapes that do not fit, costs that are not
    finite, and unusable weights or rules.
    """
    _refuse_unusable(members, rules)
    shares = normalised(weights, members.costs.size)
    margin = math.log1p(rules.min_effect)
    named = _name(members, margin, rules.alpha)
    gains_p, losses_p = simes(named.gain_p), simes(named.loss_p)
    verdict, claimed = _verdict(named, gains_p, losses_p, rules.alpha)
    together = moving_together(members, shares, rules, rounds)
    net = net_effect(members, shares, margin, rules.alpha, together)
    likeliest = (_smallest(named.gain_p), _smallest(named.loss_p))
    losers = named.losses & ~named.observed if claimed else named.losses
    return JudgedSplit(
        verdict=verdict,
        claimed=claimed,
        p=max(gains_p, losses_p),
        gains_p=gains_p,
        losses_p=losses_p,
        likeliest=likeliest,
        members=named,
        net=net,
        payers=who_pays(members.costs, shares, losers),
        break_even=break_even(members, shares, losers, rules.alpha, together),
        warnings=_warnings(named, members, net),
    )


def _refuse_unusable(members: Members, rules: SplitRules) -> None:
    count = members.costs.size
    if count == 0:
        raise ValueError("a split needs members; none were given")
    if any(one.shape != (count,) for one in (members.costs, members.errors, members.degrees)):
        raise ValueError("costs, errors and degrees of freedom are one number per member")
    wrong = np.flatnonzero(~np.isfinite(members.costs))
    if wrong.size:
        raise ValueError(f"member {int(wrong[0])} has no finite cost: leave it out")
    wrong = np.flatnonzero((members.errors < 0.0) | np.isinf(members.errors))
    if wrong.size:
        raise ValueError(f"member {int(wrong[0])}: an error is 0 or a positive, finite number")
    wrong = np.flatnonzero(~np.isnan(members.errors) & ~(members.degrees > 0.0))
    if wrong.size:
        raise ValueError(f"member {int(wrong[0])}: degrees of freedom are positive")
    if not 0.0 <= rules.min_effect < math.inf or not 0.0 < rules.alpha < 1.0:
        raise ValueError("the minimum effect must be at least 0 and alpha between 0 and 1")
    if rules.correlation is not None and not 0.0 <= rules.correlation <= 1.0:
        raise ValueError("the correlation of two members lies between 0 and 1")


def _name(members: Members, margin: float, alpha: float) -> Named:
    observed = np.asarray(np.isnan(members.errors))
    gain_p, loss_p = _one_sided(members, margin)
    count = max(int((~observed).sum()), 1)
    gains, losses = (adjust(p) <= alpha / 2.0 for p in (gain_p, loss_p))
    on_side = np.where(members.costs < 0.0, gains.sum(), losses.sum())
    levels = np.where(observed, np.nan, alpha * np.maximum(on_side, 1) / count)
    reach = _reach(members, levels)
    low, high = members.costs - reach, members.costs + reach
    same = (low > -margin) & (high < margin) | (low == high) & (members.costs == 0.0)
    gains |= observed & (members.costs < -margin)
    losses |= observed & (members.costs > margin)
    same |= observed & ~gains & ~losses
    verdicts = np.select([gains, losses, same], ["gain", "loss", "same"], "unknown").tolist()
    return Named(tuple(verdicts), gains, losses, observed, low, high, levels, gain_p, loss_p)


def _one_sided(members: Members, margin: float) -> tuple[Floats, Floats]:
    """Return p-values of gain and of loss; changes below the minimum effect are no evidence."""
    exact = members.errors == 0.0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        t = np.where(exact, np.copysign(np.inf, members.costs), members.costs / members.errors)
        gain_p, loss_p = (
            np.where(
                np.isinf(members.degrees),
                special.ndtr(one),
                special.stdtr(members.degrees, one),
            )
            for one in (t, -t)
        )
    still = exact & (members.costs == 0.0)
    small = (np.abs(members.costs) < margin) & ~np.isnan(members.errors)
    return np.where(still | small, 1.0, gain_p), np.where(still | small, 1.0, loss_p)


def _reach(members: Members, levels: Floats) -> Floats:
    with np.errstate(invalid="ignore", over="ignore"):
        wide = t_quantile(1.0 - levels, members.degrees)
        return np.where(members.errors == 0.0, 0.0, wide * members.errors)


def _verdict(
    named: Named, gains_p: float, losses_p: float, alpha: float
) -> tuple[SplitVerdict, bool]:
    """Judge by p-values; where no member has any scatter, by the order and without a claim."""
    if named.observed.all():
        return _as_observed(named), False
    if max(gains_p, losses_p) <= alpha:
        return "split", True
    if min(gains_p, losses_p) <= alpha / 2.0:
        return ("gains" if gains_p < losses_p else "losses"), True
    all_same = set(named.verdicts) == {"same"}
    return ("same", not named.observed.any()) if all_same else ("unknown", False)


def _as_observed(named: Named) -> SplitVerdict:
    gained, lost = bool(named.gains.any()), bool(named.losses.any())
    if gained and lost:
        return "split"
    if gained or lost:
        return "gains" if gained else "losses"
    return "same"


def moving_together(
    members: Members, weights: Floats, rules: SplitRules, rounds: Floats | None
) -> Together:
    """Compare the scatter of the weighted mean with that of independent members.

    `rounds` (m, k) as in `judge_split`; without any, `rules.correlation` says it, and without that
    readings of one cause count as one. Raises
    ValueError for rounds of another shape or that are not finite.
    """
    errors = weights * members.errors
    alone = math.hypot(*errors)
    if rounds is not None and (rounds.ndim != 2 or len(rounds) != errors.size):  # noqa: PLR2004
        raise ValueError("rounds are a table: one row per member, one column per round")
    if rounds is None or rounds.shape[1] < 2:  # noqa: PLR2004 - a scatter
        if rules.correlation is None or not alone > 0.0:
            factor = _of_one_cause(errors, members.causes) / alone if alone > 0.0 else 1.0
            return Together(max(factor, 1.0), known=rules.correlation is not None)
        shared = (float(errors.sum()) / alone) ** 2 - 1.0
        return Together(math.sqrt(1.0 + rules.correlation * shared), known=True)
    if not np.isfinite(rounds).all():
        raise ValueError("rounds hold one finite difference per member and round")
    _, joint, degrees = locate((weights @ rounds)[None, :], np.full(1, SMALLEST_SCATTER))
    factor = float(joint[0]) / alone if alone > 0.0 else 1.0
    if not factor > 1.0:
        return Together(known=True)
    return Together(factor, float(degrees[0]), known=True)


def _of_one_cause(errors: Floats, causes: Ints | None) -> float:
    """Return the error of a sum whose readings of one cause err together, all others alone."""
    own = errors if causes is None else np.bincount(causes, weights=errors)
    return math.hypot(*own)


def _smallest(p: Floats) -> int:
    return -1 if np.isnan(p).all() else int(np.nanargmin(p))


def _warnings(named: Named, members: Members, net: Net) -> tuple[str, ...]:
    count = int(named.observed.sum())
    if count == named.observed.size:
        return (SUMMARY_ONLY,)
    varying = int(((net.weights > 0.0) & (members.errors > 0.0)).sum())
    found = []
    if count:
        no_net = "" if math.isfinite(net.low) else "; the net effect has no interval"
        are = "is" if count == 1 else "are"
        found.append(f"{count} of {named.observed.size} members {are} summary only{no_net}.")
    if math.isfinite(net.low) and varying > 1 and not net.together.known:
        found.append(INDEPENDENT)
    return tuple(found)
