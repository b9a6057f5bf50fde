"""Refuses JSON that holds values which cannot be kept, before a model reads it."""

from itertools import islice

from fastapi import Request

from backend.domain.errors import Fault, InvalidError
from backend.domain.plain_values import odd_values

MOST_FAULTS = 20
PRINTED = ("/jobs/{job_id}/beats", "/jobs/{job_id}/endings")
"""Calls that carry what programs print, in these places; signs that cannot be kept are left out."""
OF_PROGRAMS = ("/lines/", "/why")


async def refuse_odd_values(request: Request) -> None:
    """Look through the body of a call that takes JSON. Raises InvalidError with each place.

    The body is read by then, and kept: what is no JSON at all is told by whoever reads it next.
    """
    route = request.scope["route"]
    if route.body_field is None:
        return
    try:
        document = await request.json()
    except ValueError:
        return
    harmless = OF_PROGRAMS if route.path.endswith(PRINTED) else ()
    odd = (one for one in odd_values(document) if not one.pointer.startswith(harmless))
    faults = list(islice(odd, MOST_FAULTS))
    if faults:
        found = [Fault(f"/body{one.pointer}", one.reason, one.remedy) for one in faults]
        raise InvalidError("the body holds what cannot be kept; nothing was stored", found)
