"""What happened, for pages that are open: a kind and the ids it is about."""

from enum import StrEnum

import msgspec


class EventKind(StrEnum):
    REPORT = "report"
    RUN = "run"
    CHANGE = "change"
    ALERT = "alert"
    SPLIT = "split"
    LADDER = "ladder"
    AGENT = "agent"
    PULL = "pull"
    CLAIM = "claim"
    JOB = "job"
    WORK = "work"
    """Something may have come for agents that wait for work; pages are not told."""


class LiveEvent(msgspec.Struct, frozen=True):
    kind: EventKind
    ids: tuple[int, ...] = ()
    labels: tuple[str, ...] | None = None
    """Of work: what the one job asks for that it tells of."""
