"""How many machine minutes jobs may take in 24 hours: of each person, and of the whole project.

A quota is compared with what leases took in the last 24 hours and with what those that are held
may still take, so that many agents at once do not take a person beyond it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from backend.domain.jobs.targets import JobAsker

WINDOW = timedelta(hours=24)
MOST_MINUTES = 1_000_000
_STEP = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class JobQuota:
    """Machine minutes that jobs may take in 24 hours."""

    person_minutes: int | None = None
    """Of each person, and of each API key; null: any number."""
    project_minutes: int | None = None
    """Of all jobs together, those of rules and of the server included; null: any number."""

    @property
    def is_set(self) -> bool:
        return self.person_minutes is not None or self.project_minutes is not None


@dataclass(frozen=True, slots=True)
class LeasedSpan:
    """Which machine time a job took, or may take."""

    asker: str
    name: str
    begins: datetime
    ends: datetime
    """Of a lease that is held: when the budget of its job is spent."""


@dataclass(frozen=True, slots=True)
class QuotaUse:
    """What jobs of one asker, or of all, took of their quota in the last 24 hours."""

    who: str
    """Who asked for them; empty: all of the project."""
    is_person: bool
    """The quota of a person holds for it; rules and the server have that of the project alone."""
    spent: float
    """Minutes that leases took."""
    held: float
    """Minutes that leases which are held may still take."""
    minutes: int | None
    """The quota; null: there is none."""
    frees_at: datetime | None
    """When the next job may begin, of a quota that is spent."""

    @property
    def is_taken(self) -> bool:
        """Tell whether its minutes are used, not merely kept for what is measured."""
        return self.minutes is not None and self.spent >= self.minutes


@dataclass(frozen=True, slots=True)
class QuotaStanding:
    """The quotas of a project, and what was taken of them."""

    quota: JobQuota
    whole: QuotaUse
    people: Mapping[str, QuotaUse]
    """By the key of the asker; those without a lease in 24 hours are left out."""

    @property
    def spent_askers(self) -> list[str]:
        """Return the keys of those whose own quota is spent."""
        return [key for key, use in self.people.items() if use.frees_at is not None]

    def of_somebody(self, asker: JobAsker) -> QuotaUse | None:
        """Return what an asker took, who may not have taken any yet; None: it is nobody."""
        if not asker.is_somebody:
            return None
        none = QuotaUse(asker.name, True, 0.0, 0.0, self.quota.person_minutes, None)
        return self.people.get(asker.key, none)

    def holding(self, asker: str) -> QuotaUse | None:
        """Return the quota that keeps jobs of an asker waiting longest; None: none does."""
        uses = [self.whole, *([self.people[asker]] if asker in self.people else [])]
        spent = [(use.frees_at, use) for use in uses if use.frees_at is not None]
        return max(spent, key=lambda one: one[0])[1] if spent else None


@dataclass(frozen=True, slots=True)
class ProjectQuotas:
    """The quotas of a project, and who took how much in the last 24 hours."""

    person_minutes: int | None
    """Machine minutes of each person, and of each API key; null: any number."""
    project_minutes: int | None
    """Machine minutes of all jobs together; null: any number."""
    whole: QuotaUse
    """What all jobs together took."""
    people: Sequence[QuotaUse]
    """What each asker took, who took most in front: people, keys, rules and the server."""
    own: QuotaUse | None = None
    """What jobs of whoever looks took; null: who is not signed in asks for none."""


def standing_of(quota: JobQuota, spans: Sequence[LeasedSpan], now: datetime) -> QuotaStanding:
    """Say how much of each quota is taken, the largest takers first."""
    by_asker: dict[str, list[LeasedSpan]] = {}
    for span in spans:
        by_asker.setdefault(span.asker, []).append(span)
    people = {key: _use_of_asker(quota, key, own, now) for key, own in by_asker.items()}
    ordered = sorted(people.items(), key=lambda one: -(one[1].spent + one[1].held))
    return QuotaStanding(quota, _use("", spans, quota.project_minutes, now), dict(ordered))


def _use_of_asker(
    quota: JobQuota, key: str, spans: Sequence[LeasedSpan], now: datetime
) -> QuotaUse:
    newest = max(spans, key=lambda one: one.begins)
    is_person = JobAsker(newest.name, key).is_somebody
    minutes = quota.person_minutes if is_person else None
    return _use(newest.name, spans, minutes, now, is_person=is_person)


def _use(
    who: str,
    spans: Sequence[LeasedSpan],
    minutes: int | None,
    now: datetime,
    *,
    is_person: bool = False,
) -> QuotaUse:
    past = [(one.begins, min(one.ends, now)) for one in spans]
    spent = _minutes_in(past, now)
    held = max(_charge(spans, now) - spent, 0.0)
    frees_at = None if minutes is None else _frees_at(spans, minutes, now)
    return QuotaUse(who, is_person, spent, held, minutes, frees_at)


def _frees_at(spans: Sequence[LeasedSpan], minutes: int, now: datetime) -> datetime | None:
    """Return when less than a quota is taken if nothing more begins; None: it is now.

    What is taken falls as time passes, so that halving the time in question finds it.
    """
    if _charge(spans, now) < minutes:
        return None
    early, late = now, now + 2 * WINDOW
    while late - early > _STEP:
        middle = early + (late - early) / 2
        if _charge(spans, middle) < minutes:
            late = middle
        else:
            early = middle
    return late


def _charge(spans: Sequence[LeasedSpan], at: datetime) -> float:
    """Return the minutes of leases in the 24 hours before a time, and of what they may still take.

    A lease that is held counts to the end of its budget.
    """
    return _minutes_in([(one.begins, one.ends) for one in spans], at)


def _minutes_in(parts: Sequence[tuple[datetime, datetime]], at: datetime) -> float:
    since = at - WINDOW
    return sum(
        max((ends - max(begins, since)) / timedelta(minutes=1), 0.0) for begins, ends in parts
    )


def quota_sentence(use: QuotaUse, now: datetime) -> str:
    """Say what somebody took of a quota that is spent, and when the next job may begin."""
    who = use.who or "jobs of the project"
    has = "has" if use.who else "have"
    said = f"{who} {has} used {int(use.spent)} of {use.minutes} min in 24 h"
    if use.frees_at is None:
        return said
    if not use.is_taken:
        # a lease that ends before its budget frees the rest of it at once
        return f"{said}, a job that is measured may take the rest; starts when it ends"
    is_today = use.frees_at.date() == now.date()
    at = f"{_minute_after(use.frees_at):{'%H:%M' if is_today else '%d %b %H:%M'}} UTC"
    return f"{said}; starts after {at}"


def _minute_after(at: datetime) -> datetime:
    whole = at.replace(second=0, microsecond=0)
    return whole if whole == at else whole + timedelta(minutes=1)
