"""Cut a series into levels at least cost: squared error plus a price for every cut.

Method: optimal partitioning with functional pruning (FPOP; Maidstone, Hocking, Rigaill
and Fearnhead 2017). For every possible mean of the running segment we know which start
is cheapest; the starts own stretches of the axis of means. A start whose stretches are
all gone can never win again, so few remain and the work is nearly linear.
"""

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.compiled import compiled

# Rows of a table with one column per stretch of means: its ends, the start that owns it,
# and for that start the mean and the cost of a segment that ends now at its own mean.
LOW, HIGH, START, MEAN, COST = range(5)


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
def cheapest(table: Floats, size: int, sums: Floats, paid: Floats, end: int) -> tuple[float, int]:
    """Bring every stretch forward to `end`; return the least cost and the start it has."""
    least = np.inf
    winner = 0
    for j in range(size):
        start = int(table[START, j])
        runs = float(end - start)
        total = sums[0, end] - sums[0, start]
        mean = total / runs
        cost = paid[start] + sums[1, end] - total * mean
        table[MEAN, j] = mean
        table[COST, j] = cost
        off = min(max(mean, table[LOW, j]), table[HIGH, j]) - mean
        here = cost + runs * off * off
        if here < least:
            least = here
            winner = start
    return least, winner


@compiled
def give(table: Floats, size: int, low: float, high: float, start: int) -> int:
    """Give a stretch of means to `start`, joined to its last one if they touch."""
    if size > 0 and table[START, size - 1] == start:
        table[HIGH, size - 1] = high
        return size
    table[LOW, size] = low
    table[HIGH, size] = high
    table[START, size] = start
    return size + 1


@compiled
def prune(table: Floats, size: int, pruned: Floats, price: float, end: int) -> int:
    """Give every mean at which a start costs more than `price` to a new start at `end`."""
    kept = 0
    for j in range(size):
        low, high = table[LOW, j], table[HIGH, j]
        start = int(table[START, j])
        room = price - table[COST, j]
        reach = np.sqrt(room / (end - start)) if room > 0.0 else -1.0
        left, right = table[MEAN, j] - reach, table[MEAN, j] + reach
        if reach < 0.0 or right <= low or left >= high:
            kept = give(pruned, kept, low, high, end)
            continue
        if left > low:
            kept = give(pruned, kept, low, left, end)
        kept = give(pruned, kept, max(low, left), min(high, right), start)
        if right < high:
            kept = give(pruned, kept, right, high, end)
    return kept


@compiled
def best_starts(y: Floats, sums: Floats, price: float) -> tuple[float, Ints]:
    """Return the least total cost, and for every end (1..n) the start of its last segment.

    `price` is the cost of one cut, in squared units of y.
    """
    n = y.size
    table = np.empty((5, 2 * n + 8))
    spare = np.empty((5, 2 * n + 8))
    paid = np.zeros(n + 1)  # for all before a start and the cut there, less its squares
    starts = np.zeros(n + 1, np.int64)
    size = give(table, 0, y.min(), y.max(), 0)
    cost = 0.0
    for end in range(1, n + 1):
        cost, starts[end] = cheapest(table, size, sums, paid, end)
        paid[end] = cost + price - sums[1, end]
        size = prune(table, size, spare, cost + price, end)
        table, spare = spare, table
    return cost, starts


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
def segment(y: Floats, sums: Floats, price: float) -> tuple[float, Ints]:
    """Return the least cost and the boundaries that reach it, ascending."""
    cost, starts = best_starts(y, sums, price)
    return cost, boundaries(starts)
