"""Machines whose results nobody should rest on: only checks of themselves are measured there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from backend.domain.machines.readings import MadeReading
from backend.domain.machines.self_comparisons import CLAIMED
from backend.stats.noise.false_alarms import false_alarms

NEWEST = 5
"""Jobs measured in turns that are looked at."""
MOST_UNSTEADY = 1
"""Of them may have seen the same code differ from itself: one in twenty does by chance."""
FEWEST_CONTROLS, VETOED_SHARE = 10, 0.5
"""Runs that the control benchmark judged, and the share of vetoes from which nothing is left."""
CHECKED_EVERY = timedelta(hours=6)
"""So long a machine in quarantine waits after a bad check for the next one."""


@dataclass(frozen=True, slots=True)
class MachineQuarantine:
    """A stay of a machine in quarantine."""

    id: int
    machine_id: int
    machine: str
    since: datetime
    why: str
    by: str
    """Who put it there; “Tidemark” by itself."""
    lifted_at: datetime | None
    lifted_by: str | None
    """Who let it out; nobody yet where it lasts."""
    why_lifted: str | None
    """The reason that they gave, or the A/A job that was steady."""


@dataclass(frozen=True, slots=True)
class SeenInTurns:
    """What jobs that measured the same code twice, in turns, said of a machine since a time."""

    since: datetime | None = None
    """When it left quarantine last: what was before counts no more."""
    unsteady: Sequence[bool] = field(default=())
    """Of its newest jobs, the newest first: whether the same code differed from itself."""
    checks: int = 0
    """A/A jobs that compared anything."""
    alarms: int = 0
    """Those of which any result differed."""


def why_flaky(told: SeenInTurns, readings: Sequence[MadeReading]) -> str:
    """Say why a machine goes into quarantine; empty where nothing calls for it.

    What is merely noisy stays in use: intervals show noise. Flaky is what tells the same code
    apart from itself although both were measured in turns.
    """
    newest = told.unsteady[:NEWEST]
    if sum(newest) > MOST_UNSTEADY:
        of = f"{sum(newest)} of its newest {len(newest)} jobs"
        return f"the same code, measured in turns, differed from itself in {of}"
    if false_alarms(told.alarms, told.checks, CLAIMED).too_many:
        return f"{told.alarms} of its {told.checks} A/A jobs raised an alarm"
    judged = [
        one.verdict
        for one in readings
        if one.verdict and (told.since is None or one.measured_at > told.since)
    ]
    vetoed = judged.count("veto")
    if len(judged) >= FEWEST_CONTROLS and vetoed >= VETOED_SHARE * len(judged):
        return f"the control benchmark vetoed {vetoed} of its newest {len(judged)} runs"
    return ""


def is_due(checked_at: datetime | None, now: datetime) -> bool:
    """Tell whether a machine in quarantine is to be checked; `checked_at`: when a check ended."""
    return checked_at is None or now - checked_at >= CHECKED_EVERY
