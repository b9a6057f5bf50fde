"""Suites, benchmarks, variants and metrics in the database."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from backend.domain.catalogue.metrics import BetterDirection, Metric, NoiseKind
from backend.domain.catalogue.parameters import Parameters, canonical
from backend.domain.catalogue.units import Unit
from backend.domain.reports.format import BenchmarkFacts, MetricDeclaration, Suite
from backend.storage.engine import raw_connection
from backend.storage.tables.catalogue import BenchmarkRow, MetricRow, SuiteRow, VariantRow
from backend.storage.upsert import ensure


def ensure_suite(session: Session, project_id: int, suite: Suite) -> int:
    key = ("name",)
    row = {"project_id": project_id, "name": suite.name, "summary": suite.summary}
    return ensure(session, SuiteRow, key, [row])[suite.name,]


def update_summary(session: Session, project_id: int, suite_id: int, summary: str) -> None:
    session.execute(
        update(SuiteRow)
        .where(SuiteRow.project_id == project_id, SuiteRow.id == suite_id)
        .values(summary=summary)
    )


def ensure_benchmarks(
    session: Session, project_id: int, suite_id: int, names: Sequence[str]
) -> dict[str, int]:
    rows = [{"project_id": project_id, "suite_id": suite_id, "name": name} for name in names]
    ids = ensure(session, BenchmarkRow, ("suite_id", "name"), rows)
    return {name: id_ for (_, name), id_ in ids.items()}


def update_facts(
    session: Session, project_id: int, benchmark_id: int, facts: BenchmarkFacts
) -> None:
    """Keep the newest description of a benchmark; results keep the one they were made with."""
    session.execute(
        update(BenchmarkRow)
        .where(BenchmarkRow.project_id == project_id, BenchmarkRow.id == benchmark_id)
        .values(
            summary=facts.summary,
            tags=facts.tags,
            sweep_axes=facts.sweep,
            metrics=facts.metrics,
            version_hash=facts.version_hash,
        )
    )


def store_sweep_defaults(
    session: Session, project_id: int, names: tuple[str, str], defaults: Mapping[str, object]
) -> None:
    """Remember what swept parameters of a benchmark are by default; `names`: suite, benchmark."""
    suite, benchmark = names
    owner = select(SuiteRow.id).where(SuiteRow.project_id == project_id, SuiteRow.name == suite)
    session.execute(
        update(BenchmarkRow)
        .where(
            BenchmarkRow.project_id == project_id,
            BenchmarkRow.suite_id == owner.scalar_subquery(),
            BenchmarkRow.name == benchmark,
        )
        .values(sweep_defaults=dict(defaults))
    )


def read_sweep_defaults(session: Session, project_id: int, benchmark_id: int) -> dict[str, Any]:
    """Return what the swept parameters of a benchmark are by default, by name."""
    row = session.get(BenchmarkRow, (project_id, benchmark_id), populate_existing=True)
    return row.sweep_defaults if row else {}


def read_benchmark_tags(session: Session, project_id: int) -> dict[int, dict[str, str]]:
    """Return the tags of those benchmarks that have any, by id."""
    found = session.execute(
        select(BenchmarkRow.id, BenchmarkRow.tags).where(
            BenchmarkRow.project_id == project_id, BenchmarkRow.tags != {}
        )
    )
    return {row.id: row.tags for row in found}


def ensure_variants(
    session: Session, project_id: int, wanted: Mapping[tuple[int, bytes], Parameters]
) -> dict[tuple[int, bytes], int]:
    """Return variant ids by benchmark id and canonical key."""
    rows = [
        {
            "project_id": project_id,
            "benchmark_id": benchmark_id,
            "key": key,
            "parameters": canonical(parameters),
        }
        for (benchmark_id, key), parameters in wanted.items()
    ]
    ids = ensure(session, VariantRow, ("benchmark_id", "key"), rows) if rows else {}
    return {(benchmark_id, bytes(key)): id_ for (benchmark_id, key), id_ in ids.items()}


def ensure_metrics(
    session: Session,
    project_id: int,
    suite_id: int,
    declared: Mapping[str, tuple[MetricDeclaration, Unit]],
) -> dict[str, Metric]:
    rows = [
        {
            "project_id": project_id,
            "suite_id": suite_id,
            "name": name,
            "unit": unit.base,
            "direction": declaration.direction,
            "noise": declaration.noise,
            "summary": declaration.summary,
        }
        for name, (declaration, unit) in declared.items()
    ]
    ensure(session, MetricRow, ("suite_id", "name"), rows)
    found = session.scalars(
        select(MetricRow).where(
            MetricRow.project_id == project_id,
            MetricRow.suite_id == suite_id,
            MetricRow.name.in_(declared),
        )
    )
    return {row.name: _metric(row) for row in found}


_ORDERS = "select id, metrics from benchmark where project_id = %s and id = any(%s)"


def read_metric_orders(
    session: Session, project_id: int, benchmark_ids: Iterable[int]
) -> dict[int, list[str]]:
    """Return the metrics of benchmarks in the order of their manifest, by id; empty if unknown."""
    rows = raw_connection(session).execute(_ORDERS, (project_id, sorted(benchmark_ids)))
    return dict(rows.fetchall())


_METRICS = """
with home as (
    select id from suite where project_id = %(project)s and name = %(suite)s
    union
    select target_id from name_alias
    where project_id = %(project)s and kind = 'suite' and suite_id = 0 and name = %(suite)s
)
select metric.id, metric.name, metric.unit, metric.direction, metric.noise
from home
join metric on metric.project_id = %(project)s and metric.suite_id = home.id
union all
select metric.id, alias.name, metric.unit, metric.direction, metric.noise
from home
join name_alias alias
  on alias.project_id = %(project)s and alias.kind = 'metric' and alias.suite_id = home.id
join metric on metric.project_id = %(project)s and metric.id = alias.target_id
"""


def metrics_of(session: Session, project_id: int, suite: str) -> dict[str, Metric]:
    """Return the metrics stored for a suite, by each of their names; empty for an unknown suite."""
    asked = {"project": project_id, "suite": suite}
    rows = raw_connection(session).execute(_METRICS, asked).fetchall()
    return {
        name: Metric(id_, name, unit, BetterDirection(direction), NoiseKind(noise))
        for id_, name, unit, direction, noise in rows
    }


def _metric(row: MetricRow) -> Metric:
    return Metric(row.id, row.name, row.unit, BetterDirection(row.direction), NoiseKind(row.noise))
