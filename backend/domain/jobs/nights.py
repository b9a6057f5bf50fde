"""Rules that ask for jobs by themselves, and the machine minutes that each may spend in a night."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.jobs.targets import (
    BACKFILL_BUDGET,
    BISECT_BUDGET,
    LOWEST_PRIORITY,
    USUAL_BUDGET,
    JobAsker,
    JobKind,
)
from backend.domain.jobs.upheld import UpheldRate

BEGINS_AT = 12
"""Hour of UTC at which minutes are counted from zero again, so that no night is split."""
LEAST_SHARE = 0.5
"""Of a usual budget: with less left of a night no further job is asked for: it would not tell."""
RULE_KEY = "rule:"
"""What the key of an asker begins with where a rule asked."""
ASKED_KINDS = (JobKind.CONFIRM, JobKind.BISECT, JobKind.BACKFILL, JobKind.SWEEP)
UNHURRIED = (JobKind.BACKFILL, JobKind.SWEEP)
"""Kinds for whose answer nobody waits where a rule asks; other kinds answer an open alert."""
FollowedState = Literal["suspected", "confirmed"]
FOLLOWED_STATES: Sequence[FollowedState] = ("suspected", "confirmed")
USUAL_MINUTES = {
    JobKind.CONFIRM: USUAL_BUDGET, JobKind.BACKFILL: BACKFILL_BUDGET,
    JobKind.BISECT: BISECT_BUDGET, JobKind.SWEEP: BISECT_BUDGET,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class JobRule:
    """Which changes are confirmed or bisected, or which sweeps refined, without being asked."""

    number: int
    """Its place in the file, counted from 1."""
    name: str
    filters: SeriesFilters
    """Empty: every series."""
    ask: JobKind
    states: Sequence[FollowedState]
    """Of changes; nothing of sweeps."""
    minutes: int
    """Of a machine, in one night."""

    @property
    def asker(self) -> JobAsker:
        return JobAsker(f"rule “{self.name}”", f"{RULE_KEY}{self.name}")


@dataclass(frozen=True, slots=True)
class Night:
    """So long one budget lasts."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class RuleMinutes:
    """What the jobs of a rule take of a night."""

    spent: float = 0.0
    """By jobs that are over."""
    held: float = 0.0
    """Budgets of those that are not."""
    absent: Sequence[int] = ()
    """Testbeds without an agent, on which one of them waits: it holds nothing."""

    def left_of(self, rule: JobRule) -> int:
        """Return how many minutes another job may take; 0 where that is too little for one."""
        usual = USUAL_MINUTES[rule.ask]
        left = int(min(rule.minutes - self.spent - self.held, usual))
        return left if left >= min(LEAST_SHARE * usual, rule.minutes) else 0


@dataclass(frozen=True, slots=True)
class RuleStanding:
    """A rule that asks for jobs, how much of this night it has spent, and what its jobs found."""

    rule: str
    """Its name."""
    ask: JobKind
    """Which jobs it asks for."""
    states: Sequence[FollowedState]
    """Of changes that it asks about; nothing of sweeps."""
    selects: str
    """What it selects, in words; empty: every series."""
    minutes: int
    """Machine minutes that it may spend in a night."""
    spent: float
    """Minutes that its jobs of this night took."""
    held: float
    """Minutes that its open jobs may take at most."""
    goes_on: datetime | None
    """When it asks again, where its minutes are spent."""
    absent: Sequence[str]
    """Testbeds without an agent, on which one of its jobs waits."""
    upheld: int
    """Changes that its confirmations showed again."""
    refuted: int
    """Changes of which they showed less than half."""
    unclear: int
    """Undecided when the budget was spent."""
    unsteady: int
    """The machine told nothing."""
    rate: UpheldRate


def asked_priority(kind: JobKind, asker: str, wanted: int = 0) -> int:
    """Return the priority of a job by the key of who asks; what nobody waits for comes last."""
    is_unhurried = kind in UNHURRIED and asker.startswith(RULE_KEY)
    return LOWEST_PRIORITY if is_unhurried else wanted


def night_of(now: datetime) -> Night:
    """Return the night that a time belongs to: from noon to noon of UTC."""
    noon = now.replace(hour=BEGINS_AT, minute=0, second=0, microsecond=0)
    begins = noon if now >= noon else noon - timedelta(days=1)
    return Night(begins, begins + timedelta(days=1))
