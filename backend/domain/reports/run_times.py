"""When a run was, by a machine whose clock may be wrong, and by the server that got its report."""

from dataclasses import dataclass
from datetime import datetime, timedelta

LONGEST_MOVED = timedelta(days=30)
"""No run takes longer: of what says so, not even the duration is believed."""


@dataclass(frozen=True, slots=True)
class RunTimes:
    started_at: datetime
    finished_at: datetime | None


def placed_in_time(
    started: datetime | None, finished: datetime | None, received: datetime, tolerance_s: float
) -> RunTimes:
    """Return when a run was: as it says, unless that lies after the receipt of its report.

    Then a clock ran ahead. A run that wholly lies there, of up to 30 days, is moved back until it
    ends at the receipt, as long as it was; of others only what lies ahead is replaced. What lies
    ahead by no more than the tolerance is believed. A clock that runs behind looks like
    a report that came late.
    """
    begin, end = _aware(started, received), _aware(finished, received)
    latest = received + timedelta(seconds=tolerance_s)
    if begin is not None and end is not None and received < begin <= end and latest < end:
        lasted = end - begin
        return RunTimes(received - lasted if lasted <= LONGEST_MOVED else received, received)
    return RunTimes(
        received if begin is None or begin > latest else begin,
        received if end is not None and end > latest else end,
    )


def _aware(given: datetime | None, received: datetime) -> datetime | None:
    if given is None or given.tzinfo is not None:
        return given
    return given.replace(tzinfo=received.tzinfo)
