"""The whole detector against a slow one written from its specification."""

import math
from itertools import pairwise

import numpy as np
import pytest

from backend.stats.change_points import analyse

Levels = tuple[int, int, int]


def trimmed(distances: np.ndarray) -> float:
    kept = math.ceil(0.9 * distances.size)
    least = np.sort(distances)[:kept]
    if distances.size < 60:
        far = np.count_nonzero(least >= 6.0 * np.median(least)) if np.median(least) > 0 else 0
        least = least[: kept - far] if far <= 3 else least
    return float(least.mean() / 0.6575)


def without_spikes(x: np.ndarray) -> np.ndarray:
    """Leave out single runs far from both neighbours, where trimming a tenth leaves far steps."""
    steps = np.abs(np.diff(x))
    kept = np.sort(steps)[: math.ceil(0.9 * steps.size)]
    limit = 6.0 * np.median(steps)
    if not kept[-1] > 4.0 * 0.6575 * trimmed(steps) or limit <= 0:
        return x
    before, after = np.diff(x)[:-1], -np.diff(x)[1:]
    far = (np.minimum(np.abs(before), np.abs(after)) > limit) & (before * after > 0)
    spikes = np.concatenate(([False], far, [False]))
    most_near = np.convolve(spikes, np.ones(40)).max()  # n is below 320 here
    return x[~spikes] if 3 <= spikes.sum() <= 0.12 * x.size and most_near < 7.5 else x


