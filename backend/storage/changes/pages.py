"""What the page of one change point reads beside the change itself."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.pages import ChangeSide, Neighbours
from backend.storage.engine import raw_connection

_SIDE: LiteralString = """
select run.id, r.binary_hash, r.benchmark_version,
       run.conditions->'control'->>'verdict', coalesce(run.conditions->'control'->>'reason', ''),
       exists (select from environment e
               where e.project_id = run.project_id and e.id = run.environment_id
                 and e.attributes <> '{}'),
       exists (select from fingerprint f
                  where f.project_id = run.project_id and f.id = run.fingerprint_id
                    and f.attributes <> '{}')
from run
join result r on r.project_id = run.project_id and r.run_id = run.id and r.series_id = %(series)s
where run.project_id = %(project)s and run.id = %(run)s
limit 1
"""
# a profile is taken now and then; the nearest one on each side tells most
_PROFILE: LiteralString = """
select p.id
from profile p
join series s on s.project_id = p.project_id and s.id = %(series)s and s.variant_id = p.variant_id
join result r on r.project_id = p.project_id and r.series_id = s.id and r.run_id = p.run_id
where p.project_id = %(project)s and {place}, p.kind
limit 1
"""
_BEFORE: LiteralString = "r.position < %(position)s order by r.position desc, r.run_id desc"
_AFTER: LiteralString = "r.position >= %(position)s order by r.position, r.run_id"
_PLACE: LiteralString = """
select series_id, position, before_run_id, after_run_id
from change_point where project_id = %s and id = %s
"""
_NEIGHBOURS: LiteralString = """
select (
    select r.run_id from result r
    where r.project_id = c.project_id and r.series_id = c.series_id
      and (r.position, r.run_id) < (c.position, c.run_id)
    order by r.position desc, r.run_id desc
    limit 1), c.run_id
from change_point c where c.project_id = %s and c.id = %s
"""
_TOLD: LiteralString = """
select c.id,
       exists (select from profile p
               join series t on t.project_id = p.project_id and t.variant_id = p.variant_id
                            and t.id = c.series_id
               join result r on r.project_id = p.project_id and r.series_id = t.id
                            and r.run_id = p.run_id and r.position < c.position
               where p.project_id = c.project_id)
       and exists (select from profile p
               join series t on t.project_id = p.project_id and t.variant_id = p.variant_id
                            and t.id = c.series_id
               join result r on r.project_id = p.project_id and r.series_id = t.id
                            and r.run_id = p.run_id and r.position >= c.position
               where p.project_id = c.project_id) as is_profiled,
       (select count(r.binary_hash) from result r
        where r.project_id = c.project_id and r.series_id = c.series_id
          and r.run_id in (c.before_run_id, c.after_run_id)) > 1 as is_hashed
from unnest(%s::bigint[]) with ordinality as asked (id, place)
join change_point c on c.project_id = %s and c.id = asked.id
order by is_profiled desc, is_hashed desc, asked.place
limit 1
"""
_SIMILAR: LiteralString = """
select o.id
from change_point c
join series s on s.project_id = c.project_id and s.id = c.series_id
join series t on t.project_id = s.project_id and t.suite_id = s.suite_id
             and t.benchmark_id = s.benchmark_id and t.metric_id = s.metric_id
join change_point o on o.project_id = t.project_id and o.series_id = t.id
join commit on commit.project_id = o.project_id and commit.id = o.commit_id
where c.project_id = %s and c.id = %s
  and o.kind = c.kind and o.aspect = c.aspect
  and o.state in ('confirmed', 'fixed') and o.id <> all(%s)
order by o.series_id = c.series_id desc, coalesce(commit.time, o.detected_at) desc
limit %s
"""


def read_neighbours(session: Session, project_id: int, change_id: int) -> Neighbours:
    """Return the runs of the series next to a change point; those surely apart may lie further."""
    row = raw_connection(session).execute(_NEIGHBOURS, (project_id, change_id)).fetchone()
    return Neighbours(*(row or (None, None)))


def read_sides(session: Session, project_id: int, change_id: int) -> tuple[ChangeSide, ChangeSide]:
    """Return the runs surely before and surely after a change point, and what was measured."""
    row = raw_connection(session).execute(_PLACE, (project_id, change_id)).fetchone()
    series_id, position, before, after = row or (0, 0, None, None)
    facts = {"project": project_id, "series": series_id, "position": position}
    return (
        _side(session, facts | {"run": before}, _BEFORE),
        _side(session, facts | {"run": after}, _AFTER),
    )


def _side(session: Session, facts: dict[str, int | None], place: LiteralString) -> ChangeSide:
    connection = raw_connection(session)
    run = connection.execute(_SIDE, facts).fetchone()
    profile = connection.execute(_PROFILE.format(place=place), facts).fetchone()
    profile_id = profile[0] if profile else None
    if run is None:
        return ChangeSide(facts["run"], None, None, None, "", False, False, profile_id)
    run_id, binary, version, control, reason, environment, machine = run
    return ChangeSide(run_id, binary, version, control, reason, environment, machine, profile_id)


def most_significant(session: Session, project_id: int, change_ids: Sequence[int]) -> int | None:
    """Return the change of which the reports tell most: profiles of both sides, then binaries.

    The first of several that tell as much.
    """
    asked = (list(change_ids), project_id)
    row = raw_connection(session).execute(_TOLD, asked).fetchone()
    return row[0] if row else None


def similar_changes(
    session: Session, project_id: int, change_id: int, without: list[int], most: int
) -> list[int]:
    """Return other changes of the same metric and benchmark, those of the same series first."""
    rows = raw_connection(session).execute(_SIMILAR, (project_id, change_id, without, most))
    return [row[0] for row in rows]
