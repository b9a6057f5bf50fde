"""Two filled databases asked in turns, so that a busy machine slows both in the same way."""

from collections.abc import Iterator
from contextlib import ExitStack

import numpy as np

from backend.bench.machine import watched
from backend.bench.scale.asking import REPEATS, WARM_UP, median_ms
from backend.bench.scale.measuring import Figure, GrowthMeasuring
from backend.domain.people.projects import Project

ROUNDS = 3
"""Questions are asked in so many rounds: of each pair of requests there are ROUNDS * REPEATS."""
BURSTS = 5

Pair = tuple[Figure, Figure]


def measure_in_turns(first: GrowthMeasuring, second: GrowthMeasuring) -> Iterator[Pair]:
    """Ask both the same: each request goes to one, then to the other."""
    both = (first, second)
    yield from zip(first.sizes(), second.sizes(), strict=True)
    roots = {
        f"{place} {name}": pid
        for place, one in enumerate(both)
        for name, pid in one.stand.roots.items()
    }
    with watched(roots) as use:
        for name in first.asked:
            yield from _pages(name, [(one, one.asked[name]) for one in both])
        yield from _bursts(both)
    foreign = Figure("the machine taken by others meanwhile", use.foreign * 100, "%")
    yield foreign, foreign


def _pages(name: str, both: list[tuple[GrowthMeasuring, Project]]) -> Iterator[Pair]:
    with ExitStack() as stack:
        askers = [stack.enter_context(one.asker(project)) for one, project in both]
        questions = [one.questions() for one in askers]
        for what in questions[0]:
            waits: tuple[list[float], list[float]] = ([], [])
            for turn in range(WARM_UP + ROUNDS * REPEATS):
                for asker, asked, seen in zip(askers, questions, waits, strict=True):
                    seen.append(asker.wait(what, asked[what], turn))
            told = f"{what}, {name} project"
            one, other = (Figure(told, median_ms(seen), "ms", is_page=True) for seen in waits)
            yield one, other


def _bursts(both: tuple[GrowthMeasuring, GrowthMeasuring]) -> Iterator[Pair]:
    for one in both:
        one.warm_up()
    rates = np.median([[one.ingest() for one in both] for _ in range(BURSTS)], axis=0)
    for column, what, unit in (
        (0, "accept, several writers, worker at work", "reports/s"),
        (1, "ingest and judge", "results/s"),
    ):
        yield (
            Figure(what, float(rates[0, column]), unit),
            Figure(what, float(rates[1, column]), unit),
        )
