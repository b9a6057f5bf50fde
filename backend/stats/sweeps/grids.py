"""Two parameters at once: the best cells of a grid, its ridge, and whether they interact.

A grid is (rows, columns): one value of the first parameter per row, of the second per column.
The best set is that of all cells together. The ridge is the best column of each row. The
interaction test asks whether the best can be found one parameter at a time: on costs
(logarithms of positive results) an additive fit of rows and columns leaves only noise, by an
F statistic from generalised least squares, which takes missing cells as they are.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.sweeps.best_set import BestSet, best_set_of
from backend.stats.sweeps.response import (
    Direction,
    Response,
    response_from_rounds,
    response_from_summaries,
)

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Interaction:
    """`largest` is the greatest departure of a cell from the additive fit, as a share.

    `p` is the chance of such departures if the parameters act separately; nan without a claim.
    """

    p: float
    degrees: int
    largest: float
    claimed: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """What a grid says. Tables are (rows, columns); missing cells are False, nan or -1.

    `ridge` is the best column of each row and `ridge_members` the columns that cannot be told
    from it; `column_ridge` and `column_members` the same for the best row of each column.
    """

    members: Bools
    behind: Floats
    best: tuple[int, int]
    ridge: Ints
    ridge_members: Bools
    column_ridge: Ints
    column_members: Bools
    interaction: Interaction | None
    claimed: bool
    warnings: tuple[str, ...]


def judge_grid(rounds: Floats, direction: Direction, *, alpha: float = 0.05) -> Grid:
    """Judge a grid measured in rounds, (rows, columns, rounds); nan marks what is missing.

    Raises ValueError for less than two cells with results, or infinity.
    """
    if rounds.ndim != 3 or min(rounds.shape) < 1:  # noqa: PLR2004 - rows, columns, rounds
        raise ValueError("a grid is a table of rows by columns by rounds")
    measured: Bools = np.logical_not(np.isnan(rounds).all(axis=2))
    return grid_of(response_from_rounds(rounds[measured], direction), measured, alpha)


def judge_grid_summaries(
    values: Floats, sds: Floats | None, counts: Ints, direction: Direction, *, alpha: float = 0.05
) -> Grid:
    """Judge a grid of centres, (rows, columns), nan where a cell is missing.

    Without the sd of every measured cell nothing is claimed. Raises ValueError for less than
    two cells with results, or infinity.
    """
    if values.ndim != 2:  # noqa: PLR2004 - rows and columns
        raise ValueError("a grid is a table of rows by columns")
    measured: Bools = ~np.isnan(values)
    scatter = None if sds is None else sds[measured]
    found = response_from_summaries(values[measured], scatter, counts[measured], direction)
    return grid_of(found, measured, alpha)


def grid_of(response: Response, measured: Bools, alpha: float = 0.05) -> Grid:
    """Judge the response of the measured cells, in the order of rows."""
    best = best_set_of(response, alpha)
    numbers = np.full(measured.shape, -1)
    numbers[measured] = np.arange(response.costs.size)
    row, column = (int(at[best.best]) for at in np.nonzero(measured))
    ridge, ridge_members = _ridge(response, numbers, alpha)
    column_ridge, column_members = _ridge(response, numbers.T, alpha)
    return Grid(
        members=_spread(measured, best.members, fill=False),
        behind=_behind(measured, best),
        best=(row, column),
        ridge=ridge,
        ridge_members=ridge_members,
        column_ridge=column_ridge,
        column_members=column_members.T,
        interaction=_interaction(response, measured),
        claimed=best.has_claim,
        warnings=response.warnings,
    )


def _spread(measured: Bools, cells: Bools, *, fill: bool) -> Bools:
    table = np.full(measured.shape, fill)
    table[measured] = cells
    return table


def _behind(measured: Bools, best: BestSet) -> Floats:
    table = np.full(measured.shape, math.nan)
    table[measured] = best.behind
    return table


def _ridge(response: Response, numbers: Ints, alpha: float) -> tuple[Ints, Bools]:
    """Return the best column of each row with its best set; -1 for a row without results."""
    best = np.full(numbers.shape[0], -1)
    members = np.zeros(numbers.shape, np.bool_)
    for row, cells in enumerate(numbers):
        columns = np.flatnonzero(cells >= 0)
        if columns.size == 0:
            continue
        best[row] = columns[response.costs[cells[columns]].argmin()]
        if columns.size < FEWEST or not response.has_claim:
            members[row, best[row]] = True
        else:
            members[row, columns] = best_set_of(response.part(cells[columns]), alpha).members
    return best.astype(np.int64), members


def _interaction(response: Response, measured: Bools) -> Interaction | None:
    """Test the departures from an additive fit; None where nothing is left to depart."""
    rows, columns = np.nonzero(measured)
    design = np.column_stack((np.eye(measured.shape[0])[rows], np.eye(measured.shape[1])[columns]))
    basis, sizes, _ = np.linalg.svd(design, full_matrices=False)
    fitted = basis[:, sizes > 1e-9 * sizes[0]]
    degrees = rows.size - fitted.shape[1]
    if degrees < 1 or not response.logarithmic:
        return None
    outside = np.linalg.svd(fitted, full_matrices=True)[0][:, fitted.shape[1] :]
    departures = outside.T @ response.costs
    with np.errstate(over="ignore"):
        largest = float(np.expm1(np.abs(outside @ departures).max()))
    if not response.has_claim:
        return Interaction(math.nan, degrees, largest, claimed=False)
    spread = outside.T @ response.covariance @ outside
    ratio = float(departures @ np.linalg.solve(spread, departures)) / degrees
    return Interaction(
        float(special.fdtrc(degrees, response.degrees, ratio)), degrees, largest, claimed=True
    )
