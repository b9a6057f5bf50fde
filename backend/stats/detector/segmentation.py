"""Cut a series into levels at least cost: squared error plus a price for every cut.

Method: optimal partitioning with functional pruning (FPOP; Maidstone, Hocking, Rigaill
and Fearnhead 2017). For every possible mean of the running segment we know the least cost
and which start it has; the starts own stretches of the axis of means. A start whose
stretches are all gone can never win again, so few remain and the work is nearly linear.
"""

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.detector.compiled import compiled

# Rows of a table with one column per stretch of means: where it ends, the cost there, the
# start that owns it and the sum of all runs before that start. A stretch begins where the
# column before it ends; the first column is the lower end of the axis and nobody's.
HIGH, COST, START, BEFORE = range(4)
NOBODY = -1.0
SHORTEST = 3
STRETCHES = 64  # room at first; a dozen is usual


@compiled
def running_sums(y: Floats) -> Floats:
    """Return prefix sums (3, n + 1) of y, of y squared and of y times its index."""
    sums = np.zeros((3, y.size + 1))
    for i in range(y.size):
        sums[0, i + 1] = sums[0, i] + y[i]
        sums[1, i + 1] = sums[1, i] + y[i] * y[i]
        sums[2, i + 1] = sums[2, i] + y[i] * i
    return sums


@compiled
def places_to_cut(y: Floats) -> Bools:
    """Say for every run whether a level may begin with it.

    If a cut is best where it is, then the one, two or three runs on either side of it lie
    on opposite sides of the middle of the two levels: else moving them over would pay. So
    the lowest mean of the first one to three runs after it exceeds the highest of those
    before, or the other way round. Holds for levels of three or more runs, and no others
    are wanted.
    """
    n = y.size
    found = np.zeros(n + 1, np.bool_)
    for t in range(SHORTEST, n - SHORTEST + 1):
        before = (y[t - 1], (y[t - 1] + y[t - 2]) / 2.0, (y[t - 1] + y[t - 2] + y[t - 3]) / 3.0)
        after = (y[t], (y[t] + y[t + 1]) / 2.0, (y[t] + y[t + 1] + y[t + 2]) / 3.0)
        up = min(after) > max(before)
        found[t] = up or max(after) < min(before)
    return found


@compiled
def axis(y: Floats, room: int) -> Floats:
    """Return a table with room for two states, the first of which gives all means to start 0."""
    table = np.empty((4, 2 * room))
    table[HIGH, 0], table[HIGH, 1] = y[0], y[0]
    for run in y:
        table[HIGH, 0] = min(table[HIGH, 0], run)
        table[HIGH, 1] = max(table[HIGH, 1], run)
    table[COST, :2] = 0.0
    table[START, 0], table[START, 1] = NOBODY, 0.0
    table[BEFORE, :2] = 0.0
    return table


@compiled
def advance(
    table: Floats, columns: tuple[int, int], run: float, now: tuple[float, float]
) -> tuple[float, float]:
    """Add a run to every cost; return the least of all means and the start it has.

    `columns` are the first and the last in use, `now` is (runs so far, their sum).
    """
    first, last = columns
    end, total = now
    low = table[HIGH, first]
    cost_low = table[COST, first] + (run - low) ** 2
    table[COST, first] = cost_low
    least, winner = np.inf, 0.0
    for j in range(first + 1, last + 1):
        high, start = table[HIGH, j], table[START, j]
        cost_high = table[COST, j] + (run - high) ** 2
        table[COST, j] = cost_high
        runs = end - start
        off = (total - table[BEFORE, j]) / runs - low
        bottom = cost_low - runs * off * off
        cost = bottom if (off > 0.0) & (off < high - low) else min(cost_low, cost_high)
        cheaper = cost < least
        least = cost if cheaper else least
        winner = start if cheaper else winner
        low, cost_low = high, cost_high
    return least, winner


@compiled
def give(table: Floats, last: int, end: tuple[float, float], owner: tuple[float, float]) -> int:
    """Give the means up to an end (mean, cost) to an owner (start, sum before); return its column.

    They join the stretch before if it has the same owner.
    """
    if table[START, last] != owner[0]:
        last += 1
        table[START, last], table[BEFORE, last] = owner
    table[HIGH, last], table[COST, last] = end
    return last


