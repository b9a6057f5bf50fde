"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType
from backend.client.models_gen.shared import AlertGroup, Outage, SelectedSeries


class ChannelHealth(Struct):
    """
    How a channel has been doing.
    """

    failing_since: str | None
    last_sent_at: str | None
    dead: int = 0
    last_reason: str = ""
    waiting: int = 0


ChannelKind: TypeAlias = Annotated[
    Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"],
    Meta(description="What speaks at the other end."),
]


class ChannelPause(Struct):
    is_paused: bool


class ChannelSecret(Struct):
    secret: str


class Delivery(Struct):
    """
    A message as the log shows it.
    """

    attempts: int
    channel: str
    channel_id: int
    channel_kind: ChannelKind
    created_at: str
    id: int
    kind: Literal["news", "digest", "test"]
    message_id: str
    news: int
    next_at: str | None
    reason: str
    sent_at: str | None
    state: Literal["waiting", "sent", "dead", "dropped"]
    status: int | None
    title: str


class DeliveryPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: str | None
    rows: list[Delivery]
    total: int


class FeedAccess(Struct):
    """
    Whether somebody has a token for the feed.
    """

    created_at: str | None
    used_at: str | None


class FeedAddress(Struct):
    path: str


class QuietHours(Struct):
    """
    Minutes of the day between which the channel says nothing; the end may be the next day.
    """

    end: int
    start: int


class Selection(Struct):
    """
    Which news a channel is told.
    """

    events: list[Literal["opened", "grew", "narrowed", "fixed", "reopened"]] | UnsetType = UNSET
    filters: SelectedSeries | UnsetType = UNSET
    min_effect: float | UnsetType = UNSET
    ways: Literal["worse", "better", "any"] | UnsetType = UNSET
    with_outages: bool | UnsetType = UNSET
    with_server: bool | UnsetType = UNSET


class Subscription(Struct):
    channel_id: int
    created_at: str
    created_by: str
    id: int
    selection: Selection


class Timetable(Struct):
    cadence: Literal["at_once", "hourly", "daily"] | UnsetType = UNSET
    daily_at: int | UnsetType = UNSET
    quiet: QuietHours | None | UnsetType = UNSET
    time_zone: str | UnsetType = UNSET


class Channel(Struct):
    created_at: str
    created_by: str
    hint: str
    id: int
    kind: ChannelKind
    name: str
    paused_at: str | None
    paused_by: str | None
    timetable: Timetable


class ChannelEdit(Struct):
    address: str | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    timetable: Timetable | None | UnsetType = UNSET


class CreatedChannel(Struct):
    created_at: str
    created_by: str
    hint: str
    id: int
    kind: ChannelKind
    name: str
    paused_at: str | None
    paused_by: str | None
    secret: str | None
    timetable: Timetable


class ListedChannel(Struct):
    created_at: str
    created_by: str
    health: ChannelHealth
    hint: str
    id: int
    kind: ChannelKind
    name: str
    paused_at: str | None
    paused_by: str | None
    subscriptions: list[Subscription]
    timetable: Timetable


class NewChannel(Struct):
    address: str
    kind: ChannelKind
    name: str
    timetable: Timetable | UnsetType = UNSET


class PreviewedSelection(Struct):
    selection: Selection
    timetable: Timetable | UnsetType = UNSET


class ChannelList(Struct):
    can_mail: bool
    outages: list[Outage]
    rows: list[ListedChannel]


class SelectionPreview(Struct):
    """
    Messages of the last seven days, the news in them, and some of the alert groups.
    """

    groups: list[AlertGroup]
    groups_total: int
    messages: int
    news: int
    since: str
