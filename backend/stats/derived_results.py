"""Products and differences of results, with their intervals carried through.

Method: recovery of variances (MOVER; Zou and Donner 2008, Donner and Zou 2012): the distance of
each end of an interval from its centre stands for the error on that side. Errors of results of
one run share its luck by an unknown amount, so their distances add up, which holds whatever the
correlation; results of different runs are independent, so the sums of runs add in squares.
Assumes intervals of about the same level, which the outcome then has at least. A result without
an interval leaves the outcome without one.
"""

from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class Outcomes:
    """One value per column with its interval; nan where it is not known."""

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class Operands:
    """Results in rows (operands) and columns (commits), and the run that each is from."""

    value: Floats
    low: Floats
    high: Floats
    run: Ints


def products(operands: Operands, weights: Floats) -> Outcomes:
    """Return the product over rows of value ** weight, for every column.

    `weights` has the shape of the operands, so that the same result in two rows can count once
    with the sum of their weights. Values at or below zero have no logarithm: nan.
    """
    value, low, high = (_log(array) for array in (operands.value, operands.low, operands.high))
    counts = weights != 0.0
    centre = np.where(counts, weights * value, 0.0).sum(axis=0)
    above = _weighted(weights, high - value, value - low, counts)
    below = _weighted(weights, value - low, high - value, counts)
    return _outcomes(
        np.exp(centre),
        np.exp(centre - _combined(below, operands.run)),
        np.exp(centre + _combined(above, operands.run)),
    )


def differences(minuend: Outcomes, subtrahend: Outcomes, is_one_run: Bools) -> Outcomes:
    """Return one less the other; `is_one_run` tells where they may share the luck of a run."""
    value = minuend.value - subtrahend.value
    below = minuend.value - minuend.low, subtrahend.high - subtrahend.value
    above = minuend.high - minuend.value, subtrahend.value - subtrahend.low
    reach = [np.where(is_one_run, a + b, np.hypot(a, b)) for a, b in (below, above)]
    return _outcomes(value, value - reach[0], value + reach[1])


def _log(array: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        logs: Floats = np.where(array > 0.0, np.log(array), np.nan)
    return logs


def _weighted(weights: Floats, up: Floats, down: Floats, counts: Bools) -> Floats:
    """Return how far each row moves the product to one side; a divisor moves it the other way."""
    distance: Floats = np.where(weights > 0.0, weights * up, -weights * down)
    return np.where(counts, distance, 0.0)


def _combined(distance: Floats, run: Ints) -> Floats:
    """Add distances of one run up, and runs in squares."""
    order = np.argsort(run, axis=0, kind="stable")
    distance = np.take_along_axis(distance, order, axis=0)
    run = np.take_along_axis(run, order, axis=0)
    squares = np.zeros(distance.shape[1])
    of_run = np.zeros(distance.shape[1])
    for row in range(len(distance)):
        begins = run[row] != run[row - 1] if row else np.ones(distance.shape[1], np.bool_)
        squares += np.where(begins, of_run**2, 0.0)
        of_run = np.where(begins, 0.0, of_run) + distance[row]
    combined: Floats = np.sqrt(squares + of_run**2)
    return combined


def _outcomes(value: Floats, low: Floats, high: Floats) -> Outcomes:
    """Leave out intervals of which one end is unknown."""
    known = np.isfinite(low) & np.isfinite(high)
    return Outcomes(value, np.where(known, low, np.nan), np.where(known, high, np.nan))
