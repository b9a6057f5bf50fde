"""How well reported change points fit the true ones: one to one, within a margin of runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

MARGIN = 5  # runs


@dataclass(slots=True)
class Counts:
    """What was found, missed and made up, added up over series."""

    found: int = 0
    missed: int = 0
    false: int = 0
    exact: int = 0
    """Found at the very run."""
    runs: int = 0
    errors: list[int] = field(default_factory=list)
    """Of each change found, runs between where it is and where it was reported."""

    def add(self, other: "Counts") -> None:
        self.found += other.found
        self.missed += other.missed
        self.false += other.false
        self.exact += other.exact
        self.runs += other.runs
        self.errors += other.errors

    @property
    def precision(self) -> float:
        return _share(self.found, self.found + self.false)

    @property
    def recall(self) -> float:
        return _share(self.found, self.found + self.missed)

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def exact_share(self) -> float:
        return self.exact / max(1, self.found)

    @property
    def false_per_1000(self) -> float:
        return 1000 * self.false / max(1, self.runs)


def matched(
    true: Iterable[int], reported: Sequence[int], margin: int = MARGIN
) -> list[tuple[int, int]]:
    """Pair true with reported places, nearest first, each used once."""
    near = sorted(
        (abs(place - other), place, other)
        for place in true
        for other in reported
        if abs(place - other) <= margin
    )
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, place, other in near:
        if place not in pairs and other not in used:
            pairs[place] = other
            used.add(other)
    return list(pairs.items())


def count(
    required: Sequence[int],
    ignored: Sequence[int],
    reported: Iterable[int],
    runs: int,
    margin: int = MARGIN,
) -> Counts:
    """Judge what was reported for one series of so many runs.

    `required` changes must be found and are matched first; finding one of the `ignored`
    is neither rewarded nor punished.
    """
    places = sorted({int(place) for place in reported})
    pairs = matched(required, places, margin)
    rest = sorted(set(places) - {other for _, other in pairs})
    pardoned = matched(ignored, rest, margin)
    errors = [abs(place - other) for place, other in pairs]
    return Counts(
        found=len(pairs),
        missed=len(required) - len(pairs),
        false=len(rest) - len(pardoned),
        exact=errors.count(0),
        runs=runs,
        errors=errors,
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
