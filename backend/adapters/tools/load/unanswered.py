"""A load that got no answer: tools print 0 as its response time, which would be the best of all."""

from collections.abc import Mapping

from backend.adapters.tools.readings import Reading
from backend.domain.catalogue.parameters import Scalar


def unanswered(
    benchmark: str, place: str, parameters: Mapping[str, Scalar] | None = None
) -> Reading:
    """Return the failure that stands in place of response times."""
    return Reading(
        benchmark, parameters=parameters or {}, failure="no request was answered", place=place
    )
