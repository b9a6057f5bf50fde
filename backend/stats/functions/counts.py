"""Samples of the functions of one program, commit by commit, and how a boundary divides them."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats, Ints

WINDOW = 60
"""Commits on each side of a boundary that have a say."""
LEAST_COUNTED = 100
"""Samples on each side from which the ratio of a function helps to find what stayed as it was."""
MEDIAN_ERROR = 1.2533
"""Standard error of a median over that of a mean, for normal errors."""
LEAST_UNCHANGED = 3
"""Functions that it takes to tell what stayed as it was from their shares alone."""


@dataclass(frozen=True, slots=True)
class FunctionCounts:
    """One row per commit, oldest first, and one column per function."""

    own: Floats
    """Samples in which a function is the innermost."""
    total: Floats
    """Samples in which it is anywhere on the stack."""
    samples: Floats
    """All samples of each commit."""
    cost: Floats
    """Processor time of one repetition; nan where it is not known."""


@dataclass(frozen=True, slots=True)
class CallTree:
    """By column: who calls each function, and its module; as of all commits together."""

    callers: Sequence[Collection[int]]
    modules: Sequence[str]

    def are_near(self, one: int, other: int) -> bool:
        """Tell whether cost may move between two: a caller in common, a call, or one module."""
        mine, others = self.callers[one], self.callers[other]
        if one in others or other in mine:
            return True
        is_module = bool(self.modules[one]) and self.modules[one] == self.modules[other]
        return is_module or any(caller in others for caller in mine)


@dataclass(frozen=True, slots=True)
class Halves:
    """The commits before a boundary and those from it on."""

    before: slice
    after: slice
    scale: float
    """What shares after the boundary are multiplied by, so that what did not change keeps its."""
    scale_error: float
    """Standard error of its logarithm."""

    def difference(self, part: Floats, samples: Floats) -> "Difference":
        """Compare the share of a part of all samples on both sides.

        Its error is that of the sampling (binomial), and as many times more as the commits of a
        side scatter more than sampling alone explains.
        """
        sides = [(part[one], samples[one]) for one in (self.before, self.after)]
        excess = sum(_excess(*one) for one in sides)
        freedom = sum(max(0, one.size - 1) for one, _ in sides)
        times = math.sqrt(max(1.0, excess / freedom)) if freedom else 1.0
        (before, error), (after, other) = (_share(*one) for one in sides)
        other = self.scale * math.hypot(times * other, after * self.scale_error)
        return Difference(before, after * self.scale, times * error, other)


@dataclass(frozen=True, slots=True)
class Difference:
    """Shares of all samples before and after; after on the scale of before."""

    before: float
    after: float
    error_before: float
    error_after: float
    """Standard errors of both."""

    @property
    def size(self) -> float:
        return self.after - self.before

    @property
    def error(self) -> float:
        return math.hypot(self.error_before, self.error_after)

    @property
    def z(self) -> float:
        return self.size / self.error if self.error > 0.0 else 0.0


def divided(counts: FunctionCounts, boundaries: Sequence[int], index: int) -> Halves:
    """Return both sides of a boundary, as far as the next ones, and the scale between them."""
    edges = [0, *sorted(one for one in boundaries if one != index), counts.samples.size]
    start = max(edge for edge in edges if edge < index)
    end = min(edge for edge in edges if edge > index)
    before = slice(max(start, index - WINDOW), index)
    after = slice(index, min(end, index + WINDOW))
    return Halves(before, after, *_scale(counts, before, after))


def _scale(counts: FunctionCounts, before: slice, after: slice) -> tuple[float, float]:
    """Return by what shares fell or rose that belong to functions that stayed as they were.

    And the standard error of its logarithm. One function that takes longer lowers the share of
    every other one. Most functions do not change at a commit: the middle ratio of all is theirs.
    """
    old, new = counts.own[before].sum(axis=0), counts.own[after].sum(axis=0)
    is_counted = np.minimum(old, new) >= LEAST_COUNTED
    shares = counts.samples[after].sum() / counts.samples[before].sum()
    if np.count_nonzero(is_counted) >= LEAST_UNCHANGED:
        old, new = old[is_counted], new[is_counted]
        ratios = np.log(shares * old / new)
        middle = float(np.median(ratios))
        scatter = 1.4826 * float(np.median(np.abs(ratios - middle)))
        sampling = float(np.median(np.sqrt(1.0 / old + 1.0 / new)))
        error = MEDIAN_ERROR * max(scatter, sampling) / np.sqrt(old.size)
        return float(np.exp(middle)), float(error)
    costs = float(np.median(counts.cost[after]) / np.median(counts.cost[before]))
    return (costs, 0.0) if np.isfinite(costs) and costs > 0.0 else (1.0, 0.0)


def _share(part: Floats, samples: Floats) -> tuple[float, float]:
    """Return a share of all samples of some commits and the error of its sampling."""
    counted, whole = float(part.sum()), float(samples.sum())
    # half a sample more than was seen: none of a thousand is not surely none
    assumed = (counted + 0.5) / (whole + 1.0)
    return counted / whole, math.sqrt(assumed * (1.0 - assumed) / whole)


def _excess(part: Floats, samples: Floats) -> float:
    """Return Pearson's sum of squares of the shares of some commits around that of all."""
    counted, whole = float(part.sum()), float(samples.sum())
    share = (counted + 0.5) / (whole + 1.0)
    expected = samples * (counted / whole)
    return float(((part - expected) ** 2 / (samples * share * (1.0 - share))).sum())


def stabilised(part: Ints | Floats, samples: Floats) -> Floats:
    """Return shares as numbers whose sampling error is 1 wherever they lie, none of them positive.

    Method: Anscombe's angle. Not positive, so that the detector takes no logarithms of them.
    """
    angle = np.arcsin(np.sqrt((part + 0.375) / (samples + 0.75)))
    found: Floats = 2.0 * np.sqrt(samples.mean()) * (angle - np.pi / 2)
    return found
