"""Courses of a run as a chart draws them."""

from collections.abc import Sequence

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.reports.time_courses import DrawnTimeCourse, TimeCourseList, rest_sentence
from backend.stats.downsample import select
from backend.storage.reports import time_courses
from backend.storage.reports.time_courses import StoredTimeCourse

DRAWN = 800
"""Moments of one course in an answer; extremes are among them."""


def read_time_courses(
    session: Session, project_id: int, run_id: int, course_ids: Sequence[int]
) -> TimeCourseList:
    """Return courses of one run; NotFoundError where it lacks one of them."""
    found = time_courses.read_time_courses(session, project_id, run_id, course_ids)
    missing = sorted(set(course_ids) - {one.id for one in found})
    if missing:
        raise NotFoundError(f"run {run_id} has no course {missing[0]}")
    return TimeCourseList([_drawn(one) for one in found])


def _drawn(stored: StoredTimeCourse) -> DrawnTimeCourse:
    chosen = select(stored.values, budget=DRAWN).indices
    shown = chosen if stored.values.size > DRAWN else np.arange(stored.values.size)
    return DrawnTimeCourse(
        id=stored.id,
        seconds=stored.seconds[shown].tolist(),
        values=stored.values[shown].tolist(),
        sentence=rest_sentence(stored.seconds, stored.values),
    )
