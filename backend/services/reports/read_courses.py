"""Courses of a run as a chart draws them."""

from collections.abc import Sequence

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.reports.courses import CourseList, DrawnTimeCourse, rest_sentence
from backend.stats.downsample import select
from backend.storage.reports import courses
from backend.storage.reports.courses import StoredCourse

DRAWN = 800
"""Moments of one course in an answer; extremes are among them."""


def read_courses(
    session: Session, project_id: int, run_id: int, course_ids: Sequence[int]
) -> CourseList:
    """Return courses of one run; NotFoundError where it lacks one of them."""
    found = courses.read_courses(session, project_id, run_id, course_ids)
    missing = sorted(set(course_ids) - {one.id for one in found})
    if missing:
        raise NotFoundError(f"run {run_id} has no course {missing[0]}")
    return CourseList([_drawn(one) for one in found])


def _drawn(stored: StoredCourse) -> DrawnTimeCourse:
    chosen = select(stored.values, budget=DRAWN).indices
    shown = chosen if stored.values.size > DRAWN else np.arange(stored.values.size)
    return DrawnTimeCourse(
        id=stored.id,
        seconds=stored.seconds[shown].tolist(),
        values=stored.values[shown].tolist(),
        sentence=rest_sentence(stored.seconds, stored.values),
    )
