"""Prints the suite's goals from a report of the agent: ratio, interval, pairs, and whether met."""

# ruff: noqa: INP001, T201 - a program that is run, not imported
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

METRIC = "ops_per_cpu_second"
PEERS = ("glibc", "jemalloc", "mimalloc", "tcmalloc")
FEWEST_PAIRS = 6
COVERAGE = 0.95

Parameters = dict[str, str | int]
Series = dict[tuple[str, str, int], list[float]]


class Ratio(NamedTuple):
    """Median of the ratios of paired samples and its 95 % interval, by order statistics."""

    median: float
    low: float
    high: float
    pairs: int


class Row(NamedTuple):
    """One line of the table: what is compared, and which ratio would meet the goal."""

    goal: str
    ratio: Ratio | None
    verdict: str


def read(report: Path) -> Series:
    """Give samples by benchmark, arm and threads; of several lengths the longest."""
    results = json.loads(report.read_text())["results"]
    found: Series = {}
    for result in sorted(results, key=lambda one: one["parameters"].get("cycles", 0)):
        if result.get("metric") == METRIC and result.get("samples"):
            parameters: Parameters = result["parameters"]
            arm = str(parameters.get("allocator", parameters.get("rings")))
            key = (result["benchmark"], arm, int(parameters.get("threads", 0)))
            found[key] = result["samples"]
    return found


def ratio(contender: list[float] | None, baseline: list[float] | None) -> Ratio | None:
    """Pair samples round by round; None if there are too few for an interval."""
    pairs = list(zip(contender or [], baseline or [], strict=False))
    if len(pairs) < FEWEST_PAIRS:
        return None
    ratios = sorted(one / other for one, other in pairs)
    rank = outer_rank(len(ratios))
    return Ratio(statistics.median(ratios), ratios[rank], ratios[-rank - 1], len(ratios))


def outer_rank(count: int) -> int:
    """Count how many ratios may lie outside at each end, by the binomial law of the median."""
    outside = 0
    tail = 0.5**count
    while tail + math.comb(count, outside + 1) * 0.5**count <= (1 - COVERAGE) / 2:
        outside += 1
        tail += math.comb(count, outside) * 0.5**count
    return outside


def at_least(limit: float) -> Callable[[Ratio], str]:
    """Judge: met if the whole interval lies above the limit, not met if it lies below."""

    def judge(found: Ratio) -> str:
        if found.low >= limit:
            return "met"
        return "not met" if found.high < limit else "not resolved"

    return judge


def sign(found: Ratio) -> str:
    """Say which way, if the interval does."""
    if found.low > 1:
        return "faster"
    return "slower" if found.high < 1 else "no difference seen"


def row(goal: str, found: Ratio | None, judge: Callable[[Ratio], str]) -> Row:
    """Make a row also where the pairs are too few."""
    return Row(goal, found, "too few pairs" if found is None else judge(found))


def threads_of(series: Series, benchmark: str) -> list[int]:
    """List the numbers of threads that were measured."""
    return sorted({threads for name, _, threads in series if name == benchmark})


def peer_rows(series: Series) -> Iterator[Row]:
    """Compare with each peer on small objects, with tcmalloc on large ones."""
    for threads in threads_of(series, "random_mixed"):
        own = series.get(("random_mixed", "ringpool", threads))
        for peer in PEERS:
            found = ratio(own, series.get(("random_mixed", peer, threads)))
            yield row(f"random_mixed, {threads} threads: above {peer}", found, at_least(1))
    for threads in threads_of(series, "mid_large_mt"):
        own = series.get(("mid_large_mt", "ringpool", threads))
        found = ratio(own, series.get(("mid_large_mt", "tcmalloc", threads)))
        yield row(f"mid_large_mt, {threads} threads: 0.9 of tcmalloc", found, at_least(0.9))


def ring_rows(series: Series) -> Iterator[Row]:
    """Compare other rings with 16/16, and 16/16 with itself."""
    for benchmark in ("mid_large_mt_rings", "random_mixed_rings"):
        arms = [arm for name, arm, _ in series if name == benchmark and arm != "16/16"]
        for arm in arms:
            found = ratio(series[benchmark, arm, 0], series.get((benchmark, "16/16", 0)))
            yield row(f"{benchmark}: {arm} against 16/16", found, sign)


def same_rows(series: Series) -> Iterator[Row]:
    """Compare ringpool with itself: what the run can tell apart."""
    for benchmark in ("random_mixed", "mid_large_mt"):
        for threads in threads_of(series, benchmark):
            own = series.get((benchmark, "ringpool", threads))
            found = ratio(series.get((benchmark, "ringpool-again", threads)), own)
            yield row(f"{benchmark}, {threads} threads: ringpool against itself", found, sign)


def line(shown: Row) -> str:
    """Write the row as text."""
    found = shown.ratio
    numbers = (
        ""
        if found is None
        else f"{found.median:.3f} [{found.low:.3f}, {found.high:.3f}] {found.pairs} pairs"
    )
    return f"{shown.goal:<52} {numbers:<34} {shown.verdict}"


def main() -> None:
    """Read the report named on the command line."""
    if len(sys.argv) != 2:  # noqa: PLR2004
        sys.exit("goals.py REPORT.json")
    series = read(Path(sys.argv[1]))
    for rows in (peer_rows, ring_rows, same_rows):
        for shown in rows(series):
            print(line(shown))


if __name__ == "__main__":
    main()
