"""The newest runs of many series, and how far they lie from the level of theirs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.far_runs import EDGES, far_shares
from backend.stats.comparison.run_scatter import LEAST_CORRELATION

FEWEST_OF_LEVEL = 8
"""Runs of a level from which their distances from it say something."""
ENOUGH = 20
"""Runs of the newest level beyond which those of the level before it are left out."""
MOST_FOLLOWED = 0.5
"""Of the variance of runs, what the middle of their level takes away at most."""
SAME = 1e-9
"""Share by which a value that was levelled differs from itself at most."""
STILL = 1e-9
"""Scatter of a series whose readings repeat: what is far there is of another kind."""


@dataclass(frozen=True, slots=True)
class RunHistories:
    """The newest runs of series as detection remembers them, one row each.

    `newest` ends with the newest run, nan before the first; `since` counts the runs after the last
    boundary, which drift by `slope` a run; `rho` is the correlation of successive ones. Values are
    those of one machine: `offsets` holds what was taken from each of several, by row.
    """

    newest: Floats
    since: Ints
    slope: Floats
    rho: Floats
    offsets: Mapping[int, Floats] = field(default_factory=dict)

    def far(
        self, sigma: Floats, is_logarithmic: Bools, pools: Ints, compared: tuple[Ints, Floats]
    ) -> tuple[Floats, Floats]:
        """Return the shares of runs far from the level, and the correlation, of each series.

        Series of one pool tell of one another. `compared` are the rows and values of the runs that
        are judged. They and what came after them are no history, save where fewer than `ENOUGH`
        runs came before: there later ones count. They are found by their values: of equal ones the
        oldest with `ENOUGH` before it is taken. Runs older than the newest ones are not found, and
        leave nothing out.
        """
        compared = self._levelled(is_logarithmic, compared)
        with np.errstate(divide="ignore", invalid="ignore"):
            distances = np.abs(self._deviations(is_logarithmic, compared)) / sigma[:, None]
        count = (~np.isnan(distances)).sum(axis=1)
        is_told = count >= FEWEST_OF_LEVEL
        groups = 2 * pools + (sigma <= STILL)
        shares, rho = np.zeros((sigma.size, EDGES.size)), np.nan_to_num(self.rho)
        for group in np.unique(groups[is_told]).tolist():
            rows = np.flatnonzero(is_told & (groups == group))
            rho[rows] = np.maximum(rho[rows], np.median(rho[rows]))
            # the middle follows the runs, the more so where they follow one another
            followed = (1.0 + rho[rows]) / (1.0 - rho[rows]) / count[rows]
            nearer = np.sqrt(1.0 - np.minimum(followed, MOST_FOLLOWED))
            follow = bool(np.median(rho[rows]) >= LEAST_CORRELATION)
            shares[rows] = far_shares(distances[rows] / nearer[:, None], follow=follow)
        return shares, rho

    def _deviations(self, is_logarithmic: Bools, compared: tuple[Ints, Floats]) -> Floats:
        """Return what each run lies above the middle of its level; nan for what is no history."""
        ramp = np.arange(self.newest.shape[1])
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(self.newest > 0.0, np.log(self.newest), np.nan)
        values = np.where(is_logarithmic[:, None], logs, self.newest)
        is_newest = ramp >= ramp.size - self.since[:, None]
        values = values - np.where(is_newest, np.nan_to_num(self.slope)[:, None] * ramp, 0.0)
        values[~self._is_before(compared)] = np.nan
        newest = _about_the_middle(np.where(is_newest, values, np.nan))
        before = _about_the_middle(np.where(is_newest, np.nan, values))
        is_enough = (~np.isnan(newest)).sum(axis=1) >= ENOUGH
        before[is_enough] = np.nan
        return np.where(is_newest, newest, before)

    def _is_before(self, compared: tuple[Ints, Floats]) -> Bools:
        """Say which runs came before all compared ones, or are none of them where few did."""
        rows, values = compared
        width = self.newest.shape[1]
        known = ~np.isnan(self.newest)
        is_same = np.abs(self.newest[rows] - values[:, None]) <= SAME * np.abs(values)[:, None]
        has_enough = is_same & ((np.cumsum(known, axis=1) - known) >= ENOUGH)[rows]
        newest = width - 1 - np.argmax(is_same[:, ::-1], axis=1)
        place = np.where(has_enough.any(axis=1), np.argmax(has_enough, axis=1), newest)
        found = is_same.any(axis=1)
        first = np.full(len(self.newest), width)
        np.minimum.at(first, rows[found], place[found])
        before: Bools = np.arange(width) < first[:, None]
        others = np.ones_like(before)
        others[rows[found], place[found]] = False
        are_few = (before & known).sum(axis=1) < ENOUGH
        return np.where(are_few[:, None], others, before)

    def _levelled(
        self, is_logarithmic: Bools, compared: tuple[Ints, Floats]
    ) -> tuple[Ints, Floats]:
        """Return the rows and values with those that each machine would have left."""
        rows, values = [compared[0]], [compared[1]]
        for row, offsets in self.offsets.items():
            own = compared[1][compared[0] == row]
            for offset in offsets[offsets != 0.0]:
                rows.append(np.full(own.size, row))
                values.append(own * np.exp(-offset) if is_logarithmic[row] else own - offset)
        return np.concatenate(rows), np.concatenate(values)


def _about_the_middle(level: Floats) -> Floats:
    """Return runs less the median of their row; nan for rows of too few."""
    counts = (~np.isnan(level)).sum(axis=1)
    ordered = np.sort(level, axis=1)
    rows, middle = np.arange(len(level)), np.maximum(counts, 1)
    medians = (ordered[rows, (middle - 1) // 2] + ordered[rows, middle // 2]) / 2.0
    told = np.where(counts >= FEWEST_OF_LEVEL, medians, np.nan)
    deviations: Floats = level - told[:, None]
    return deviations
