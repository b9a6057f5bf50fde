"""Series in the database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.domain.catalogue.metrics import BetterDirection, NoiseKind
from backend.storage.tables.catalogue import MetricRow
from backend.storage.tables.series import SeriesRow
from backend.storage.upsert import ensure


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """What makes a series: variant, metric, testbed and branch."""

    variant_id: int
    metric_id: int
    testbed_id: int
    branch_id: int


@dataclass(frozen=True, slots=True)
class SeriesPlace:
    """Where a series hangs in the tree of suites; kept with it so that lists need no join."""

    suite_id: int
    benchmark_id: int


def ensure_series(
    session: Session, project_id: int, wanted: Iterable[tuple[SeriesKey, SeriesPlace]]
) -> dict[SeriesKey, int]:
    rows = [
        {
            "project_id": project_id,
            "variant_id": key.variant_id,
            "metric_id": key.metric_id,
            "testbed_id": key.testbed_id,
            "branch_id": key.branch_id,
            "suite_id": place.suite_id,
            "benchmark_id": place.benchmark_id,
        }
        for key, place in wanted
    ]
    key = ("variant_id", "metric_id", "testbed_id", "branch_id")
    ids = ensure(session, SeriesRow, key, rows) if rows else {}
    return {SeriesKey(*natural): id_ for natural, id_ in ids.items()}


def judged_metrics(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, tuple[BetterDirection, NoiseKind]]:
    """Return which way is better, and whether the metric is exact, by series."""
    rows = session.execute(
        select(SeriesRow.id, MetricRow.direction, MetricRow.noise)
        .join(
            MetricRow,
            (MetricRow.project_id == SeriesRow.project_id) & (MetricRow.id == SeriesRow.metric_id),
        )
        .where(SeriesRow.project_id == project_id, SeriesRow.id.in_(series_ids))
    )
    return {id_: (BetterDirection(better), NoiseKind(noise)) for id_, better, noise in rows}


def branches(session: Session, project_id: int, series_ids: Sequence[int]) -> dict[int, int]:
    """Return the branch of each series."""
    rows = session.execute(
        select(SeriesRow.id, SeriesRow.branch_id).where(
            SeriesRow.project_id == project_id, SeriesRow.id.in_(series_ids)
        )
    )
    return {row[0]: row[1] for row in rows}
