"""Parts of a suite that are compared at once: entries of one shape, or a table of samples."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.compare import Question
from backend.stats.comparison.comparison_groups import (
    histograms_group,
    pairs_group,
    runs_group,
    samples_group,
    summaries_group,
)
from backend.stats.comparison.comparisons import Comparisons
from backend.stats.comparison.conclusions import Claims, Group, Sense, conclude, conclude_exact
from backend.stats.comparison.far_runs import EDGES
from backend.stats.comparison.from_summaries import ReportedMany
from backend.stats.comparison.run_scatter import RunScatter
from backend.stats.comparison.verdicts import WORSE_IF_LARGER, Direction, VerdictRules
from backend.stats.suites.entries import (
    EntrySide,
    Shape,
    SuiteEntry,
    centre_of,
    lost_partners,
    reported_of,
    shape_of,
)

NONE_FAR = (0.0,) * EDGES.size
DIRECTIONS: dict[int, Direction] = {1: "lower", -1: "higher", 0: "unknown"}


@dataclass(frozen=True, slots=True)
class SampleTable:
    """Entries with the samples of one run per side, as many in each: one row each, none an object.

    Thousands of them are compared several times as fast as entries are; they come to the same.
    `places` are those of the rows among all entries of the suite. All rows know as much of the
    scatter between runs: they are of one run, or have it, or none has. Every sample is finite.
    """

    keys: Sequence[Hashable]
    places: Ints
    metrics: Sequence[str]
    baseline: Floats
    contender: Floats
    scatter: RunScatter
    worse: Ints
    same_binary: Bools
    is_interleaved: bool

    def entry(self, row: int) -> SuiteEntry:
        """Return one row as an entry."""
        rho, shares = self.scatter.rho, self.scatter.shares
        question = Question(
            DIRECTIONS[int(self.worse[row])],
            float(self.scatter.sd[row]),
            float(self.scatter.degrees[row]),
            bool(self.same_binary[row]),
            0.0 if rho is None else float(rho[row]),
            () if shares is None else tuple(shares[row].tolist()),
        )
        return SuiteEntry(
            self.keys[row],
            EntrySide((self.baseline[row],)),
            EntrySide((self.contender[row],)),
            question,
            self.metrics[row],
            is_interleaved=self.is_interleaved,
        )


@dataclass(frozen=True, slots=True)
class SuitePart:
    """Comparisons made in the same way, and where they stand in the suite; exact ones are done."""

    places: Ints
    keys: Sequence[Hashable]
    metrics: Sequence[str]
    sense: Sense
    compared: Group | Comparisons

    def p(self) -> Floats:
        """Return the p-values that may be claimed from; exact numbers have none."""
        if isinstance(self.compared, Group):
            return self.compared.p()
        return np.full(self.places.size, np.nan)

    def concluded(self, rules: VerdictRules, claims: Claims) -> Comparisons:
        if isinstance(self.compared, Group):
            return conclude(self.compared, self.sense, rules, claims)
        return self.compared


def parts_of(entries: Sequence[SuiteEntry], places: Sequence[int]) -> list[SuitePart]:
    """Sort what both sides have by its shape; the places are those in the suite."""
    found: dict[tuple[Shape, int], list[int]] = {}
    for number, entry in enumerate(entries):
        shape = shape_of(entry)
        alone = number if shape[0] == "histograms" else -1  # they are compared one by one
        found.setdefault((shape, alone), []).append(number)
    return [
        _part(shape, [entries[one] for one in numbers], [places[one] for one in numbers])
        for (shape, _), numbers in found.items()
    ]


def _part(shape: Shape, part: Sequence[SuiteEntry], places: Sequence[int]) -> SuitePart:
    sense = _sense(part)
    return SuitePart(
        places=np.array(places, np.int64),
        keys=[one.key for one in part],
        metrics=[one.metric for one in part],
        sense=sense,
        compared=conclude_exact(*_exact(part), sense)
        if shape[0] == "exact"
        else _group(shape, part),
    )


def part_of_table(table: SampleTable) -> SuitePart:
    """Compare the rows of a table: in pairs where sides measured in turns are as long."""
    widths = table.baseline.shape[1], table.contender.shape[1]
    are_pairs = table.is_interleaved and widths[0] == widths[1]
    lost: Bools = np.full(len(table.keys), table.is_interleaved and not are_pairs)
    return SuitePart(
        places=table.places,
        keys=table.keys,
        metrics=table.metrics,
        sense=Sense(table.worse, table.same_binary, lost),
        compared=pairs_group(table.baseline, table.contender)
        if are_pairs
        else samples_group(table.baseline, table.contender, table.scatter),
    )


def _group(shape: Shape, part: Sequence[SuiteEntry]) -> Group:
    kind, _, baseline, contender = shape
    first, second = [[_side(one.baseline) for one in part], [_side(one.contender) for one in part]]
    if kind == "pairs":
        return pairs_group(_table(first, 0), _table(second, 0))
    scatter = _scatter(part)
    if kind == "samples":
        return samples_group(_table(first, 0), _table(second, 0), scatter)
    if kind == "runs":
        return runs_group(
            [_table(first, run) for run in range(len(baseline))],
            [_table(second, run) for run in range(len(contender))],
            scatter,
        )
    if kind == "histograms":
        return histograms_group(first[0].histograms, second[0].histograms, scatter)
    sides = [ReportedMany.of([reported_of(one) for one in side]) for side in (first, second)]
    return summaries_group(sides[0], sides[1], scatter)


def _side(side: EntrySide | None) -> EntrySide:
    return side or EntrySide()


def _table(sides: Sequence[EntrySide], run: int) -> Floats:
    return np.array([side.runs[run] for side in sides], dtype=np.float64)


def _scatter(part: Sequence[SuiteEntry]) -> RunScatter:
    together = [one.is_interleaved for one in part]
    between = np.array([one.question.between for one in part])
    shares = [one.question.far_shares for one in part]
    return RunScatter(
        np.where(together, 0.0, between),
        np.array([one.question.between_degrees for one in part]),
        np.array([one or NONE_FAR for one in shares]) if any(shares) else None,
        np.array([one.question.rho for one in part]),
    )


def _sense(part: Sequence[SuiteEntry]) -> Sense:
    worse: Ints = np.array([WORSE_IF_LARGER[one.question.direction] for one in part], np.int64)
    same_binary = np.array([one.question.same_binary for one in part], np.bool_)
    return Sense(worse, same_binary, np.array([lost_partners(one) for one in part], np.bool_))


def _exact(part: Sequence[SuiteEntry]) -> tuple[Floats, Floats]:
    return (
        np.array([centre_of(_side(one.baseline)) for one in part]),
        np.array([centre_of(_side(one.contender)) for one in part]),
    )
