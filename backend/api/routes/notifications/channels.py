"""Channels: where messages go, when, and which news each is told."""

from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import Cipher, ConfiguredProject, CurrentActor, Db, Outside, Queue
from backend.api.parameters.filters import Id
from backend.api.schemas import notifications as schema
from backend.api.shared_calls import Call
from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.notifications.channels import (
    Cadence,
    QuietHours,
    Timetable,
    WantedChannel,
    read_time_zone,
)
from backend.domain.notifications.subscriptions import NewsSelection, Ways
from backend.services.notifications import manage_channels
from backend.services.notifications.deliver_messages import now_utc
from backend.services.notifications.detect_outages import open_outages
from backend.services.notifications.preview_subscription import SelectionPreview, preview_selection
from backend.storage.notifications.deliveries import Delivery

router = APIRouter(prefix="/projects/{project}", tags=["notifications"], route_class=Call)


@router.get("/channels")
def list_channels(request: Request, db: Db, project: ConfiguredProject) -> schema.ChannelList:
    """Return the channels by name, how each does and what each is told."""
    rows = [
        asdict(channel) | {"health": health, "subscriptions": subscriptions}
        for channel, health, subscriptions in manage_channels.list_channels(db, project.id)
    ]
    return schema.ChannelList.model_validate(
        {
            "rows": rows,
            "can_mail": bool(request.app.state.settings.smtp_host),
            "outages": open_outages(db, project.id),
        },
        from_attributes=True,
    )


@router.post(
    "/channels",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("made", "channel")],
)
def add_channel(
    wanted: schema.NewChannel,
    db: Db,
    project: ConfiguredProject,
    actor: CurrentActor,
    cipher: Cipher,
    outgoing: Outside,
) -> schema.CreatedChannel:
    """Add a channel; it is told regressions, fixes and outages until somebody says otherwise.

    An address inside a private network is refused unless TIDEMARK_OUTGOING_ALLOWED names it.
    """
    manage_channels.check_reach(wanted.kind, wanted.address, outgoing)
    asked = WantedChannel(wanted.name, wanted.kind, wanted.address, timetable_of(wanted.timetable))
    kept, secret = manage_channels.add_channel(db, project.id, asked, cipher, actor)
    return schema.CreatedChannel.model_validate(
        asdict(kept) | {"secret": secret}, from_attributes=True
    )


@router.patch(
    "/channels/{channel_id}",
    dependencies=[writes("changed", "channel")],
)
def edit_channel(
    channel_id: Id, edit: schema.ChannelEdit, db: Db, project: ConfiguredProject, cipher: Cipher,
    outgoing: Outside,
) -> schema.Channel:  # fmt: skip
    """Change name, address or timetable of a channel."""
    if edit.address is not None:
        kind = manage_channels.the_channel(db, project.id, channel_id).kind
        manage_channels.check_reach(kind, edit.address, outgoing)
    timetable = timetable_of(edit.timetable) if edit.timetable else None
    changes = (edit.name, edit.address, timetable)
    return schema.Channel.model_validate(
        manage_channels.edit_channel(db, project.id, channel_id, changes, cipher),
        from_attributes=True,
    )


@router.put(
    "/channels/{channel_id}/pause",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("paused", "channel")],
)
def pause_channel(
    channel_id: Id, wanted: schema.ChannelPause, db: Db, project: ConfiguredProject,
    actor: CurrentActor,
) -> None:  # fmt: skip
    """Let a channel say nothing, or speak again; what is news meanwhile waits."""
    by = actor.name if wanted.is_paused else None
    manage_channels.pause_channel(db, project.id, channel_id, by)


@router.post(
    "/channels/{channel_id}/secret", dependencies=[writes("renewed the secret of", "channel")]
)
def renew_secret(
    channel_id: Id, db: Db, project: ConfiguredProject, cipher: Cipher
) -> schema.ChannelSecret:
    """Put another secret in place of the one that signs messages; it is shown this once."""
    return schema.ChannelSecret(
        secret=manage_channels.renew_secret(db, project.id, channel_id, cipher)
    )


@router.post(
    "/channels/{channel_id}/test",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("tried", "channel")],
)
def test_channel(channel_id: Id, db: Db, queue: Queue, project: ConfiguredProject) -> Delivery:
    """Have a message sent that tells only that the channel works; the log says how it went."""
    return manage_channels.send_test(db, queue, project.id, channel_id)


@router.delete(
    "/channels/{channel_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("removed", "channel")],
)
def remove_channel(channel_id: Id, db: Db, project: ConfiguredProject) -> None:
    """Remove a channel; its log stays."""
    manage_channels.remove_channel(db, project.id, channel_id)


@router.post(
    "/channels/{channel_id}/restore",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("restored", "channel")],
)
def restore_channel(channel_id: Id, db: Db, project: ConfiguredProject) -> None:
    """Bring back a channel that was removed, as it was."""
    manage_channels.restore_channel(db, project.id, channel_id)


@router.post(
    "/channels/{channel_id}/subscriptions",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("made", "subscription")],
)
def subscribe(
    channel_id: Id, wanted: schema.Selection, db: Db, project: ConfiguredProject,
    actor: CurrentActor,
) -> schema.Subscription:  # fmt: skip
    """Have a channel told of more; what several subscriptions mean is told once."""
    selection = selection_of(wanted)
    manage_channels.check_right(selection, actor)
    return schema.Subscription.model_validate(
        manage_channels.subscribe(db, project.id, channel_id, selection, actor.name),
        from_attributes=True,
    )


@router.put(
    "/channels/{channel_id}/subscriptions/{subscription_id}",
    dependencies=[writes("changed", "subscription")],
)
def change_subscription(
    channel_id: Id,
    subscription_id: Id,
    wanted: schema.Selection,
    db: Db,
    project: ConfiguredProject,
    actor: CurrentActor,
) -> schema.Subscription:
    """Put another selection in place."""
    place, selection = (channel_id, subscription_id), selection_of(wanted)
    manage_channels.check_right(selection, actor)
    return schema.Subscription.model_validate(
        manage_channels.change_subscription(db, project.id, place, selection), from_attributes=True
    )


@router.delete(
    "/channels/{channel_id}/subscriptions/{subscription_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("removed", "subscription")],
)
def unsubscribe(channel_id: Id, subscription_id: Id, db: Db, project: ConfiguredProject) -> None:
    """Have a channel told of less."""
    manage_channels.unsubscribe(db, project.id, (channel_id, subscription_id))


@router.post(
    "/subscription-previews",
    dependencies=[writes_nothing("says what would be sent and keeps nothing")],
)
def preview(
    asked: schema.PreviewedSelection, db: Db, project: ConfiguredProject
) -> SelectionPreview:
    """Say what a selection would have sent in the last seven days."""
    selection, timetable = selection_of(asked.selection), timetable_of(asked.timetable)
    read_time_zone(timetable.time_zone)
    return preview_selection(db, project.id, selection, timetable, now_utc())


def timetable_of(told: schema.Timetable) -> Timetable:
    quiet = QuietHours(told.quiet.start, told.quiet.end) if told.quiet else None
    return Timetable(Cadence(told.cadence), told.time_zone, told.daily_at, quiet)


def selection_of(told: schema.Selection) -> NewsSelection:
    return NewsSelection(
        filters=SeriesFilters(**told.filters.model_dump()),
        ways=Ways(told.ways),
        min_effect=told.min_effect,
        events=frozenset(AlertEvent(one) for one in told.events),
        with_outages=told.with_outages,
        with_server=told.with_server,
    )
