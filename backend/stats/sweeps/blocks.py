"""Rounds as blocks: the centre of every value once what a round has in common is taken out.

Method: two-way median polish finds spikes, which are clipped; then least squares for an
additive model of values and rounds, which needs no complete table (a value that failed in
some rounds is compared through the rounds that it shares with others). Scatter may differ
between values: each value's variance is drawn towards the common one as far as the spread
of the variances allows (Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004), empirical Bayes).
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats, Ints

CLIP = 3.0  # robust standard deviations
NORMAL_MAD = 1.4826  # standard deviations of a normal per median absolute deviation
KEPT_FOR_SCALE = 0.9  # of the residuals, the smallest
NORMAL_TRIMMED = 0.6573  # mean of those of a normal, in standard deviations
FEWEST_DEGREES_TO_CLIP = 8
FEWEST_TO_TELL_SCATTERS = 3  # values, and rounds
SMALLEST_SHIFT = 1e-12  # of a round; below it is rounding
SMALLEST_VARIANCE = 1e-22  # rounding of logarithms is below it
LEAST_SHARE = 0.02  # of the common variance, below which a variance is chance


@dataclass(frozen=True, slots=True)
class Centres:
    """Centres of values up to a constant that all share, with the covariance of their errors.

    `table` holds the clipped results (values, rounds) without the effect of rounds.
    """

    means: Floats
    covariance: Floats
    degrees: float
    table: Floats


def centre_blocks(table: Floats) -> Centres | None:
    """Fit values (rows) and rounds (columns); nan marks a missing cell.

    Returns None where the shared rounds do not hold all values together or leave no degree
    of freedom: then only unblocked comparison is possible.
    """
    present = np.isfinite(table)
    table = table[:, present.any(axis=0)]
    present = np.isfinite(table)
    values, rounds = table.shape
    cells = int(present.sum())
    degrees = cells - values - rounds + 1
    if degrees < 1:
        return None
    clipped = _clipped(table, present)
    if cells == values * rounds:
        return _complete(clipped, degrees)
    inverse = _inverse(present)
    if inverse is None:
        return None
    means, effects = _solve(clipped, present, inverse)
    rest = np.where(present, clipped - means[:, None] - effects, 0.0)
    variances, degrees_each = _row_variances(rest, present, degrees)
    covariance = _sandwich(present, inverse, variances)
    level = float(clipped[present].mean())
    return Centres(means + level, covariance, degrees_each, clipped - effects)


def level_rounds(table: Floats, runs: Ints) -> Floats | None:
    """Return the results of several runs, (values, rounds), at the level of an average round.

    nan marks what was not measured; `runs` tells of each round which run it is of. Each row loses
    what its runs have in common, and its median is then put where `centre_blocks` has the value:
    both on a ratio scale if all results are positive. None where that gives nothing.
    """
    scale = float(np.nanmax(np.abs(table))) or 1.0
    is_ratio = bool(np.nanmin(table) > 0.0)
    raw = np.log(table) if is_ratio else table / scale
    found = centre_blocks(raw)
    if found is None:
        return None
    effects = _median(raw - found.table, np.isfinite(table), 0)[0]
    if np.ptp(effects) < SMALLEST_SHIFT:
        return table
    own = np.array([effects[runs == run].mean() for run in runs])
    centres = (found.means - found.means.mean() + effects.mean())[:, None]
    levelled: Floats = np.exp(raw - own) if is_ratio else raw - own
    drawn = _median(levelled, np.isfinite(table), 1)
    if is_ratio:
        levelled *= np.exp(centres) / drawn
        return levelled
    levelled += centres - drawn
    return levelled * scale


def _complete(clipped: Floats, degrees: int) -> Centres:
    """Fit a table without gaps: there least squares are means, and nothing has to be solved."""
    values, rounds = clipped.shape
    effects = clipped.mean(axis=0)
    table = clipped - effects
    means = table.mean(axis=1)
    present = np.ones_like(table, dtype=np.bool_)
    variances, degrees_each = _row_variances(table - means[:, None], present, degrees)
    # what a value has apart from the mean of all of its round, whose scatter is theirs
    shared = variances / values
    covariance = np.diag(variances) - shared[:, None] - shared + shared.mean()
    level = float(clipped.mean())
    return Centres(means + level, covariance / rounds, degrees_each, table)


def _row_variances(rest: Floats, present: Bools, degrees: float) -> tuple[Floats, float]:
    """Return the variance of a cell for each row of residuals, and degrees of freedom."""
    squares = (rest**2).sum(axis=1)
    pooled = max(float(squares.sum()) / degrees, SMALLEST_VARIANCE)
    values = present.shape[0]
    counts = present.sum(axis=1)
    if values < FEWEST_TO_TELL_SCATTERS or counts.min() < FEWEST_TO_TELL_SCATTERS:
        return np.full(values, pooled), float(degrees)
    # a residual of a row holds 1 - 2/g of its own variance and 1/g of the common one
    own = (squares / (counts - 1.0) - pooled / values) / (1.0 - 2.0 / values)
    drawn, freedom = moderate(own, (counts - 1.0) * (1.0 - 2.0 / values), pooled)
    return drawn, min(float(degrees), freedom)


def moderate(variances: Floats, freedom: Floats, common: float) -> tuple[Floats, float]:
    """Draw variances, each with its degrees of freedom, towards the common one.

    Returns them and the degrees of freedom of the least known.
    """
    prior = _prior_degrees(np.maximum(variances, LEAST_SHARE * common), float(freedom.mean()))
    if math.isinf(prior):
        return np.full(variances.size, common), float(freedom.sum())
    drawn = (prior * common + freedom * np.maximum(variances, 0.0)) / (prior + freedom)
    return np.maximum(drawn, SMALLEST_VARIANCE), prior + float(freedom.min())


def _prior_degrees(variances: Floats, freedom: float) -> float:
    """Return how much the common variance is worth, in degrees of freedom; inf if it is all."""
    half = freedom / 2.0
    spread = float(np.var(np.log(variances), ddof=1)) - _trigamma(half)
    if spread <= 0.0:
        return math.inf
    return 2.0 * _inverse_trigamma(spread)


def _trigamma(at: float) -> float:
    """Return the second derivative of the logarithm of the gamma function."""
    return float(special.zeta(2.0, at))


def _inverse_trigamma(wanted: float) -> float:
    """Newton's method on 1/trigamma, which converges from below (Smyth 2004, appendix)."""
    if wanted < 1e-6:  # noqa: PLR2004 - trigamma(y) is 1/y there
        return 1.0 / wanted
    at = 0.5 + 1.0 / wanted
    for _ in range(50):
        now = _trigamma(at)
        step = now * (1.0 - now / wanted) / (-2.0 * float(special.zeta(3.0, at)))
        at += step
        if -step < 1e-8 * at:
            break
    return at


