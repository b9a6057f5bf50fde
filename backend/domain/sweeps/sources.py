"""Which runs the answer of a sweep comes from: those of one commit that are fit, together."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """A run that measured curves of a sweep, each at several values: their series."""

    id: int
    commit_id: int
    position: int
    started_at: datetime
    in_rounds: bool
    """An agent measured: each variant once per round, in random order."""
    series: Sequence[int]

    @property
    def held(self) -> int:
        """How many values of curves it has."""
        return len(self.series)


@dataclass(frozen=True, slots=True)
class SweepSource:
    """The runs that the answer of a sweep at one commit comes from."""

    runs: Sequence[MeasuredRun]
    """The one that holds most values first, the newest of those alike."""
    in_rounds: bool
    is_fit: bool
    """Nothing that the runs say of their machine speaks against them."""

    @property
    def ids(self) -> list[int]:
        return [run.id for run in self.runs]

    @property
    def position(self) -> int:
        return self.runs[0].position

    @property
    def newest(self) -> datetime:
        return max(run.started_at for run in self.runs)


def sources_of(runs: Iterable[MeasuredRun], unfit: Collection[int]) -> list[SweepSource]:
    """Choose the runs of every commit, in the order of the branch.

    Runs of a machine that was not fit count only where a commit has no others. The rounds of
    agents count together, those of a job that refined the sweep among them, where values that runs
    share tell how one run stands to another. Else one run counts: that with most values, the newest
    of several.
    """
    commits: dict[int, list[MeasuredRun]] = {}
    for run in runs:
        commits.setdefault(run.commit_id, []).append(run)
    found = [_source(own, unfit) for own in commits.values()]
    return sorted(found, key=lambda one: (one.position, one.newest))


def answering(sources: Sequence[SweepSource]) -> SweepSource | None:
    """Return the commit that was swept last, of those with runs of a fit machine if any has."""
    return max(_counted(sources), key=lambda one: one.newest, default=None)


def before(sources: Sequence[SweepSource], source: SweepSource) -> SweepSource | None:
    """Return the commit before one on the branch, by the same kind of runs."""
    earlier = [
        one
        for one in sources
        if one.position < source.position and (one.is_fit or not source.is_fit)
    ]
    return earlier[-1] if earlier else None


def not_counted(
    runs: Iterable[MeasuredRun],
    source: SweepSource,
    sources: Sequence[SweepSource],
    unfit: Collection[int],
) -> list[int]:
    """Return the runs of a machine that was not fit which have no part in what counts.

    A run that is shown alone, as its machine was not fit, is one of them.
    """
    at = source.runs[0].commit_id
    counted = next((one for one in sources if one.runs[0].commit_id == at), source)
    if not counted.is_fit:
        return []
    return [
        run.id
        for run in runs
        if run.id in unfit and (run.commit_id == at or run.started_at > counted.newest)
    ]


def _source(runs: Sequence[MeasuredRun], unfit: Collection[int]) -> SweepSource:
    fit = [run for run in runs if run.id not in unfit]
    counted = sorted(fit or runs, key=lambda run: (run.held, run.started_at, run.id), reverse=True)
    together = _sharing([run for run in counted if run.in_rounds])
    return SweepSource(together or counted[:1], bool(together), bool(fit))


def _sharing(runs: Sequence[MeasuredRun]) -> list[MeasuredRun]:
    """Return the first run and those that share a value with it, directly or through others."""
    known: set[int] = set(runs[0].series) if runs else set()
    while True:
        found = [run for run in runs if not known.isdisjoint(run.series)]
        reached = known.union(*(run.series for run in found))
        if reached == known:
            return found
        known = reached


def _counted(sources: Sequence[SweepSource]) -> Sequence[SweepSource]:
    return [one for one in sources if one.is_fit] or sources
