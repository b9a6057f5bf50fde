"""Find where a stretch slides: a level, then a straight way to another one, then that level.

Steps that were found before have levels of their own: the slide is fitted within them, so that it
explains only what they leave.
"""

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.detector.compiled import compiled
from backend.stats.detector.noise import inflation

KNOTS = 40
"""Places at which a slide may begin or end, before the nearest runs are tried."""
FEWEST = 20
"""Runs from the beginning of a slide to its end; what is shorter is a step."""
LONG_ENOUGH = 30
"""The fewest runs of a stretch in which a slide differs visibly from noise."""
NOTHING = 1e-9
BLOCKS = 16
CLEARLY = 2.0
"""By so much a half must show a slide better than the whole, in standard errors."""
REACHED = 0.7
"""Of the smallest size: what the means of blocks of runs show of it at least."""

# What is said of a slide.
START, END, SIZE, ERROR, Z, EARLIEST, LATEST = range(7)
COLUMNS = 7


@compiled
def sums_of(y: Floats) -> Floats:
    """Return running sums of y and of t * y, each with a leading zero."""
    sums = np.zeros((2, y.size + 1))
    for t in range(y.size):
        sums[0, t + 1] = sums[0, t] + y[t]
        sums[1, t + 1] = sums[1, t] + t * y[t]
    return sums


@compiled
def ramp_sums(start: int, end: int, a: int, b: int) -> tuple[float, float]:
    """Return the sum and the sum of squares of a ramp over the runs a to b.

    The ramp is 0 up to `start`, 1 from `end` on, and straight in between.
    """
    low, high = max(a, start), min(b, end)
    total = squares = 0.0
    length = float(end - start)
    if high > low:
        first, last = float(low - start), float(high - 1 - start)
        count = last - first + 1.0
        total = count * (first + last) / 2.0 / length
        below = (first - 1.0) * first * (2.0 * first - 1.0) / 6.0
        squares = (last * (last + 1.0) * (2.0 * last + 1.0) / 6.0 - below) / (length * length)
    full = float(max(0, b - max(a, end)))
    return total + full, squares + full


@compiled
def ramp_products(sums: Floats, start: int, end: int, a: int, b: int) -> float:
    """Return the sum of ramp times y over the runs a to b."""
    low, high = max(a, start), min(b, end)
    found = 0.0
    if high > low:
        plain = sums[0, high] - sums[0, low]
        found = (sums[1, high] - sums[1, low] - start * plain) / float(end - start)
    top = max(a, end)
    if b > top:
        found += sums[0, b] - sums[0, top]
    return found


@compiled
def slide_fit(sums: Floats, edges: Ints, start: int, end: int) -> tuple[float, float]:
    """Return the least squares size of a slide, each segment at its own level, and its spread.

    The spread is the sum of squares of the ramp about its means; size squared times spread is what
    the slide explains.
    """
    mixed = spread = 0.0
    for i in range(edges.size - 1):
        a, b = edges[i], edges[i + 1]
        total, squares = ramp_sums(start, end, a, b)
        spread += squares - total * total / (b - a)
        mean = (sums[0, b] - sums[0, a]) / (b - a)
        mixed += ramp_products(sums, start, end, a, b) - mean * total
    if spread <= NOTHING:
        return 0.0, 0.0
    return mixed / spread, spread


@compiled
def explained(sums: Floats, edges: Ints, start: int, end: int) -> float:
    """Return by how much a slide lowers the sum of squares."""
    size, spread = slide_fit(sums, edges, start, end)
    return size * size * spread


@compiled
def best_of_grid(sums: Floats, edges: Ints, step: int) -> tuple[int, int, float]:
    """Return the start and the end of the slide that explains most, of every `step`-th run."""
    first, last = edges[0], edges[-1]
    best = (first, last - 1, 0.0)
    for start in range(first, last - FEWEST, step):
        for end in range(start + FEWEST, last, step):
            found = explained(sums, edges, start, end)
            if found > best[2]:
                best = (start, end, found)
    return best


