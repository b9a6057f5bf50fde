"""Change points in the database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.changes.findings import ChangeFinding, FindingKind
from backend.domain.changes.reconciliation import Closing, Known, Reconciliation
from backend.domain.changes.states import ChangeStanding, State, StateCause
from backend.storage.engine import raw_connection

# what a job decided rests on its runs: where one no longer counts, the history decides again
_KNOWN: LiteralString = """
select series_id, id, kind, state,
       case when cause = 'job' and exists (
           select from (
               select verdict -> 'runs' as runs from job
               where job.project_id = change_point.project_id and change_id = change_point.id
                 and verdict ->> 'finding' in ('confirmed', 'refuted')
               order by job.id desc limit 1
           ) as told, jsonb_array_elements_text(told.runs) as measured (run)
           where not exists (
               select from result
               where result.project_id = change_point.project_id
                 and result.series_id = change_point.series_id
                 and result.run_id = measured.run::bigint
           )
       ) then 'detection' else cause end,
       confirmed_at is not null,
       position, first_position, last_position, before, after, same_code, verdict,
       ratio, low, high, z, sigma, rho, slope, aspect
from change_point where project_id = %s and series_id = any(%s) order by id
"""
_ADD: LiteralString = """
insert into change_point (project_id, series_id, detector, kind, verdict, state, cause,
    confirmed_at, position, commit_id, previous_commit_id, first_position, last_position,
    first_commit_id, last_commit_id, suspects, run_id, before_run_id, after_run_id,
    ratio, low, high, z, before, after, before_n, after_n, sigma, rho, slope,
    smallest_detectable, same_code, offsets, aspect, modes_before, modes_after)
values (%(project)s, %(series)s, %(detector)s, %(kind)s, %(verdict)s, %(state)s, %(cause)s,
    case when %(told)s then now() end,
    %(position)s, %(commit_id)s, %(previous_commit_id)s, %(first_position)s, %(last_position)s,
    %(first_commit_id)s, %(last_commit_id)s, %(suspects)s, %(run_id)s, %(before_run_id)s,
    %(after_run_id)s, %(ratio)s, %(low)s, %(high)s, %(z)s, %(before)s, %(after)s,
    %(before_n)s, %(after_n)s, %(sigma)s, %(rho)s, %(slope)s, %(smallest_detectable)s,
    %(same_code)s, %(offsets)s, %(aspect)s, %(modes_before)s::float8[],
    %(modes_after)s::float8[])
returning id
"""
_UPDATE: LiteralString = """
update change_point set detector = %(detector)s, kind = %(kind)s, verdict = %(verdict)s,
    state = %(state)s::varchar, cause = %(cause)s,
    confirmed_at = coalesce(confirmed_at, case when %(told)s then now() end),
    position = %(position)s, commit_id = %(commit_id)s,
    previous_commit_id = %(previous_commit_id)s,
    first_position = %(first_position)s, last_position = %(last_position)s,
    first_commit_id = %(first_commit_id)s, last_commit_id = %(last_commit_id)s,
    suspects = %(suspects)s, run_id = %(run_id)s, before_run_id = %(before_run_id)s,
    after_run_id = %(after_run_id)s,
    ratio = %(ratio)s, low = %(low)s, high = %(high)s, z = %(z)s, before = %(before)s,
    after = %(after)s, before_n = %(before_n)s, after_n = %(after_n)s, sigma = %(sigma)s,
    rho = %(rho)s, slope = %(slope)s, smallest_detectable = %(smallest_detectable)s,
    same_code = %(same_code)s, offsets = %(offsets)s,
    modes_before = %(modes_before)s::float8[], modes_after = %(modes_after)s::float8[],
    updated_at = now(),
    state_changed_at = case when state = %(state)s::varchar then state_changed_at else now() end
where project_id = %(project)s and id = %(id)s
"""
_MOVE: LiteralString = """
update change_point set state = %(state)s::varchar, cause = %(cause)s, updated_at = now(),
    state_changed_at = now()
where project_id = %(project)s and id = %(id)s
"""
_NAME: LiteralString = """
update change_point set culprits = coalesce((
    select jsonb_agg(jsonb_build_object('commit', c.id, 'share', said.share)
                     order by said.share desc, c.id)
    from unnest(%(names)s::text[], %(shares)s::float8[]) as said(name, share)
    join commit c on c.project_id = %(project)s and c.name = said.name), '[]'), updated_at = now()