class Oracle:
    """Numpy only, O(n^2), one method per step of the specification."""

    def __init__(self, x: np.ndarray) -> None:
        self.n = x.size
        steps = np.abs(np.diff(x))
        self.floor = max(1e-12, 1e-5 * np.ptp(x))
        moved = steps[steps > 0]
        if moved.size > 2 and moved.size >= 0.03 * self.n:
            self.floor = 0.3 * moved.min()
        calm = without_spikes(x)
        self.v1 = trimmed(np.abs(np.diff(calm))) ** 2
        wide = trimmed(np.abs(calm[2:] - calm[:-2])) ** 2
        self.rho = 0.0
        if calm.size > 12 and self.v1 > 0:
            self.rho = float(np.clip(wide / self.v1 - 1.0, 0.0, 0.8))
        around = [min(max(i - 2, 0), self.n - 5) for i in range(self.n)]
        middle = np.array([np.median(x[a : a + 5]) for a in around])
        reach = 3.0 * self.sigma(self.rho)
        self.y = np.clip(x, middle - reach, middle + reach)
        self.x, self.jumps = x, x - middle
        self.price = 2.5 * math.log(self.n)
        self.need = 3.4 + 0.2 * math.log(self.n)
        self.slope = 0.0

    def sigma(self, rho: float) -> float:
        return float(max(math.sqrt(self.v1 / (2.0 * (1.0 - rho))), self.floor))

    def long_run(self, rho: float) -> float:
        return self.sigma(rho) ** 2 * (1.0 + rho) / (1.0 - rho)

    def segment(self, y: np.ndarray, price: float) -> tuple[float, list[int]]:
        sums = np.concatenate(([0.0], np.cumsum(y)))
        squares = np.concatenate(([0.0], np.cumsum(y * y)))
        allowed = [0] + [t for t in range(3, self.n - 2) if self.may_cut(y, t)]
        cost = [-price]
        cuts: list[list[int]] = [[]]
        for end in range(1, self.n + 1):
            starts = np.array([t for t in allowed if t < end])
            within = squares[end] - squares[starts]
            within = within - (sums[end] - sums[starts]) ** 2 / (end - starts)
            totals = np.array([cost[t] for t in starts]) + price + within
            best = int(np.argmin(totals))
            start = int(starts[best])
            cost.append(float(totals[best]))
            cuts.append([*cuts[start], start] if start else [])
        return cost[-1], cuts[-1]

    @staticmethod
    def may_cut(y: np.ndarray, t: int) -> bool:
        before = [y[t - k : t].mean() for k in (1, 2, 3)]
        after = [y[t : t + k].mean() for k in (1, 2, 3)]
        return bool(min(after) > max(before) or max(after) < min(before))

    def residual_rho(self, cuts: list[int]) -> float:
        squares = products = 0.0
        for a, b in pairwise([0, *cuts, self.n]):
            residual = self.y[a:b] - self.y[a:b].mean()
            squares += float(residual @ residual)
            products += float(residual[1:] @ residual[:-1])
        raw = products / squares if squares > 0.0 else 0.0
        return raw + (1.0 + 3.0 * max(raw, 0.0)) * (len(cuts) + 1) / self.n

    def settle(self) -> tuple[float, list[int]]:
        rho = 0.0 if self.rho > 0.1 else self.rho
        cost, cuts = self.segment(self.y, self.price * self.long_run(rho))
        for _ in range(6 if self.rho > 0.1 else 0):
            seen = min(self.residual_rho(cuts) + 0.5 / math.sqrt(self.n), self.rho)
            if seen <= rho + 0.03:
                break
            rho = seen
            cost, cuts = self.segment(self.y, self.price * self.long_run(rho))
        self.rho = rho
        return cost, cuts

    def pooled(self, edges: list[int]) -> tuple[float, float, float]:
        xx = xy = yy = 0.0
        for a, b in pairwise(edges):
            t = np.arange(a, b) - (a + b - 1) / 2.0
            y = self.y[a:b] - self.y[a:b].mean()
            xx, xy, yy = xx + float(t @ t), xy + float(t @ y), yy + float(y @ y)
        return xx, xy, yy

    def remove_drift(self, cost: float, cuts: list[int]) -> list[int]:
        price, entry = self.price * self.long_run(self.rho), self.price * self.long_run(self.rho)
        inflated = (1.0 + self.rho) / (1.0 - self.rho)
        for _ in range(4 if self.n >= 30 else 0):
            xx, xy, yy = self.pooled([0, *cuts, self.n])
            if xx <= 0.0:
                break
            slope = xy / xx
            error = (
                inflated * max(yy - slope * xy, 1e-300) / max(1.0, self.n - len(cuts) - 2.0) / xx
            )
            if abs(slope) / math.sqrt(error) < 2.5:
                break
            for factor in (2.0, 1.0) if slope * self.slope >= 0.0 else (1.0,):
                level = self.y - factor * slope * np.arange(self.n)
                new_cost, new_cuts = self.segment(level, price)
                if new_cost < cost - entry:
                    self.y, cost, cuts, entry = level, new_cost, new_cuts, 0.0
                    self.slope += factor * slope
                    break
            else:
                break
        return cuts

    def sides(self, place: Levels) -> tuple[np.ndarray, np.ndarray]:
        a, b, c = place
        return self.y[max(a, b - 60) : b], self.y[b : min(c, b + 60)]

    def z(self, place: Levels) -> float:
        before, after = self.sides(place)
        m, k = before.size, after.size
        if min(m, k) < 3:
            return 0.0
        line = np.concatenate((before, after)) - np.concatenate((before, after)).mean()
        t = np.arange(m + k) - (m + k - 1) / 2.0
        va, vb = m * before.var(), k * after.var()
        if m + k >= 8 and line @ line - (t @ line) ** 2 / (t @ t) < va + vb:
            return 0.0
        extra = 4.0 * self.sigma(self.rho) ** 2
        pooled = (va + vb + extra) / (m + k + 2.0) * (1.0 / m + 1.0 / k)
        welch = (va + extra) / (m + 3.0) / m + (vb + extra) / (k + 3.0) / k
        inflated = (1.0 + self.rho) / (1.0 - self.rho)
        t2 = (after.mean() - before.mean()) ** 2 / (inflated * max(pooled, welch))
        v = m + k + 2.0
        z = math.sqrt(v * math.log1p(t2 / v)) * (8.0 * v + 1.0) / (8.0 * v + 3.0)
        if z >= self.need and (self.ranks_deny(place) or self.spikes_explain(place)):
            return min(z, 0.5 * self.need)
        return z

    def ranks_deny(self, place: Levels) -> bool:
        a, b, c = place
        x = self.x - self.slope * np.arange(self.n)
        before, after = x[max(a, b - 30) : b], x[b : min(c, b + 30)]
        above = (after[None] > before[:, None]).sum() + 0.5 * (after[None] == before[:, None]).sum()
        pairs = before.size * after.size
        spread = math.sqrt(pairs * (before.size + after.size + 1.0) / 12.0)
        return bool(abs(above - pairs / 2.0) / spread < min(2.5, 0.9 * pairs / 2.0 / spread))

    def spikes_explain(self, place: Levels) -> bool:
        before, after = self.sides(place)
        b, runs = place[1], min(before.size, after.size)
        if runs >= 9:
            return False
        step = float(after.mean() - before.mean())
        short = range(b, b + runs)
        if before.size < after.size:
            short, step = range(b - runs, b), -step
        least = max(0.5 * abs(step), 2.5 * self.sigma(self.rho))
        others = [i for i in range(self.n) if i not in short]  # all are within 500 runs here
        count = sum(math.copysign(1.0, step) * self.jumps[i] >= least for i in others)
        tail = -0.5 * self.need**2 - math.log(self.need * math.sqrt(2.0 * math.pi))
        return count >= 2 and runs * math.log(count / len(others)) > tail

    def settle_edge(self, edges: list[int], i: int) -> None:
        a, b, c = edges[i - 1 : i + 2]
        spots = range(max(a + 3, b - 5), min(c - 3, b + 5) + 1)
        costs = {t: (t - a) * self.y[a:t].var() + (c - t) * self.y[t:c].var() for t in spots}
        edges[i] = min(costs, key=costs.__getitem__, default=b)

    def judge(self, edges: list[int]) -> list[float]:
        return [self.z((a, b, c)) for a, b, c in zip(edges, edges[1:], edges[2:], strict=False)]

    def drop(self, edges: list[int], i: int) -> None:
        del edges[i]
        for j in range(max(1, i - 1), min(i, len(edges) - 2) + 1):
            self.settle_edge(edges, j)

    def weed(self, edges: list[int]) -> None:
        while len(edges) > 2:
            z = self.judge(edges)
            if min(z) >= self.need:
                break
            self.drop(edges, 1 + int(np.argmin(z)))

    def beside_slope(self, edges: list[int]) -> list[float]:
        def residual(edges: list[int]) -> float:
            xx, xy, yy = self.pooled(edges)
            return yy - xy * xy / xx

        least = residual(edges)
        own = self.sigma(self.rho) ** 2
        degrees = max(1.0, self.n - len(edges)) + 4.0
        unit = max((least + 4.0 * own) / degrees, own) * (1.0 + self.rho) / (1.0 - self.rho)
        inner = range(1, len(edges) - 1)
        return [
            math.sqrt(max(residual(edges[:i] + edges[i + 1 :]) - least, 0) / unit) for i in inner
        ]

    def places(self) -> tuple[list[int], list[float]]:
        edges = [0, *self.remove_drift(*self.settle()), self.n]
        self.weed(edges)
        enough = 2.0 if self.slope == 0.0 else self.need
        while self.n >= 30 and len(edges) > 2:
            t = self.beside_slope(edges)
            if min(t) >= enough:
                break
            self.drop(edges, 1 + int(np.argmin(t)))
            self.weed(edges)
        return edges[1:-1], self.judge(edges)


