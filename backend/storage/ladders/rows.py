"""Ladders and their rungs in the database, and the results that rungs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, LiteralString

from psycopg.rows import class_row
from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.results import SeriesScatter
from backend.domain.ladders.records import (
    LadderFacts,
    LadderRecord,
    NewerResult,
    RungFacts,
    RungRecord,
    RungResult,
)
from backend.storage.catalogue.labels import read_labels
from backend.storage.engine import raw_connection
from backend.storage.tables.ladders import LadderRow, RungRow

MOST_LADDERS = 100

LADDERS: LiteralString = """
select id, name, note, metric, unit, direction, min_effect, created_by, created_at, updated_at
from ladder
where project_id = %(project)s and removed_at is null
  and (%(ladder)s::bigint is null or id = %(ladder)s)
order by updated_at desc, id desc
limit %(most)s
"""
RUNGS: LiteralString = """
select id, ladder_id, place, role, label, note, decision, reason, decided_by, run_id, series_id,
       value, sd, n, source, conditions, figures
from rung
where project_id = %s and ladder_id = any(%s) and removed_at is null
order by ladder_id, place, id
"""
RESULTS: LiteralString = """
select r.series_id, r.run_id, r.value, r.low, r.high, r.sd, r.n, r.samples, r.rounds,
       run.agent is not null, state.last_run_id, state.last_value,
       state.scatter_n, state.scatter, state.is_logarithmic
from unnest(%(series)s::bigint[], %(runs)s::bigint[]) as wanted (series_id, run_id)
join result r
  on r.project_id = %(project)s and r.series_id = wanted.series_id and r.run_id = wanted.run_id
join run on run.project_id = %(project)s and run.id = r.run_id
left join series_state state
  on state.project_id = %(project)s and state.series_id = r.series_id
"""


def read_ladders(session: Session, project_id: int) -> list[LadderRecord]:
    """Return the ladders of a project, the one changed last in front, at most MOST_LADDERS."""
    return _ladders(session, project_id, None)


def count_ladders(session: Session, project_id: int) -> int:
    there = LadderRow.project_id == project_id, LadderRow.removed_at.is_(None)
    return session.scalar(select(func.count()).select_from(LadderRow).where(*there)) or 0


def find_ladder(session: Session, project_id: int, ladder_id: int) -> LadderRecord | None:
    return next(iter(_ladders(session, project_id, ladder_id)), None)


def lock_ladder(session: Session, project_id: int, ladder_id: int) -> None:
    """Let nobody else change a ladder until the end of the transaction."""
    session.execute(
        select(LadderRow.id)
        .where(LadderRow.project_id == project_id, LadderRow.id == ladder_id)
        .with_for_update()
    )


def _ladders(session: Session, project_id: int, ladder_id: int | None) -> list[LadderRecord]:
    cursor = raw_connection(session).cursor(row_factory=class_row(LadderRecord))
    asked = {"project": project_id, "ladder": ladder_id, "most": MOST_LADDERS}
    return cursor.execute(LADDERS, asked).fetchall()


def read_rungs(
    session: Session, project_id: int, ladder_ids: Sequence[int]
) -> dict[int, list[RungRecord]]:
    """Return the rungs of some ladders in their order, by ladder."""
    cursor = raw_connection(session).cursor(row_factory=class_row(RungRecord))
    found: dict[int, list[RungRecord]] = {one: [] for one in ladder_ids}
    for rung in cursor.execute(RUNGS, (project_id, list(ladder_ids))):
        found[rung.ladder_id].append(rung)
    return found


def read_rung_results(
    session: Session, project_id: int, wanted: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], RungResult]:
    """Return the results that are still stored, by (series, run)."""
    pairs = [pair for pair in dict.fromkeys(wanted) if pair != (0, 0)]
    if not pairs:
        return {}
    labels = read_labels(session, project_id, [series for series, _ in pairs])
    cursor = raw_connection(session).cursor(binary=True)
    series, runs = zip(*pairs, strict=True)
    asked = {"project": project_id, "series": list(series), "runs": list(runs)}
    rows = cursor.execute(RESULTS, asked).fetchall()
    return {(row[0], row[1]): _result(labels[row[0]], row) for row in rows}


def _result(label: SeriesLabel, row: Sequence[Any]) -> RungResult:
    run_id, value, low, high, sd, n, samples, rounds, in_rounds, newest_run, newest = row[1:12]
    is_newest = newest_run in {None, run_id}
    return RungResult(
        label, run_id, value, low, high, sd, n, samples, rounds, in_rounds, _noise(row[12:]),
        None if is_newest else NewerResult(newest_run, newest),
    )  # fmt: skip


def _noise(columns: Sequence[Any]) -> SeriesScatter | None:
    return None if columns[0] is None else SeriesScatter(*columns)


def add_ladder(session: Session, project_id: int, facts: LadderFacts) -> int:
    made = insert(LadderRow).values(project_id=project_id, **asdict(facts)).returning(LadderRow.id)
    return session.execute(made).scalar_one()


def add_rungs(
    session: Session, project_id: int, ladder_id: int, rungs: Sequence[RungFacts]
) -> list[int]:
    """Add rungs behind those there are, in their order; return their ids."""
    behind = session.execute(
        select(func.coalesce(func.max(RungRow.place) + 1, 0)).where(
            RungRow.project_id == project_id, RungRow.ladder_id == ladder_id
        )
    ).scalar_one()
    keys = {"project_id": project_id, "ladder_id": ladder_id}
    rows = [keys | {"place": place} | asdict(rung) for place, rung in enumerate(rungs, behind)]
    made = session.execute(
        insert(RungRow).returning(RungRow.id, sort_by_parameter_order=True), rows
    )
    touch_ladder(session, project_id, ladder_id)
    return list(made.scalars())


def change_ladder(
    session: Session, project_id: int, ladder_id: int, changes: Mapping[str, Any]
) -> bool:
    """Change columns of a ladder, also of a removed one; False where there is none."""
    done = session.execute(
        update(LadderRow)
        .where(LadderRow.project_id == project_id, LadderRow.id == ladder_id)
        .values(**changes, updated_at=func.now())
        .returning(LadderRow.id)
    )
    return done.first() is not None


def touch_ladder(session: Session, project_id: int, ladder_id: int) -> None:
    change_ladder(session, project_id, ladder_id, {})


def change_rung(session: Session, place: tuple[int, int, int], changes: Mapping[str, Any]) -> bool:
    """Change columns of a rung, also of a removed one; `place` is project, ladder and rung."""
    project_id, ladder_id, rung_id = place
    done = session.execute(
        update(RungRow)
        .where(
            RungRow.project_id == project_id, RungRow.ladder_id == ladder_id, RungRow.id == rung_id
        )
        .values(**changes)
        .returning(RungRow.id)
    )
    touch_ladder(session, project_id, ladder_id)
    return done.first() is not None


def order_rungs(session: Session, project_id: int, ladder_id: int, ids: Sequence[int]) -> None:
    """Give the rungs the places of their ids in the list."""
    for place, rung_id in enumerate(ids):
        change_rung(session, (project_id, ladder_id, rung_id), {"place": place})
