"""The histories of series, read and judged one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import structlog
from sqlalchemy.orm import Session

from backend.domain.catalogue.metrics import BetterDirection, NoiseKind
from backend.domain.changes.judging import (
    AskedEvidence,
    JudgedHistory,
    PointConditions,
    judge_history,
)
from backend.domain.changes.reconciliation import Known
from backend.domain.thresholds.rules import Threshold
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
    noise: NoiseKind
    state: SeriesState
    columns: SeriesColumns
    history: JudgedHistory
    threshold: Threshold


def analyse_series(
    session: Session,
    project_id: int,
    states: Mapping[int, SeriesState],
    thresholds: Mapping[int, Threshold],
    known: Mapping[int, Sequence[Known]],
) -> Iterator[Detection]:
    """Read and judge one series after the other; one that cannot be judged is left out.

    `known` are the change points of each that stand until they are disproved.
    """
    metrics = series.judged_metrics(session, project_id, list(states))
    branches = series.branches(session, project_id, list(states))
    # a process of an older version lets a corrected history keep them, and nothing of it analysed
    stretches = {
        id_: one.stretches
        for id_, one in states.items()
        if one.stretches is not None and one.analysed_n
    }
    for series_id, columns in results.read_series(session, project_id, list(states), stretches):
        threshold, (direction, noise) = thresholds[series_id], metrics[series_id]
        try:
            history = judge(columns, threshold, noise, known.get(series_id, ()))
        except ValueError:
            # numbers that cannot be judged must not keep the task's other series waiting for ever
            log.exception("series not analysed", project=project_id, series=series_id)
            continue
        yield Detection(
            project_id,
            branches[series_id],
            direction,
            noise,
            states[series_id],
            columns,
            history,
            threshold,
        )


def judge(
    columns: SeriesColumns, threshold: Threshold, noise: NoiseKind, known: Sequence[Known] = ()
) -> JudgedHistory:
    """Judge a history by its threshold; ValueError where its numbers cannot be judged."""
    asked = AskedEvidence(threshold.in_history(noise), threshold.evidence.z)
    conditions = PointConditions(columns.fingerprint, columns.version)
    return judge_history(columns.value, columns.position, conditions, asked, known)