def series(seed: int) -> np.ndarray:
    """Return a short history with steps, and by turns a drift, spikes, correlation or ticks."""
    generator = np.random.default_rng([77, seed])
    n = int(generator.integers(6, 130))
    noise = generator.normal(0.0, 0.02, n)
    if seed % 5 == 1:
        noise += 0.15 * np.arange(n) / n
    if seed % 5 == 2:
        noise[generator.random(n) < 0.06] += 0.15
    if seed % 5 == 3:
        for i in range(1, n):
            noise[i] += 0.6 * noise[i - 1]
    for place in generator.integers(0, n, int(generator.integers(0, 4))):
        noise[place:] += generator.normal(0.0, 0.08)
    values = 100.0 * np.exp(noise)
    return np.round(values, 1) if seed % 5 == 4 else values


@pytest.mark.parametrize("first", range(0, 300, 30))
def test_the_same_places_and_numbers(first: int) -> None:
    for seed in range(first, first + 30):
        values = series(seed)
        analysis = analyse(values)
        oracle = Oracle(np.log(values))
        places, z = oracle.places()
        assert [change.index for change in analysis.changes] == places, seed
        assert [change.z for change in analysis.changes] == pytest.approx(z, rel=1e-6), seed
        assert analysis.rho == pytest.approx(oracle.rho, abs=1e-9)
        assert analysis.sigma == pytest.approx(oracle.sigma(oracle.rho), rel=1e-9)
        assert analysis.slope == pytest.approx(oracle.slope, abs=1e-9)
