"""Keep the courses of a report beside its run."""

from sqlalchemy.orm import Session

from backend.domain.catalogue.parameters import variant_key
from backend.services.reports.resolve_names import NamedReport
from backend.storage.reports import time_courses
from backend.storage.reports.time_courses import NewTimeCourse, pack


def store_time_courses(session: Session, project_id: int, run_id: int, named: NamedReport) -> None:
    """Store the courses of a report in base units."""
    if not named.report.courses:
        return
    variants = {
        (one.result.benchmark, variant_key(one.result.parameters)): one.variant_id
        for one in named.results
    }
    new = [
        NewTimeCourse(
            run_id=run_id,
            variant_id=variants[one.benchmark, variant_key(one.parameters)],
            metric_id=named.metrics[one.metric].metric.id,
            round=one.round,
            points=len(one.seconds),
            body=pack(one.seconds, one.values, named.metrics[one.metric].factor),
        )
        for one in named.report.courses
    ]
    time_courses.add(session, project_id, new)