def _clipped(table: Floats, present: Bools) -> Floats:
    """Take spikes in to three robust deviations of their value, seen from value and round."""
    values, rounds = table.shape
    if (values - 1) * (rounds - 1) < FEWEST_DEGREES_TO_CLIP:
        return table
    rows = _median(table, present, 1)
    columns = np.zeros((1, rounds))
    for _ in range(2):
        columns = _median(table - rows, present, 0)
        rows = _median(table - columns, present, 1)
    rest = table - rows - columns
    size = np.abs(rest)
    lost = math.sqrt(values * rounds / ((values - 1.0) * (rounds - 1.0)))
    common = np.sort(size[present])[: math.ceil(KEPT_FOR_SCALE * present.sum())].mean()
    own = NORMAL_MAD * _median(size, present, 1)
    deviation = lost * np.maximum(own, float(common) / NORMAL_TRIMMED)
    reach = np.where(deviation > 0.0, CLIP * deviation, np.inf)
    result: Floats = table - rest + np.clip(rest, -reach, reach)
    return result


def _median(table: Floats, present: Bools, axis: int) -> Floats:
    if present.all():  # twice as fast as numpy's own on small tables
        ordered, count = np.sort(table, axis=axis), table.shape[axis]
        middle: Floats = ordered.take([(count - 1) // 2, count // 2], axis=axis)
        halved: Floats = middle.sum(axis=axis, keepdims=True) / 2.0
        return halved
    return np.nanmedian(table, axis=axis, keepdims=True)


def _inverse(present: Bools) -> Floats | None:
    """Return the pseudo-inverse of the information about differences between values."""
    shares = present / present.sum(axis=0)
    information = np.diag(present.sum(axis=1).astype(np.float64)) - present @ shares.T
    sizes, vectors = np.linalg.eigh(information)
    if sizes[1] < 1e-9 * sizes[-1]:
        return None
    inverted: Floats = (vectors[:, 1:] / sizes[1:]) @ vectors[:, 1:].T
    return inverted


def _solve(table: Floats, present: Bools, inverse: Floats) -> tuple[Floats, Floats]:
    """Return effects of values, which sum to nothing, and of rounds."""
    counts = present.sum(axis=0)
    filled = np.where(present, table, 0.0)
    own = np.where(present, table - filled.sum(axis=0) / counts, 0.0)
    means: Floats = inverse @ own.sum(axis=1)
    effects: Floats = (filled - np.where(present, means[:, None], 0.0)).sum(axis=0) / counts
    return means, effects


def _sandwich(present: Bools, inverse: Floats, variances: Floats) -> Floats:
    """Return the covariance of the value effects when each row has a variance of its own."""
    counts = present.sum(axis=0)
    spread = present / counts  # of a cell over the values of its round
    # sum over cells of variance_i (e_i - 1/n_r)(e_i - 1/n_r)'
    weighted = present * variances[:, None]
    totals = weighted.sum(axis=0) / counts
    cross = weighted @ spread.T
    meat = np.diag(weighted.sum(axis=1)) - cross - cross.T + (present * totals) @ spread.T
    result: Floats = inverse @ meat @ inverse
    return result