@compiled
def best_slide(sums: Floats, edges: Ints) -> tuple[int, int, float]:
    """Return the start and the end of the slide that explains most, and how much that is.

    On a grid first; then start and end in turns, run by run, near the best of the grid.
    """
    first, last = edges[0], edges[-1]
    step = max(1, (last - first) // KNOTS)
    best = best_of_grid(sums, edges, step)
    for _ in range(2):
        for end in range(max(best[0] + FEWEST, best[1] - step), min(last, best[1] + step + 1)):
            found = explained(sums, edges, best[0], end)
            if found > best[2]:
                best = (best[0], end, found)
        for start in range(max(first, best[0] - step), min(best[1] - FEWEST, best[0] + step) + 1):
            found = explained(sums, edges, start, best[1])
            if found > best[2]:
                best = (start, best[1], found)
    return best


@compiled
def best_step(sums: Floats, edges: Ints) -> float:
    """Return how much one more step explains, wherever it explains most."""
    best = 0.0
    for i in range(edges.size - 1):
        a, b = edges[i], edges[i + 1]
        whole = sums[0, b] - sums[0, a]
        for t in range(a + 1, b):
            left = sums[0, t] - sums[0, a]
            off = left - whole * (t - a) / (b - a)
            best = max(best, off * off * (b - a) / ((t - a) * (b - t)))
    return best


@compiled
def residuals(y: Floats, sums: Floats, edges: Ints, slide: tuple[int, int, float]) -> Floats:
    """Return what segments at their own levels and a slide leave of y, from the first edge on."""
    start, end, size = slide
    left = np.empty(edges[-1] - edges[0])
    for i in range(edges.size - 1):
        a, b = edges[i], edges[i + 1]
        mean = (sums[0, b] - sums[0, a]) / (b - a)
        mean -= size * ramp_sums(start, end, a, b)[0] / (b - a)
        for t in range(a, b):
            ramp = min(max((t - start) / (end - start), 0.0), 1.0)
            left[t - edges[0]] = y[t] - mean - size * ramp
    return left


@compiled
def remaining_variance(left: Floats, floor: float) -> float:
    """Return the long-run variance of residuals, by their correlation or by batches of them.

    The larger of both: noise that wanders shows in the means of batches.
    """
    n = left.size
    squares = products = 0.0
    for t in range(n):
        squares += left[t] * left[t]
        if t:
            products += left[t] * left[t - 1]
    variance = squares / max(1, n - 3)
    seen = products / squares if squares > 0.0 else 0.0
    seen = min(0.95, max(0.0, seen + (1.0 + 3.0 * max(seen, 0.0)) * 3.0 / n))
    size = int(np.sqrt(n))
    batches = n // size
    means = 0.0
    for k in range(batches):
        total = 0.0
        for t in range(k * size, (k + 1) * size):
            total += left[t]
        means += total * total / size
    return max(variance * inflation(seen), means / max(1, batches - 2), floor)


@compiled
def earliest_and_latest(
    sums: Floats, edges: Ints, slide: tuple[int, int, float], allowed: float
) -> tuple[int, int]:
    """Return the first and last start at which a slide costs at most `allowed` more."""
    start, end, most = slide
    first = last = start
    for other in range(edges[0], end - FEWEST + 1):
        if explained(sums, edges, other, end) >= most - allowed:
            first, last = min(first, other), max(last, other)
    return first, last


@compiled
def find_slide(
    y: Floats, sums: Floats, edges: Ints, floor: float, costs: tuple[float, float]
) -> Floats:
    """Return the row of the slide that explains most of a stretch; its z is 0 where there is none.

    `floor` is the smallest variance to believe in. `costs`, in variances: how much more than one
    more step a slide must explain, and how much less another start may.
    """
    row = np.zeros(COLUMNS)
    if edges[-1] - edges[0] < LONG_ENOUGH:
        return row
    start, end, most = best_slide(sums, edges)
    size, spread = slide_fit(sums, edges, start, end)
    if spread <= 0.0:
        return row
    left = residuals(y, sums, edges, (start, end, size))
    variance = remaining_variance(left, floor)
    if most - best_step(sums, edges) < costs[0] * variance:
        return row
    row[START], row[END], row[SIZE] = start, end, size
    row[ERROR] = np.sqrt(variance / spread)
    row[Z] = abs(size) / row[ERROR]
    allowed = costs[1] * variance
    row[EARLIEST], row[LATEST] = earliest_and_latest(sums, edges, (start, end, most), allowed)
    return row


@compiled
def inside(edges: Ints, a: int, b: int) -> Ints:
    """Return a and b with the edges between them."""
    count = 0
    for edge in edges:
        count += int(a < edge < b)
    kept = np.empty(count + 2, np.int64)
    kept[0], kept[-1] = a, b
    place = 1
    for edge in edges:
        if a < edge < b:
            kept[place] = edge
            place += 1
    return kept


@compiled
def reach(sums: Floats, edges: Ints) -> float:
    """Return how far the means of blocks of runs lie apart, added up over the segments.

    No slide is much larger than that: most stretches are done with after this look.
    """
    total = 0.0
    for i in range(edges.size - 1):
        a, b = edges[i], edges[i + 1]
        blocks = min(BLOCKS, (b - a) // 3)
        if blocks <= 1:
            continue
        low, high = np.inf, -np.inf
        for k in range(blocks):
            start, end = a + k * (b - a) // blocks, a + (k + 1) * (b - a) // blocks
            mean = (sums[0, end] - sums[0, start]) / (end - start)
            low, high = min(low, mean), max(high, mean)
        total += high - low
    return total


@compiled
def farthest(sums: Floats, a: int, b: int) -> int:
    """Return the run at which the running mean lies farthest from the line between its ends."""
    width = max(2, (b - a) // 20)
    first = (sums[0, a + width] - sums[0, a]) / width
    last = (sums[0, b] - sums[0, b - width]) / width
    best, found = -1.0, (a + b) // 2
    for t in range(a + width, b - width):
        mean = (sums[0, t + width] - sums[0, t - width]) / (2 * width)
        off = abs(mean - first - (last - first) * (t - a) / (b - a))
        if off > best:
            best, found = off, t
    return found


@compiled
def find_slides(
    y: Floats, edges: Ints, floor: float, asked: tuple[float, float], costs: tuple[float, float]
) -> Floats:
    """Return a row for each slide in order of their starts.

    `y` has its spikes clipped; `edges` are its ends and the steps between them; `asked` is the
    smallest size and the z, `costs` are those of `find_slide`. A stretch is divided where it lies
    farthest from the line between its ends if a half shows a slide clearly better than the whole
    does: a climb and a fall are two slides.
    """
    sums = sums_of(y)
    rows = np.empty((y.size // FEWEST + 2, COLUMNS))
    found = 0
    waiting = [(edges[0], edges[-1])]
    while waiting:
        a, b = waiting.pop()
        within = inside(edges, a, b)
        if b - a < LONG_ENOUGH or reach(sums, within) < REACHED * asked[0]:
            continue
        row = find_slide(y, sums, within, floor, costs)
        middle = farthest(sums, a, b)
        before = find_slide(y, sums, inside(edges, a, middle), floor, costs)
        behind = find_slide(y, sums, inside(edges, middle, b), floor, costs)
        if max(before[Z], behind[Z]) > max(CLEARLY * row[Z], asked[1]):
            waiting.append((a, middle))
            waiting.append((middle, b))
        elif row[Z] >= asked[1] and abs(row[SIZE]) >= asked[0]:
            rows[found] = row
            found += 1
            waiting.append((a, int(row[START])))
            waiting.append((int(row[END]), b))
    kept = rows[:found]
    return kept[np.argsort(kept[:, START])]
