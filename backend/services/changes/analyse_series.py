"""One series under the detector: machines levelled, boundaries found, newest runs looked at."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import structlog
from sqlalchemy.orm import Session

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.machines.turns import Levelled, level_machines
from backend.domain.thresholds.rules import Threshold
from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Analysis, Options
from backend.stats.online import Suspicion, suspicions
from backend.storage.reports import results
from backend.storage.reports.results import SeriesColumns
from backend.storage.series import rows as series
from backend.storage.series.states import SeriesState

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Detection:
    """What the whole history of a series says."""

    project_id: int
    branch_id: int
    direction: BetterDirection
    state: SeriesState
    columns: SeriesColumns
    levelled: Levelled
    analysis: Analysis
    suspicions: tuple[Suspicion, ...]
    threshold: Threshold

    def bounds(self) -> list[int]:
        """Return the first runs of all levels but the first."""
        return sorted([*(one.index for one in self.analysis.changes), *self.analysis.forced])

    def neighbours(self, index: int) -> tuple[int, int]:
        """Return how many points lie between a boundary and the next one on either side."""
        edges = [0, *self.bounds(), self.analysis.n]
        place = edges.index(index, 1)
        return index - edges[place - 1], edges[place + 1] - index

    def due_at(self) -> int | None:
        """Return how many points the series has when the first suspicion may be cleared."""
        return min((one.answered_by for one in self.suspicions), default=None)


def analyse_series(
    session: Session,
    project_id: int,
    states: Mapping[int, SeriesState],
    thresholds: Mapping[int, Threshold],
) -> Iterator[Detection]:
    """Read and analyse one series after the other; one that cannot be judged is left out."""
    directions = series.directions(session, project_id, list(states))
    branches = series.branches(session, project_id, list(states))
    for series_id, columns in results.read_series(session, project_id, list(states)):
        try:
            levelled = level_machines(columns.value, columns.fingerprint)
            options = options_of(thresholds[series_id], levelled.values)
            analysis = analyse(levelled.values, levelled.boundaries, options)
            suspected = _large(suspicions(levelled.values, analysis), options, analysis)
        except ValueError:
            # numbers that cannot be judged must not keep the task's other series waiting for ever
            log.exception("series not analysed", project=project_id, series=series_id)
            continue
        yield Detection(
            project_id,
            branches[series_id],
            directions[series_id],
            states[series_id],
            columns,
            levelled,
            analysis,
            suspected,
            thresholds[series_id],
        )


def options_of(threshold: Threshold, values: Floats) -> Options:
    """Tell the detector what a threshold asks of these values.

    Half as much and twice as much are changes of one size; where a value is not positive there are
    no ratios, and the minimum effect is a share of the middle of all sizes.
    """
    least, z = threshold.in_history, threshold.evidence.z
    if least == 0.0 or values.size == 0:
        return Options(z0=z)
    if values.min() > 0.0:
        return Options(z0=z, min_effect=math.log1p(least))
    return Options(z0=z, min_effect=least * float(np.median(np.abs(values))))


def _large(
    found: tuple[Suspicion, ...], options: Options, analysis: Analysis
) -> tuple[Suspicion, ...]:
    """Return the suspicions that would be changes, were they borne out."""
    if options.min_effect == 0.0:
        return found
    sizes = (
        math.log(one.after / one.before) if analysis.logarithmic else one.after - one.before
        for one in found
    )
    return tuple(
        one for one, size in zip(found, sizes, strict=True) if abs(size) >= options.min_effect
    )
