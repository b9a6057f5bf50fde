"""Channels: where messages go, and when."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from backend.domain.errors import Fault, InvalidError
from backend.domain.outgoing_addresses import read_target
from backend.domain.people.members import read_email

MOST_MAILBOXES = 20
MINUTES_A_DAY = 24 * 60
HINT = 4
"""Characters at the end of an address by which people recognise it."""
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")


class ChannelKind(StrEnum):
    """What speaks at the other end."""

    MAIL = "mail"
    SLACK = "slack"
    DISCORD = "discord"
    TEAMS = "teams"
    MATTERMOST = "mattermost"
    WEBHOOK = "webhook"


class Cadence(StrEnum):
    """How often a channel speaks."""

    AT_ONCE = "at_once"
    HOURLY = "hourly"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Minutes of a day between which a channel says nothing; the end may lie on the next day."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Timetable:
    """When a channel speaks."""

    cadence: Cadence = Cadence.AT_ONCE
    time_zone: str = "UTC"
    daily_at: int = 8 * 60
    """Minute of the day at which digests of a day are sent."""
    quiet: QuietHours | None = None

    def due_at(self, since: datetime, *, is_calm: bool = False) -> datetime:
        """Return when something that is news since then may be told; calm news wait for the day."""
        cadence = Cadence.DAILY if is_calm else self.cadence
        return self._awake(self._turn(since, cadence))

    def _turn(self, since: datetime, cadence: Cadence) -> datetime:
        if cadence is Cadence.AT_ONCE:
            return since
        local = since.astimezone(ZoneInfo(self.time_zone))
        if cadence is Cadence.HOURLY:
            whole = local.replace(minute=0, second=0, microsecond=0)
            return whole.astimezone(UTC) + timedelta(hours=1)
        today = self._at(local, self.daily_at)
        return today if today > since else self._at(local + timedelta(days=1), self.daily_at)

    def _awake(self, when: datetime) -> datetime:
        """Return the end of the quiet hours in which a moment lies, or the moment."""
        if self.quiet is None or self.quiet.start == self.quiet.end:
            return when
        local = when.astimezone(ZoneInfo(self.time_zone))
        minute, (start, end) = local.hour * 60 + local.minute, (self.quiet.start, self.quiet.end)
        if start < end:
            return self._at(local, end) if start <= minute < end else when
        if minute >= start:
            return self._at(local + timedelta(days=1), end)
        return self._at(local, end) if minute < end else when

    def _at(self, local: datetime, minute: int) -> datetime:
        """Return a minute of the local day, by the clock on the wall, as time of the world."""
        wall = time(minute // 60, minute % 60)
        return datetime.combine(local.date(), wall, ZoneInfo(self.time_zone)).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Channel:
    """Where messages go; what opens it is encrypted and stays on the server."""

    id: int
    project_id: int
    name: str
    kind: ChannelKind
    hint: str
    """What may be shown of the address."""
    timetable: Timetable
    encrypted_address: bytes
    encrypted_secret: bytes | None
    paused_at: datetime | None
    paused_by: str | None
    created_by: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ChannelHealth:
    """How a channel has been doing."""

    waiting: int = 0
    """News that are not told yet."""
    last_sent_at: datetime | None = None
    failing_since: datetime | None = None
    last_reason: str = ""
    dead: int = 0
    """Messages that nobody tries to send any more."""


@dataclass(frozen=True, slots=True)
class WantedChannel:
    """What a person says of a channel."""

    name: str
    kind: ChannelKind
    address: str
    timetable: Timetable = field(default_factory=Timetable)


def read_address(kind: ChannelKind, text: str) -> str:
    """Return an address as it is kept; InvalidError where nothing can be sent to it.

    Whether a host may be called is decided whenever it is called.
    """
    try:
        if kind is ChannelKind.MAIL:
            return ", ".join(_mailboxes(text))
        read_target(text.strip())
    except InvalidError as error:
        raise InvalidError(
            f"nothing can be sent to this address: {error}",
            [Fault("/address", fault.reason, fault.remedy) for fault in error.faults],
        ) from error
    return text.strip()


def _mailboxes(text: str) -> Sequence[str]:
    named = [part for part in (one.strip() for one in text.split(",")) if part]
    if not 1 <= len(named) <= MOST_MAILBOXES:
        reason = f"a channel has 1 to {MOST_MAILBOXES} mail addresses, this has {len(named)}"
        raise InvalidError(reason, [Fault("/address", reason, "separate them by commas")])
    return list(dict.fromkeys(read_email(one) for one in named))


def hint_of(kind: ChannelKind, address: str) -> str:
    """Return what may be shown: addresses of webhooks open them for whoever knows them."""
    if kind is ChannelKind.MAIL:
        return address
    target = read_target(address)
    return f"{target.authority}/…{address[-HINT:]}" if len(target.path) > HINT else target.authority


def read_time_zone(name: str) -> str:
    """Return the name of a time zone; InvalidError where nobody knows it."""
    try:
        if _ZONE.fullmatch(name):
            return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    reason = f"“{name[:40]}” is no time zone"
    raise InvalidError(reason, [Fault("/time_zone", reason, "name one such as Europe/Berlin")])
