"""The commits of a history, each with one centre of its runs, and the way back to the runs."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.changes import Analysis, Change
from backend.stats.drifts.fitting import Drift
from backend.stats.online import Suspicion


@dataclass(frozen=True, slots=True)
class MeasuredCommits:
    """One entry for each commit: the first of its runs and their median."""

    values: Floats
    starts: Ints
    centres: Floats

    def boundaries(self, runs: Iterable[int]) -> list[int]:
        """Return the first commits that lie behind boundaries between runs as a whole."""
        found = np.searchsorted(self.starts, list(runs)).tolist()
        return sorted({one for one in found if 0 < one < self.starts.size})

    def starts_behind(self, runs: Iterable[int]) -> tuple[int, ...]:
        """Return the first runs of the commits that lie behind boundaries as a whole."""
        return tuple(int(self.starts[one]) for one in self.boundaries(runs))

    def first_runs(self) -> Floats:
        """Return the first run of each commit."""
        return self.values[self.starts]

    def narrowed(self, change: Change) -> Change:
        """Return a change among the commits, given it among the runs."""
        places = change.index, change.first, change.last
        index, first, last = (
            int(np.searchsorted(self.starts, place, side="right")) - 1 for place in places
        )
        return replace(change, index=index, first=first, last=last)

    def widened(self, change: Change) -> Change:
        """Return a change among the runs, given it among the commits."""
        index, first, last = (
            int(self.starts[place]) for place in (change.index, change.first, change.last)
        )
        return replace(change, index=index, first=first, last=last)

    def in_runs(self, analysis: Analysis) -> Analysis:
        """Return an analysis of the commits with the places of their first runs."""
        return replace(
            analysis,
            n=self.values.size,
            changes=tuple(self.widened(one) for one in analysis.changes),
            forced=tuple(int(self.starts[place]) for place in analysis.forced),
        )

    def drift_in_runs(self, drift: Drift) -> Drift:
        """Return a drift among the runs, given it among the commits."""
        start, end, earliest, latest = (
            int(self.starts[place])
            for place in (drift.start, drift.end, drift.earliest, drift.latest)
        )
        return replace(drift, start=start, end=end, earliest=earliest, latest=latest)

    def suspicion_in_runs(self, suspicion: Suspicion) -> Suspicion:
        return replace(suspicion, index=int(self.starts[suspicion.index]))


def commits_of(values: Floats, positions: Ints) -> MeasuredCommits:
    """Put the runs of each commit together; both are in order of the commits."""
    is_first = np.ones(values.size, np.bool_)
    is_first[1:] = positions[1:] != positions[:-1]
    starts = np.flatnonzero(is_first)
    if starts.size == values.size:
        return MeasuredCommits(values, starts, values)
    counts = np.diff(np.append(starts, values.size))
    ordered = values[np.lexsort((values, np.cumsum(is_first)))]
    low, high = ordered[starts + (counts - 1) // 2], ordered[starts + counts // 2]
    return MeasuredCommits(values, starts, low + (high - low) / 2)
