"""The thresholds of projects in the database, and what their rules look at of a series."""

from collections.abc import Mapping, Sequence
from typing import LiteralString

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.thresholds.files import rules_of
from backend.domain.thresholds.rules import (
    NO_RULES,
    Threshold,
    ThresholdRules,
    Version,
    thresholds_for,
)
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.tables.thresholds import ThresholdVersionRow

_NEWEST: LiteralString = """
select text from threshold_version where project_id = %s order by number desc limit 1
"""
_VERSIONS: LiteralString = """
select number, text, source, author, saved_at from threshold_version
where project_id = %(project)s and (number = %(number)s or %(number)s::bigint is null)
order by number desc limit %(limit)s
"""
# one array of ids, so that the plan does not depend on how many there are
_DESCRIBE: LiteralString = """
select s.id, suite.name, benchmark.name, metric.name, testbed.name, branch.name,
       variant.parameters, benchmark.tags
from series s
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
join benchmark on benchmark.project_id = s.project_id and benchmark.id = s.benchmark_id
join variant on variant.project_id = s.project_id and variant.id = s.variant_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
join branch on branch.project_id = s.project_id and branch.id = s.branch_id
where s.project_id = %(project)s
  and (%(all)s or s.id = any(array(select unnest(%(ids)s::bigint[]))))
order by s.id
"""


def read_rules(session: Session, project_id: int) -> ThresholdRules:
    """Return the thresholds that hold now."""
    row = raw_connection(session).execute(_NEWEST, (project_id,)).fetchone()
    return rules_of(row[0]) if row else NO_RULES


def versions(session: Session, project_id: int, limit: int) -> list[Version]:
    """Return the versions, the newest first."""
    asked = {"project": project_id, "number": None, "limit": limit}
    return cursor_of(session, Version).execute(_VERSIONS, asked).fetchall()


def find_version(session: Session, project_id: int, number: int) -> Version | None:
    asked = {"project": project_id, "number": number, "limit": 1}
    return cursor_of(session, Version).execute(_VERSIONS, asked).fetchone()


def rules_of_version(session: Session, project_id: int, number: int) -> ThresholdRules:
    """Return the thresholds of a version; 0: what holds before the first."""
    version = find_version(session, project_id, number)
    return rules_of(version.text) if version else NO_RULES


def add_version(
    session: Session, project_id: int, number: int, told: tuple[str, str], author: str
) -> Version:
    """Keep a file, and where it came from, as the version that holds from now on."""
    text, source = told
    row = session.scalars(
        insert(ThresholdVersionRow)
        .values(project_id=project_id, number=number, text=text, source=source, author=author)
        .returning(ThresholdVersionRow)
    ).one()
    return Version(row.number, row.text, row.source, row.author, row.saved_at)


def last_number(session: Session, project_id: int) -> int:
    """Return the number of the version that holds; 0 where none was saved."""
    row = ThresholdVersionRow
    asked = select(row.number).where(row.project_id == project_id)
    return session.scalars(asked.order_by(row.number.desc()).limit(1)).one_or_none() or 0


def describe_series(
    session: Session, project_id: int, series_ids: Sequence[int] | None = None
) -> dict[int, SeriesDescription]:
    """Return what rules look at of series, by id; None: of all of the project."""
    asked = {"project": project_id, "all": series_ids is None, "ids": list(series_ids or ())}
    rows = raw_connection(session).execute(_DESCRIBE, asked)
    return {id_: SeriesDescription(*names) for id_, *names in rows}


def thresholds_of(
    session: Session, project_id: int, series_ids: Sequence[int], rules: ThresholdRules
) -> Mapping[int, Threshold]:
    """Return how each of some series is judged; nothing is read where no rule is kept."""
    if not rules.rules:
        return dict.fromkeys(series_ids, rules.standard)
    described = describe_series(session, project_id, series_ids)
    judged = thresholds_for(SeriesTable(list(described.values())), rules)
    return dict(zip(described, judged, strict=True))
