"""How far runs lie from the level of their series, by the histories of a suite.

A series whose other runs never lay so far out is judged by how often such series of its pool have
one that does (leaving one run out); a series that had some by its own share and that of the others
which had some. Beyond the farthest run that was seen, shares fall as a power law (Hill 1975, Annals
of Statistics 3).
"""

import math

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints

RATIO = math.log(2.0) / 4.0
EDGES = np.exp(RATIO * np.arange(-8, 33))
"""Distances from the level at which runs are counted: 1/4 to 256 standard deviations."""
FEWEST_BEYOND = 3
"""Series with one run beyond an edge, from which their share is believed there."""
FEWEST_IN_TAIL = 20
"""Runs from which a tail tells its shape."""
POOL_WEIGHT = 60.0
"""Runs as which the others of a pool count beside those of a series that had far ones itself."""
FIRST_OF_TAIL = 14
"""The edge of 2.8 standard deviations: what is nearer is no tail."""
FIRST_OF_WIDE = 12
"""The edge of 2 standard deviations."""
FIRST_OF_FAR = 17
"""The edge of 4.8 standard deviations: a series with one run beyond it may have farther ones."""
USUAL_SHAPE, SHAPE_WEIGHT = 0.25, 5.0
"""The shape of a tail of which nothing is known (1 / exponent), and for how many runs it counts."""
SHAPES = 0.05, 1.0
SMALLEST = 1e-30


def far_shares(distances: Floats, *, follow: bool = False) -> Floats:
    """Return how likely the next run of each series lies beyond each of `EDGES`.

    `distances` are those of the runs of each series from its level, in standard deviations, nan
    where there is no run. Assumes that the series have noise of one kind, or of a few kinds. Where
    runs `follow` one another the standard deviation is less known than it seems, and a series whose
    runs lie wide is taken to have wider ones.
    """
    runs = (~np.isnan(distances)).sum(axis=1).astype(np.float64)
    beyond = _beyond(distances)
    shape = _shape(beyond.sum(axis=0))
    is_once, is_never, is_often = beyond == 1.0, beyond == 0.0, beyond > 1.0
    quiet = _ratio(is_once.sum(axis=0), (is_never * runs[:, None]).sum(axis=0))
    quiet = _extended(quiet[None], is_once.sum(axis=0)[None] >= FEWEST_BEYOND, shape)
    more = np.where(is_often, beyond, 0.0).sum(axis=0)
    fewer = (is_often * (runs[:, None] - beyond) + is_once * (runs[:, None] - 1.0)).sum(axis=0)
    counted = runs[:, None] + POOL_WEIGHT
    seen = (beyond + POOL_WEIGHT * _ratio(more, fewer)) / counted
    places = np.arange(EDGES.size)
    is_wide = ~is_never & (places >= (FIRST_OF_WIDE if follow else FIRST_OF_FAR))
    tail = np.where(is_wide.any(axis=1, keepdims=True), _extended(seen, is_wide, shape), 0.0)
    shares = np.where(is_never, np.maximum(quiet, tail), seen)
    falling: Floats = np.maximum.accumulate(shares[:, ::-1], axis=1)[:, ::-1]
    return falling


def share_beyond(shares: Floats, distances: Floats) -> Floats:
    """Return the shares of runs beyond distances, row by row: (rows, ...) like `distances`.

    Between edges the logarithm of the share falls evenly with that of the distance.
    """
    with np.errstate(divide="ignore"):
        place = np.log(np.maximum(distances, 0.0) / EDGES[0]) / RATIO
    place = np.clip(place, -1.0, EDGES.size - 1.0)
    at = np.clip(np.floor(place).astype(np.int64), 0, EDGES.size - 2)
    rows = np.arange(len(shares)).reshape(-1, *[1] * (distances.ndim - 1))
    logs = np.log(np.maximum(shares, SMALLEST))
    inside = np.exp(logs[rows, at] + (place - at) * (logs[rows, at + 1] - logs[rows, at]))
    is_told: Bools = shares[rows, 0] > 0.0
    return np.where(place < 0.0, is_told * 1.0, np.where(is_told, np.minimum(inside, 1.0), 0.0))


def distance_of(falling: Floats, share: Floats) -> Floats:
    """Return where a table over `EDGES` falls to a share, row by row; 0 where nothing is known.

    Beyond the last edge it is taken to fall with the distance.
    """
    logs, wanted = np.log(np.maximum(falling, SMALLEST)), np.log(np.maximum(share, SMALLEST))
    above = (logs > wanted[:, None]).sum(axis=1)
    rows, at = np.arange(len(falling)), np.clip(above - 1, 0, EDGES.size - 2)
    first, second = logs[rows, at], logs[rows, at + 1]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        inside = EDGES[0] * np.exp(RATIO * (at + (first - wanted) / (first - second)))
    past = EDGES[-1] * np.exp(logs[:, -1] - wanted)
    nearest = np.where(falling[:, 0] > 0.0, EDGES[0], 0.0)
    return np.where(above == 0, nearest, np.where(above == EDGES.size, past, inside))


def _beyond(distances: Floats) -> Floats:
    """Count the runs of each series that lie beyond each edge."""
    series, width = distances.shape
    steps = np.searchsorted(EDGES, np.nan_to_num(distances, nan=0.0).ravel())
    cells = np.repeat(np.arange(series), width) * (EDGES.size + 1) + steps
    counts = np.bincount(cells, minlength=series * (EDGES.size + 1)).reshape(series, -1)
    beyond: Floats = counts[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:].astype(np.float64)
    return beyond


def _shape(beyond: Floats) -> float:
    """Return the mean logarithm by which runs of the tail exceed its start, as 1 / exponent."""
    start = max(int((beyond >= FEWEST_IN_TAIL).sum()) - 1, FIRST_OF_TAIL)
    excess = float((beyond[start:-1] + beyond[start + 1 :]).sum()) / 2.0 * RATIO
    shape = (excess + SHAPE_WEIGHT * USUAL_SHAPE) / (float(beyond[start]) + SHAPE_WEIGHT)
    return min(max(shape, SHAPES[0]), SHAPES[1])


def _ratio(hits: Ints | Floats, misses: Ints | Floats) -> Floats:
    total = np.maximum(hits + misses, 1.0)
    share: Floats = hits / total
    return share


def _extended(shares: Floats, is_believed: Bools, shape: float) -> Floats:
    """Let shares fall as a power law from the last edge at which they are believed."""
    last = EDGES.size - 1 - np.argmax(is_believed[:, ::-1], axis=1)
    start = np.take_along_axis(shares, last[:, None], axis=1)
    steps = np.arange(EDGES.size) - last[:, None]
    falling = start * np.exp(-RATIO * np.maximum(steps, 0) / shape)
    is_past: Bools = (steps > 0) & is_believed.any(axis=1, keepdims=True)
    return np.where(is_past, np.maximum(shares, falling), shares)
