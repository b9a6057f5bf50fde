"""Courses in the database: their points packed into one column."""

import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import LiteralString

import numpy as np
from sqlalchemy import insert
from sqlalchemy.orm import Session

from backend.domain.reports.time_courses import ListedTimeCourse
from backend.stats.arrays import Floats
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.tables.reports.time_courses import TimeCourseRow

LISTED: LiteralString = """
select time_course.id, benchmark.name, variant.parameters, metric.name,
       metric.unit, metric.direction, time_course.round, time_course.points
from time_course
join variant on variant.project_id = time_course.project_id and variant.id = time_course.variant_id
join benchmark
  on benchmark.project_id = variant.project_id and benchmark.id = variant.benchmark_id
join metric on metric.project_id = time_course.project_id and metric.id = time_course.metric_id
where time_course.project_id = %s and time_course.run_id = %s
order by benchmark.name, metric.name, time_course.id
"""
BODIES: LiteralString = """
select id, body from time_course where project_id = %s and run_id = %s and id = any(%s)
"""


OF_METRIC: LiteralString = """
select id, body from time_course where project_id = %(project)s and metric_id = %(metric)s
order by id
"""
RESCALED: LiteralString = """
update time_course set body = %(body)s where project_id = %(project)s and id = %(id)s
"""
DELETED: LiteralString = """
select id, decode(substr(content ->> 'body', 3), 'hex') from deleted_row
where project_id = %(project)s and relation = 'time_course'
  and (content ->> 'metric_id')::bigint = %(metric)s
order by id
"""
RESCALED_DELETED: LiteralString = """
update deleted_row set content = content || jsonb_build_object('body', %(body)s::bytea)
where project_id = %(project)s and id = %(id)s
"""
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class NewTimeCourse:
    """A course on its way into the database, in base units."""

    run_id: int
    variant_id: int
    metric_id: int
    round: int | None
    points: int
    body: bytes


@dataclass(frozen=True, slots=True)
class StoredTimeCourse:
    id: int
    seconds: Floats
    values: Floats


def pack(seconds: Sequence[float], values: Sequence[float], factor: float) -> bytes:
    """Return the points of a course as they are stored; the factor leads to the base unit."""
    return _packed(np.asarray(seconds, "<f8"), np.asarray(values, "<f8") * factor)


def _packed(seconds: Floats, values: Floats) -> bytes:
    return zlib.compress(np.concatenate([seconds, values]).astype("<f8").tobytes())


def add(session: Session, project_id: int, new: Sequence[NewTimeCourse]) -> None:
    session.execute(
        insert(TimeCourseRow), [{"project_id": project_id} | asdict(one) for one in new]
    )


def read_time_courses_of_run(
    session: Session, project_id: int, run_id: int
) -> list[ListedTimeCourse]:
    return cursor_of(session, ListedTimeCourse).execute(LISTED, (project_id, run_id)).fetchall()


def read_time_courses(
    session: Session, project_id: int, run_id: int, course_ids: Sequence[int]
) -> list[StoredTimeCourse]:
    """Return those of the courses that the run has."""
    cursor = raw_connection(session).cursor(binary=True)
    rows = cursor.execute(BODIES, (project_id, run_id, list(course_ids))).fetchall()
    return [_unpacked(id_, body) for id_, body in rows]


def _unpacked(course_id: int, body: bytes) -> StoredTimeCourse:
    numbers = np.frombuffer(zlib.decompress(body), "<f8")
    half = numbers.size // 2
    return StoredTimeCourse(course_id, numbers[:half], numbers[half:])


def scale(session: Session, project_id: int, metric_id: int, factor: float) -> None:
    """Multiply the values of every course of a metric, of those that can be brought back too."""
    asked = {"project": project_id, "metric": metric_id}
    for found, write in ((OF_METRIC, RESCALED), (DELETED, RESCALED_DELETED)):
        with raw_connection(session).cursor() as cursor:
            rows = cursor.execute(found, asked)
            while several := rows.fetchmany(AT_ONCE):
                old = [_unpacked(id_, body) for id_, body in several]
                raw_connection(session).cursor().executemany(write, [
                    {"project": project_id, "id": one.id,
                     "body": _packed(one.seconds, one.values * factor)}
                    for one in old
                ])  # fmt: skip
