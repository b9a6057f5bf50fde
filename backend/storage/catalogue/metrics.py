"""Metrics of suites as they are corrected: the row, and every number that is stored of it."""

from collections.abc import Iterable, Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import StoredMetric, UnitChange
from backend.domain.catalogue.metrics import BetterDirection, Metric, NoiseKind
from backend.storage.engine import cursor_of, raw_connection

_READ: LiteralString = """
select metric.id, suite.name, suite.id, metric.name, metric.unit, metric.direction, metric.noise,
       coalesce((select array_agg(a.name order by a.name) from name_alias a
                 where a.project_id = metric.project_id and a.kind = 'metric'
                   and a.target_id = metric.id), '{}'),
       (select count(*) from series s
        where s.project_id = metric.project_id and s.metric_id = metric.id and not s.is_hidden)
from metric
join suite on suite.project_id = metric.project_id and suite.id = metric.suite_id
where metric.project_id = %(project)s and (%(id)s::bigint is null or metric.id = %(id)s)
  and (%(suites)s::text[] is null or suite.name = any(%(suites)s))
  and not exists (select from name_alias other
                  where other.project_id = metric.project_id and other.kind = 'suite'
                    and other.name = suite.name and other.target_id <> suite.id)
order by suite.name, metric.name
limit 2000
"""
_WRITE: LiteralString = """
update metric set direction = %(direction)s, unit = %(unit)s
where project_id = %(project)s and id = %(id)s
"""
_SERIES: LiteralString = """
select id from series where project_id = %s and metric_id = %s order by id
"""
_SCALE = """
update {table} set value = value * %(factor)s, low = low * %(factor)s, high = high * %(factor)s,
    sd = sd * %(factor)s, spread_low = spread_low * %(factor)s,
    spread_high = spread_high * %(factor)s, histogram_scale = histogram_scale * %(factor)s,
    samples = (select array_agg(sample * %(factor)s order by place)
               from unnest(samples) with ordinality as one (sample, place)),
    aspects = (select array_agg(aspect * %(factor)s order by place)
               from unnest(aspects) with ordinality as one (aspect, place))
where project_id = %(project)s and series_id = any(%(series)s)
"""
SCALED = ("value", "low", "high", "sd", "spread_low", "spread_high", "histogram_scale")
_SCALE_DELETED = """
update deleted_row d set content = d.content || jsonb_build_object({fields}, 'samples', (
    select jsonb_agg(sample::float8 * %(factor)s order by place)
    from jsonb_array_elements_text(nullif(d.content -> 'samples', 'null'))
         with ordinality as one (sample, place)), 'aspects', (
    select jsonb_agg(aspect::float8 * %(factor)s order by place)
    from jsonb_array_elements_text(nullif(d.content -> 'aspects', 'null'))
         with ordinality as one (aspect, place)))
where project_id = %(project)s and relation in ('result', 'excluded_result')
  and (content ->> 'series_id')::bigint = any(%(series)s)
"""
_LOCKED: LiteralString = """
select id, name, unit, direction, noise from metric
where project_id = %s and id = any(%s)
"""


def read_metrics(
    session: Session, project_id: int, suites: Sequence[str] = ()
) -> list[StoredMetric]:
    """Return the metrics of some suites, of all where none is named."""
    asked = {"project": project_id, "id": None, "suites": list(suites) or None}
    return cursor_of(session, StoredMetric).execute(_READ, asked).fetchall()


def find_metric(session: Session, project_id: int, metric_id: int) -> StoredMetric | None:
    asked = {"project": project_id, "id": metric_id, "suites": None}
    return cursor_of(session, StoredMetric).execute(_READ, asked).fetchone()


def metrics_by_id(session: Session, project_id: int, ids: Iterable[int]) -> dict[int, Metric]:
    rows = raw_connection(session).execute(_LOCKED, (project_id, list(ids)))
    return {
        id_: Metric(id_, name, unit, BetterDirection(direction), NoiseKind(noise))
        for id_, name, unit, direction, noise in rows
    }


def series_of_metric(session: Session, project_id: int, metric_id: int) -> list[int]:
    return [row[0] for row in raw_connection(session).execute(_SERIES, (project_id, metric_id))]


def write_metric(
    session: Session, project_id: int, metric_id: int, unit: str, direction: str
) -> None:
    asked = {"project": project_id, "id": metric_id, "unit": unit, "direction": direction}
    raw_connection(session).execute(_WRITE, asked)


def scale_results(
    session: Session, project_id: int, series_ids: Sequence[int], change: UnitChange
) -> None:
    """Multiply every stored number of series, those that can be brought back too."""
    asked = {"project": project_id, "series": list(series_ids), "factor": change.factor}
    for table in ("result", "excluded_result"):
        raw_connection(session).execute(_SCALE.format(table=table), asked)
    fields = ", ".join(f"'{one}', (d.content ->> '{one}')::float8 * %(factor)s" for one in SCALED)
    raw_connection(session).execute(_SCALE_DELETED.format(fields=fields), asked)
