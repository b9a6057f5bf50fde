"""What comparing two runs takes: 5,000 results of 10 samples, beside a loop over scipy.stats."""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from backend.bench.fastest import fastest_s
from backend.bench.verdicts import BudgetVerdict
from backend.stats.arrays import Floats
from backend.stats.compare import Question
from backend.stats.comparison.paired import paired_p
from backend.stats.suites.compare import compare_suite
from backend.stats.suites.entries import EntrySide, SuiteEntry

RESULTS, SAMPLES = 5_000, 10
LOOPED = 250
"""Results that the loop compares: it takes the same for each, and a second for all."""
REPEATS = 7
MOST_MS = 100.0
"""Half of the 200 ms that a page comparing 5,000 results may take."""


@dataclass(frozen=True, slots=True)
class Comparing:
    """Milliseconds for all results: p-values of pairs, a suite of pairs, one of runs, the loop."""

    pairs_ms: float
    suite_of_pairs_ms: float
    suite_of_runs_ms: float
    loop_ms: float


def measure_comparing() -> Comparing:
    """Return the fastest of several goes at each."""
    generator = np.random.default_rng(11)
    baseline, contender = np.exp(0.03 * generator.standard_normal((2, RESULTS, SAMPLES)))
    pairs = _entries(baseline, contender, Question(), is_interleaved=True)
    runs = _entries(baseline, contender, Question(between=0.01), is_interleaved=False)
    return Comparing(
        pairs_ms=1e3 * fastest_s(lambda: paired_p(baseline, contender), REPEATS),
        suite_of_pairs_ms=1e3 * fastest_s(lambda: compare_suite(pairs), REPEATS),
        suite_of_runs_ms=1e3 * fastest_s(lambda: compare_suite(runs), REPEATS),
        loop_ms=1e3
        * fastest_s(lambda: _loop(np.log(baseline), np.log(contender)), REPEATS)
        * (RESULTS / LOOPED),
    )


def of_comparing(found: Comparing) -> list[BudgetVerdict]:
    slowest = max(found.suite_of_pairs_ms, found.suite_of_runs_ms)
    ratio = found.loop_ms / found.suite_of_pairs_ms
    figure = (
        f"{found.suite_of_pairs_ms:.0f} ms in pairs, {found.suite_of_runs_ms:.0f} ms in two runs,"
        f" {ratio:.0f} times as fast as scipy.stats row by row"
    )
    return [BudgetVerdict("statistics of 5,000 results", "≤ 100 ms", figure, slowest <= MOST_MS)]


def _entries(
    baseline: Floats, contender: Floats, question: Question, *, is_interleaved: bool
) -> list[SuiteEntry]:
    return [
        SuiteEntry(
            place,
            EntrySide((first,)),
            EntrySide((second,)),
            question,
            is_interleaved=is_interleaved,
        )
        for place, (first, second) in enumerate(zip(baseline, contender, strict=True))
    ]


def _loop(baseline: Floats, contender: Floats) -> None:
    for first, second in zip(baseline[:LOOPED], contender[:LOOPED], strict=True):
        stats.ttest_rel(first, second)
