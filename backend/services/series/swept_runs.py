"""Read the runs of sweeps, choose those that answer, and put their results together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.sweeps.pooling import pooled
from backend.domain.sweeps.results import SweepResult
from backend.domain.sweeps.sources import MeasuredRun, SweepSource, sources_of
from backend.storage import sweeps
from backend.storage.machines import readings


@dataclass(frozen=True, slots=True)
class MeasuredSweep:
    """What measured a sweep: all runs, those of machines that were not fit, and each commit's."""

    runs: Sequence[MeasuredRun]
    unfit: Collection[int]
    commits: Sequence[SweepSource]


def read_sources(
    session: Session, project_id: int, asked: Sequence[tuple[str, Sequence[int]]]
) -> list[MeasuredSweep]:
    """Return what measured each sweep, given its axis and series."""
    runs = sweeps.read_measured_runs(session, project_id, asked)
    ids = sorted({run.id for own in runs for run in own})
    said = readings.read_of_runs(session, project_id, ids)
    unfit = {one.run for one in said if one.is_unfit}
    return [MeasuredSweep(own, unfit, sources_of(own, unfit)) for own in runs]


def read_pooled(
    session: Session, project_id: int, labels: Mapping[int, SeriesLabel], runs: Sequence[int]
) -> list[SweepResult]:
    """Return what runs have of series, as results of one run."""
    found = sweeps.read_results(session, project_id, labels, [(list(labels), runs)])
    return pooled(list(found.values()))
