"""The largest steps between neighbouring releases: said in the terminal, and explained first.

Medians of this run only; what is a change and what is noise, the server judges.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from tidemark_demo.catalogue import Release
from tidemark_demo.rounds import Outcome

METRIC = "cpu_time"


@dataclass(frozen=True, slots=True)
class Step:
    """How many times longer a benchmark takes than in the release before."""

    release: Release
    benchmark: str
    ratio: float

    @property
    def size(self) -> float:
        return max(self.ratio, 1 / self.ratio)

    def sentence(self) -> str:
        word = "slower" if self.ratio > 1 else "faster"
        return f"{self.release.commit}  {self.benchmark}  {self.size:.2f} times {word}"


def largest(outcomes: Mapping[Release, Outcome], count: int) -> list[Step]:
    """Return the largest steps in either direction, at most `count` of them, largest first."""
    return _by_size(outcomes)[:count]


def around_steps(outcomes: Mapping[Release, Outcome]) -> list[Release]:
    """Return every release, those on either side of the largest steps in front."""
    order: dict[Release, None] = {}
    for step in _by_size(outcomes):
        package, number = step.release.package, step.release.number
        before = [one for one in outcomes if one.package == package and one.number < number]
        order |= dict.fromkeys([max(before, key=lambda one: one.number), step.release])
    return list(order | dict.fromkeys(outcomes))


def _by_size(outcomes: Mapping[Release, Outcome]) -> list[Step]:
    steps = [
        step
        for package in {release.package for release in outcomes}
        for step in _steps({r: o for r, o in outcomes.items() if r.package == package})
    ]
    return sorted(steps, key=lambda step: step.size, reverse=True)


def _steps(outcomes: Mapping[Release, Outcome]) -> list[Step]:
    steps = []
    levels: dict[str, float] = {}
    for release in sorted(outcomes, key=lambda release: release.number):
        for benchmark, metrics in outcomes[release].samples.items():
            level = median(metrics[METRIC])
            if benchmark in levels:
                steps.append(Step(release, benchmark, level / levels[benchmark]))
            levels[benchmark] = level
    return steps