where project_id = %(project)s and id = %(id)s
"""
_LOCK: LiteralString = """
select id, series_id, state, cause, confirmed_at is not null, acknowledged_at is not null
from change_point where project_id = %s and id = any(%s) order by id for update
"""
_ACKNOWLEDGE: LiteralString = """
update change_point
set acknowledged_by = %(by)s::text,
    acknowledged_at = case when %(by)s::text is not null
                           then coalesce(%(at)s::timestamptz, now()) end
where project_id = %(project)s and id = any(%(ids)s)
"""


@dataclass(frozen=True, slots=True)
class LockedChange:
    """A change point that nobody else can move until the transaction ends."""

    series_id: int
    standing: ChangeStanding
    is_acknowledged: bool


def known_of(
    session: Session, project_id: int, series_ids: Sequence[int], *, to_store: bool = False
) -> dict[int, list[Known]]:
    """Return the stored change points of each series that has any.

    To store: nobody else can move them until the transaction ends, or what a person or a job says
    of one while its history is judged would be overwritten.
    """
    query = _KNOWN + " for update" if to_store else _KNOWN
    rows = raw_connection(session).execute(query, (project_id, list(series_ids))).fetchall()
    known: dict[int, list[Known]] = {}
    for series_id, id_, kind, state, cause, told, *numbers in rows:
        standing = ChangeStanding(State(state), StateCause(cause), told)
        known.setdefault(series_id, []).append(Known(id_, FindingKind(kind), standing, *numbers))
    return known


def store(
    session: Session,
    project_id: int,
    series_id: int,
    reconciliation: Reconciliation,
    detector: str,
) -> list[int]:
    """Write a reconciliation; returns the ids of change points of which something is different."""
    common = {"project": project_id, "series": series_id, "detector": detector}
    for closing in reconciliation.closed:
        move(session, project_id, closing)
    for update in reconciliation.updated:
        facts = common | _facts(update.finding, update.standing) | {"id": update.id}
        raw_connection(session).execute(_UPDATE, facts)
    return [
        *(closing.id for closing in reconciliation.closed),
        *(update.id for update in reconciliation.updated if update.is_news),
        *(
            _add(session, common | _facts(finding, standing))
            for finding, standing in reconciliation.added
        ),
    ]


def move(session: Session, project_id: int, closing: Closing) -> None:
    """Bring a change point into another state and leave the rest of it as it is."""
    standing = closing.standing
    raw_connection(session).execute(
        _MOVE,
        {"project": project_id, "id": closing.id, "state": standing.state, "cause": standing.cause},
    )


def name_culprits(
    session: Session, project_id: int, change_id: int, shares: Mapping[str, float]
) -> None:
    """Write which commits a bisection named, with their probabilities; none: it takes them back."""
    said = {"names": [*shares], "shares": [*shares.values()]}
    raw_connection(session).execute(_NAME, {"project": project_id, "id": change_id} | said)


def lock(session: Session, project_id: int, change_ids: Sequence[int]) -> dict[int, LockedChange]:
    """Return those of the change points that exist, held until the transaction ends."""
    rows = raw_connection(session).execute(_LOCK, (project_id, list(change_ids)))
    return {
        id_: LockedChange(
            series_id, ChangeStanding(State(state), StateCause(cause), told), acknowledged
        )
        for id_, series_id, state, cause, told, acknowledged in rows
    }


def acknowledge(
    session: Session,
    project_id: int,
    change_ids: Sequence[int],
    by: str | None,
    at: datetime | None = None,
) -> None:
    """Note who takes care of change points, and since when if not from now on; None: nobody."""
    if not change_ids:
        return
    facts = {"project": project_id, "ids": list(change_ids), "by": by, "at": at}
    raw_connection(session).execute(_ACKNOWLEDGE, facts)


def _add(session: Session, facts: dict[str, Any]) -> int:
    ((id_,),) = raw_connection(session).execute(_ADD, facts).fetchall()
    return int(id_)


def _facts(finding: ChangeFinding, standing: ChangeStanding) -> dict[str, Any]:
    """Lay out a finding as one flat set of columns."""
    return {
        **asdict(finding),
        **asdict(finding.place),
        "state": standing.state,
        "cause": standing.cause,
        "told": standing.was_confirmed,
        "offsets": list(finding.offsets),
        "modes_before": list(finding.modes_before),
        "modes_after": list(finding.modes_after),
    }
