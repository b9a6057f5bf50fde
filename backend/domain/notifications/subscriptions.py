"""Subscriptions: which news a channel is told."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.alert_groups import GroupDirection
from backend.domain.changes.alert_standing import AlertEvent


class Ways(StrEnum):
    """Which way a change must have gone."""

    WORSE = "worse"
    BETTER = "better"
    ANY = "any"


VERDICTS = {Ways.WORSE: "regression", Ways.BETTER: "improvement", Ways.ANY: None}
"""What at least one change of a group must be."""
USUAL_EVENTS = frozenset({AlertEvent.OPENED, AlertEvent.REOPENED, AlertEvent.FIXED})


@dataclass(frozen=True, slots=True)
class NewsSelection:
    """What of a project is asked for."""

    filters: SeriesFilters = field(default_factory=SeriesFilters)
    ways: Ways = Ways.WORSE
    min_effect: float = 0.0
    """A share: 0.05 for 5 %."""
    events: frozenset[AlertEvent] = USUAL_EVENTS
    with_outages: bool = True
    """Also what has gone quiet: agents, suites, benchmarks, channels."""
    with_server: bool = False
    """Also what is wrong with the server itself."""


@dataclass(frozen=True, slots=True)
class Subscription:
    id: int
    channel_id: int
    selection: NewsSelection
    created_by: str
    created_at: datetime


def is_calm(direction: GroupDirection, event: AlertEvent) -> bool:
    """Tell whether news can wait for a day: improvements, and what only became clearer."""
    return direction is GroupDirection.IMPROVEMENT or event in (
        AlertEvent.GREW,
        AlertEvent.NARROWED,
    )
