"""What the courses of a report must satisfy beyond their shape."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Protocol

from backend.domain.catalogue.parameters import variant_key
from backend.domain.errors import Fault
from backend.domain.reports.format import Report, TimeCourse

LARGEST = 1e150


class TimeCourseLimits(Protocol):
    """The sizes that settings allow."""

    @property
    def courses(self) -> int: ...
    @property
    def course_points(self) -> int: ...


def time_course_faults(report: Report, limits: TimeCourseLimits) -> Iterator[Fault]:
    """Yield what is wrong with the courses of a report."""
    if len(report.courses) > limits.courses:
        reason = f"{len(report.courses)} courses are more than the limit of {limits.courses}"
        yield Fault("/courses", reason, "send those of fewer variants")
        return
    if not report.courses:
        return
    measured = {(one.benchmark, variant_key(one.parameters)) for one in report.results}
    for index, course in enumerate(report.courses):
        pointer = f"/courses/{index}"
        if (course.benchmark, variant_key(course.parameters)) not in measured:
            reason = "no result has this benchmark and these parameters"
            yield Fault(pointer, reason, "send the course of a variant that has a result")
        if course.metric not in report.metrics:
            reason = f"the metric “{course.metric[:100]}” is not declared"
            yield Fault(f"{pointer}/metric", reason, "declare it in /metrics with its unit")
        yield from _point_faults(pointer, course, limits.course_points)


def _point_faults(pointer: str, course: TimeCourse, most: int) -> Iterator[Fault]:
    seconds, values = course.seconds, course.values
    if len(seconds) != len(values) or not seconds:
        reason = f"{len(seconds)} moments and {len(values)} values"
        yield Fault(f"{pointer}/values", reason, "give one value per moment, at least one")
        return
    if len(seconds) > most:
        reason = f"{len(seconds)} moments are more than the limit of {most}"
        yield Fault(f"{pointer}/seconds", reason, "record less often, or join neighbours")
    if not all(math.isfinite(second) for second in seconds) or not _is_ascending(seconds):
        reason = "the moments are no ascending numbers from 0 on"
        yield Fault(f"{pointer}/seconds", reason, "give seconds since the process began")
    if not all(math.isfinite(value) and abs(value) <= LARGEST for value in values):
        yield Fault(f"{pointer}/values", "a value is no usable number", "leave the moment out")


def _is_ascending(seconds: list[float]) -> bool:
    return seconds[0] >= 0 and all(before < after for before, after in pairwise(seconds))
