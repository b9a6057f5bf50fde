"""Channels, subscriptions, the log of messages, and outages."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.domain.notifications.channels import ChannelHealth, ChannelKind

CadenceName = Literal["at_once", "hourly", "daily"]
WaysName = Literal["worse", "better", "any"]
EventName = Literal["opened", "grew", "narrowed", "fixed", "reopened"]
Address = Annotated[Text, Field(min_length=3, max_length=4_000)]
Minute = Annotated[int, Field(ge=0, lt=24 * 60)]
Values = Annotated[list[Annotated[Text, Field(max_length=300)]], Field(max_length=200)]
Named = Annotated[dict[Annotated[Text, Field(max_length=100)], Values], Field(max_length=32)]


class QuietHours(Sent):
    """Minutes of the day between which the channel says nothing; the end may be the next day."""

    start: Minute
    end: Minute


class Timetable(Sent):
    cadence: CadenceName = "at_once"
    time_zone: Annotated[Text, Field(max_length=64)] = "UTC"
    daily_at: Minute = 480
    """Minute of the day at which digests of a day are sent."""
    quiet: QuietHours | None = None


class SelectedSeries(Sent):
    """Every name must match one of its values, where it has any."""

    suite: Values = []
    benchmark: Values = []
    metric: Values = []
    testbed: Values = []
    branch: Values = []
    parameters: Named = {}
    tags: Named = {}
    text: Annotated[Text, Field(max_length=500)] = ""


class Selection(Sent):
    """Which news a channel is told."""

    filters: SelectedSeries = SelectedSeries()
    ways: WaysName = "worse"
    min_effect: Annotated[float, Field(ge=0, le=1_000)] = 0.0
    """A share: 0.05 for 5 %."""
    events: Annotated[list[EventName], Field(max_length=5)] = ["opened", "reopened", "fixed"]
    with_outages: bool = True
    """Also what has gone quiet: agents, suites, benchmarks, other channels."""
    with_server: bool = False
    """Also what is wrong with the server itself; only an administrator of it may ask for that."""


class Subscription(BaseModel):
    id: int
    channel_id: int
    selection: Selection
    created_by: str
    created_at: datetime


class Channel(BaseModel):
    id: int
    name: str
    kind: ChannelKind
    hint: str
    """What may be shown of the address; the rest is kept encrypted and never shown."""
    timetable: Timetable
    paused_at: datetime | None
    paused_by: str | None
    created_by: str
    created_at: datetime


class ListedChannel(Channel):
    health: ChannelHealth
    subscriptions: list[Subscription]


class ChannelList(BaseModel):
    rows: list[ListedChannel]
    can_mail: bool
    """The installation has a mail server."""
    outages: list["Outage"]
    """What should report and does not, now."""


class NewChannel(Sent):
    name: Name
    kind: ChannelKind
    address: Address
    """The address of a webhook, or mail addresses with commas between."""
    timetable: Timetable = Timetable()


class CreatedChannel(Channel):
    secret: str | None
    """Signs messages to a webhook of any kind; shown once."""


class ChannelEdit(Sent):
    name: Name | None = None
    address: Address | None = None
    timetable: Timetable | None = None


class ChannelPause(Sent):
    is_paused: bool


class ChannelSecret(BaseModel):
    secret: str


class PreviewedSelection(Sent):
    selection: Selection
    timetable: Timetable = Timetable()


class Outage(BaseModel):
    id: int
    kind: Literal["agent", "suite", "benchmark", "veto", "channel", "claim", "budget", "server"]
    thing_id: int
    """Id of the agent, suite, benchmark or channel; of a veto, of the suite."""
    name: str
    detail: str
    since: datetime
    ended_at: datetime | None


class FeedAddress(BaseModel):
    path: str
    """With the token; shown once, only a hash is stored."""
