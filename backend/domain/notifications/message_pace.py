"""How many messages what is news becomes: one each while they are few, one digest where many."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from backend.domain.notifications.channels import Timetable

SINGLES = 5
"""Messages that a channel gets one by one within a window; what is more comes together."""
WINDOW = timedelta(minutes=10)


class Bundling(StrEnum):
    """What becomes of what waits for a channel."""

    WAIT = "wait"
    EACH = "each"
    """A message for each."""
    TOGETHER = "together"
    """One digest."""


@dataclass(frozen=True, slots=True)
class DueNews:
    """News that wait for a channel and are due alike."""

    count: int
    since: datetime
    """When the first of them was made."""
    is_calm: bool = False


@dataclass(frozen=True, slots=True)
class Lately:
    """What a channel was sent within the window."""

    messages: int = 0
    last_digest_at: datetime | None = None


def bundled(heap: DueNews, lately: Lately, timetable: Timetable, now: datetime) -> Bundling:
    """Say what becomes of a heap now."""
    due = timetable.due_at(heap.since, is_calm=heap.is_calm)
    if due > now or not heap.count:
        return Bundling.WAIT
    if due > heap.since:
        # it waited for its hour, and whoever waited with it comes along
        return Bundling.TOGETHER if heap.count > 1 else Bundling.EACH
    if heap.count + lately.messages <= SINGLES:
        return Bundling.EACH
    if lately.last_digest_at is not None and now < lately.last_digest_at + WINDOW:
        return Bundling.WAIT
    return Bundling.TOGETHER


def messages_of(moments: Sequence[tuple[datetime, bool]], timetable: Timetable) -> int:
    """Count what news of these moments, calm or not, would have become, by the same rule."""
    return sum(
        _replayed(sorted(at for at, is_calm in moments if is_calm is calm), timetable, is_calm=calm)
        for calm in (False, True)
    )


def _replayed(moments: Sequence[datetime], timetable: Timetable, *, is_calm: bool) -> int:
    dues = {timetable.due_at(at, is_calm=is_calm) for at in moments}
    sent: list[datetime] = []
    digest_at: datetime | None = None
    told = 0
    for now in sorted(dues | {due + WINDOW for due in dues}):
        until = bisect_right(moments, now)
        if until == told:
            continue
        heap = DueNews(until - told, moments[told], is_calm)
        lately = Lately(sum(at > now - WINDOW for at in sent[-SINGLES:]), digest_at)
        outcome = bundled(heap, lately, timetable, now)
        if outcome is Bundling.WAIT:
            continue
        digest_at = now if outcome is Bundling.TOGETHER else digest_at
        sent += [now] * (heap.count if outcome is Bundling.EACH else 1)
        told = until
    return len(sent)
