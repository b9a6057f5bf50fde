"""Outages: what should report and does not. Each is news when it begins, and when it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise

AGENT_QUIET = timedelta(minutes=15)
AGENT_GONE = timedelta(days=30)
"""An agent that beat last before this is no longer expected."""
LOOKED_BACK = timedelta(days=30)
FEWEST_TURNS = 4
TURN_APART = timedelta(hours=1)
"""Reports nearer to each other are one turn of a suite."""
PATIENCE = 2.0
"""Times the longest usual gap, after which a suite counts as stopped."""
LEAST_SILENCE = timedelta(hours=24)
CHANNEL_PATIENCE = timedelta(minutes=15)
VETOES = 2
"""A single vetoed run mends itself with the next one; so many in a row are news."""


class OutageKind(StrEnum):
    AGENT = "agent"
    """It has not beaten for a quarter of an hour."""
    SUITE = "suite"
    """It used to report and has stopped."""
    BENCHMARK = "benchmark"
    """It failed in the newest run of its suite; what cannot be measured there does not fail, nor
    does what the control benchmark vetoed."""
    VETO = "veto"
    """The control benchmark vetoed the newest runs of a suite on a machine, one after the other."""
    CHANNEL = "channel"
    """What it should be told does not arrive."""
    CLAIM = "claim"
    """A published result that held on a machine does not hold there any more."""
    BUDGET = "budget"
    """The newest results of a series break a bound of the project; told by runs, not by time."""
    SERVER = "server"
    """A part of the server itself is out of order; for channels that an administrator chose."""


JUDGED_ELSEWHERE = frozenset({OutageKind.BUDGET, OutageKind.SERVER})
"""Begun and ended by runs and corrections, and by the watch over the server."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that is out of order right now."""

    kind: OutageKind
    thing: str
    """Id of what it is, within its kind; where runs decide, with testbed and branch."""
    name: str
    detail: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Outage:
    id: int
    kind: OutageKind
    thing: str
    thing_id: int
    """Id of the agent, suite, benchmark, channel or claim itself; of a veto, of the suite; of a
    budget, of the series; 0 for the server."""
    name: str
    detail: str
    since: datetime
    ended_at: datetime | None


def is_agent_quiet(last_beat_at: datetime | None, now: datetime) -> bool:
    """Tell whether an agent that is still expected has gone quiet."""
    return last_beat_at is not None and AGENT_QUIET < now - last_beat_at < AGENT_GONE


def suite_stopped_at(received: Sequence[datetime], now: datetime) -> datetime | None:
    """Return since when a suite that used to report has been silent; None while it is in time.

    Judged by when its reports came in, not by when they were measured: imports of old histories
    promise nothing. Too few turns make no habit.
    """
    times = sorted(received)
    turns = times[:1] + [at for before, at in pairwise(times) if at - before > TURN_APART]
    if len(turns) < FEWEST_TURNS:
        return None
    usual = max(later - earlier for earlier, later in pairwise(turns))
    last = times[-1]
    return last if now - last > max(PATIENCE * usual, LEAST_SILENCE) else None


def is_channel_down(failing_since: datetime | None, dead: int, now: datetime) -> bool:
    """Tell whether a channel has failed for long, or has given a message up, and nothing since."""
    if failing_since is None:
        return False
    return dead > 0 or now - failing_since > CHANNEL_PATIENCE