@compiled
def affordable(
    low: tuple[float, float], high: tuple[float, float], centre: tuple[float, float], most: float
) -> tuple[float, float]:
    """Return between which means of a stretch its owner costs at most `most`; high, high if none.

    `low` and `high` are (mean, cost) of its ends, one of which at least costs more;
    `centre` is (mean, runs) of its owner.
    """
    mean, runs = centre
    room = (low[0] - mean) ** 2 + (most - low[1]) / runs
    if low[1] <= most:
        return low[0], min(mean + np.sqrt(room), high[0])
    if high[1] <= most:
        room = (high[0] - mean) ** 2 + (most - high[1]) / runs
        return max(mean - np.sqrt(room), low[0]), high[0]
    if low[0] < mean < high[0] and room > 0.0:
        reach = np.sqrt(room)
        return max(mean - reach, low[0]), min(mean + reach, high[0])
    return high[0], high[0]


@compiled
def prune(
    table: Floats, columns: tuple[int, int], spare: int, now: tuple[float, float], most: float
) -> int:
    """Give every mean that costs more than `most` to a new start; return the last column.

    The table with the new start begins at column `spare`.
    """
    first, last = columns
    low = (table[HIGH, first], table[COST, first])
    table[HIGH, spare], table[COST, spare] = low[0], min(low[1], most)
    table[START, spare] = NOBODY
    for j in range(first + 1, last + 1):
        high = (table[HIGH, j], table[COST, j])
        owner = (table[START, j], table[BEFORE, j])
        if low[1] <= most and high[1] <= most:
            spare = give(table, spare, high, owner)
            low = high
            continue
        runs = now[0] - owner[0]
        left, right = affordable(low, high, ((now[1] - owner[1]) / runs, runs), most)
        if left > low[0]:
            spare = give(table, spare, (left, most), now)
        if right > left:
            spare = give(table, spare, (right, min(high[1], most)), owner)
        if right < high[0]:
            spare = give(table, spare, (high[0], most), now)
        low = high
    return spare


@compiled
def starts_within(y: Floats, price: float, limit: float, room: int) -> tuple[float, Ints]:
    """Do what `best_starts` says with room for so many stretches; return no starts if too few."""
    table = axis(y, room)
    starts = np.zeros(y.size + 1, np.int64)
    places = places_to_cut(y)
    first, last = 0, 1
    total, least = 0.0, 0.0
    for i in range(y.size):
        total += y[i]
        now = (i + 1.0, total)
        least, winner = advance(table, (first, last), y[i], now)
        starts[i + 1] = int(winner)
        if least > limit:
            break
        if not places[i + 1]:
            continue
        if 2 * (last - first) + 2 > room:  # every stretch can fall in three, and two join
            return least, starts[:0]
        spare = room - first
        last = prune(table, (first, last), spare, now, least + price)
        first = spare
    return least, starts


@compiled
def best_starts(y: Floats, price: float, limit: float) -> tuple[float, Ints]:
    """Return the least total cost, and for every end (1..n) the start of its last segment.

    `price` is the cost of one cut, in squared units of y. Gives up with a cost above
    `limit` as soon as the total is sure to exceed it: more runs never cost less.
    """
    room = STRETCHES
    while True:
        cost, starts = starts_within(y, price, limit, room)
        if starts.size:
            return cost, starts
        room *= 4


@compiled
def boundaries(starts: Ints) -> Ints:
    """Walk back from the end and return the first runs of all segments but the first."""
    found = np.empty(starts.size, np.int64)
    count = 0
    here = starts[starts.size - 1]
    while here > 0:
        found[count] = here
        count += 1
        here = starts[here]
    return found[:count][::-1].copy()


@compiled
def segment(y: Floats, price: float, limit: float) -> tuple[float, Ints]:
    """Return the least cost and the boundaries that reach it, ascending.

    If the least cost exceeds `limit`, the cost returned is some number above it.
    """
    cost, starts = best_starts(y, price, limit)
    return cost, boundaries(starts)
