"""Add, change, pause and remove channels, and say what each is told."""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, ForbiddenError, NotFoundError
from backend.domain.notifications.channels import (
    Channel,
    ChannelHealth,
    ChannelKind,
    Timetable,
    WantedChannel,
    hint_of,
    read_address,
    read_time_zone,
)
from backend.domain.notifications.subscriptions import NewsSelection, Subscription
from backend.domain.notifications.webhook_messages import new_secret
from backend.domain.people.audit import Value
from backend.domain.people.projects import Actor
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideUnreachableError
from backend.services.encryption import SecretCipher
from backend.services.people.audit import account_of, record, record_change
from backend.services.task_queue import TaskQueue
from backend.storage.notifications import channels, deliveries, notices
from backend.storage.notifications.channels import EncryptedChannel
from backend.storage.notifications.deliveries import Delivery

MOST_CHANNELS = 50
MOST_SUBSCRIPTIONS = 50
"""Of one channel."""
ADDRESS_CHANGED = "changed"


def list_channels(
    session: Session, project_id: int
) -> list[tuple[Channel, ChannelHealth, list[Subscription]]]:
    """Return the channels by name, how each does, and what each is told."""
    health = channels.health_of(session, project_id)
    wanted: dict[int, list[Subscription]] = {}
    for one in channels.subscriptions_of(session, project_id):
        wanted.setdefault(one.channel_id, []).append(one)
    return [
        (one, health[one.id], wanted.get(one.id, []))
        for one in channels.channels_of(session, project_id)
    ]


def add_channel(
    session: Session, project_id: int, wanted: WantedChannel, cipher: SecretCipher, actor: Actor
) -> tuple[Channel, str | None]:
    """Keep a channel that is told regressions of everything; the secret is never shown again.

    Only a webhook of any kind has one: what chats and mail get needs no signature of ours.
    """
    if len(channels.channels_of(session, project_id)) >= MOST_CHANNELS:
        raise ConflictError(f"a project has at most {MOST_CHANNELS} channels; remove one first")
    read_time_zone(wanted.timetable.time_zone)
    secret = new_secret() if wanted.kind is ChannelKind.WEBHOOK else None
    encrypted = _encrypted(wanted.kind, wanted.address, cipher)
    encrypted = replace(encrypted, secret=cipher.encrypt(secret) if secret else None)
    named = (wanted.name, wanted.timetable, actor.name)
    kept = channels.add_channel(session, project_id, wanted.kind, named, encrypted)
    channels.add_subscription(session, project_id, kept.id, NewsSelection(), actor.name)
    record(session, kept.id, kept.name, kind=kept.kind, address=kept.hint)
    return kept, secret


def edit_channel(
    session: Session,
    project_id: int,
    channel_id: int,
    changes: tuple[str | None, str | None, Timetable | None],
    cipher: SecretCipher,
) -> Channel:
    """Change name, address or timetable of a channel; what is None stays."""
    before = the_channel(session, project_id, channel_id)
    name, address, timetable = changes
    if timetable is not None:
        read_time_zone(timetable.time_zone)
    if address is not None:
        channels.write_address(
            session, project_id, channel_id, _encrypted(before.kind, address, cipher)
        )
    channels.write_channel(
        session, project_id, channel_id, name or before.name, timetable or before.timetable
    )
    after = the_channel(session, project_id, channel_id)
    record(session, channel_id, after.name)
    record_change(session, _audited(before), _audited(after))
    return after


def renew_secret(session: Session, project_id: int, channel_id: int, cipher: SecretCipher) -> str:
    """Put another secret in place of the one that signs messages; it is shown this once."""
    channel = the_channel(session, project_id, channel_id)
    if channel.kind is not ChannelKind.WEBHOOK:
        raise ConflictError("only webhooks of any kind are signed; this channel has no secret")
    secret = new_secret()
    channels.write_secret(session, project_id, channel_id, cipher.encrypt(secret))
    record(session, channel_id, channel.name)
    return secret


def pause_channel(session: Session, project_id: int, channel_id: int, by: str | None) -> None:
    """Let a channel say nothing, or speak again; what is news meanwhile waits for it."""
    channel = the_channel(session, project_id, channel_id)
    channels.pause(session, project_id, channel_id, by)
    record(session, channel_id, channel.name, paused=by is not None)


def remove_channel(session: Session, project_id: int, channel_id: int) -> None:
    """Remove a channel; its log stays, and it can be brought back as it was."""
    channel = the_channel(session, project_id, channel_id)
    channels.remove(session, project_id, channel_id, is_gone=True)
    record(session, channel_id, channel.name)


def restore_channel(session: Session, project_id: int, channel_id: int) -> None:
    if not channels.remove(session, project_id, channel_id, is_gone=False):
        raise NotFoundError(f"there is no removed channel {channel_id} in this project")
    record(session, channel_id, the_channel(session, project_id, channel_id).name)


def send_test(session: Session, queue: TaskQueue, project_id: int, channel_id: int) -> Delivery:
    """Have a message sent that tells only that the channel works."""
    channel = the_channel(session, project_id, channel_id)
    if channel.paused_at is not None:
        raise ConflictError("this channel is paused; let it speak again first")
    delivery_id = deliveries.add_test(session, project_id, channel_id)
    queue.request_delivery(project_id)
    record(session, channel_id, channel.name)
    return the_delivery(session, project_id, delivery_id)


def send_again(session: Session, queue: TaskQueue, project_id: int, delivery_id: int) -> Delivery:
    """Try a message again that was given up."""
    before = the_delivery(session, project_id, delivery_id)
    if before.state != "dead":
        raise ConflictError(f"only what was given up is sent again; this message is {before.state}")
    the_channel(session, project_id, before.channel_id)
    deliveries.send_again(session, project_id, delivery_id)
    queue.request_delivery(project_id)
    record(session, delivery_id, before.title)
    return the_delivery(session, project_id, delivery_id)


def check_right(selection: NewsSelection, actor: Actor) -> None:
    """Refuse news of the server itself to whoever does not administer it."""
    if selection.with_server and not actor.is_admin:
        raise ForbiddenError("only an administrator of the server asks for news of its health")


def subscribe(
    session: Session, project_id: int, channel_id: int, selection: NewsSelection, by: str
) -> Subscription:
    channel = the_channel(session, project_id, channel_id)
    if len(channels.subscriptions_of(session, project_id, channel_id)) >= MOST_SUBSCRIPTIONS:
        raise ConflictError(f"a channel has at most {MOST_SUBSCRIPTIONS} subscriptions")
    kept = channels.add_subscription(session, project_id, channel_id, selection, by)
    record(session, kept.id, channel.name)
    account_of(session).after |= _selected(selection)
    return kept


def change_subscription(
    session: Session, project_id: int, place: tuple[int, int], selection: NewsSelection
) -> Subscription:
    """Put another selection in place of that of a channel's subscription."""
    before = _subscription(session, project_id, place)
    kept = channels.write_subscription(session, project_id, before.id, selection)
    record(session, before.id)
    record_change(session, _selected(before.selection), _selected(selection))
    return kept


def unsubscribe(session: Session, project_id: int, place: tuple[int, int]) -> None:
    """Remove a subscription of a channel; without any, nobody wants to hear what waits."""
    before = _subscription(session, project_id, place)
    channels.remove_subscription(session, project_id, before.id)
    if not channels.subscriptions_of(session, project_id, before.channel_id):
        notices.drop_waiting(session, project_id, before.channel_id)
    record(session, before.id)
    account_of(session).before |= _selected(before.selection)


def check_reach(kind: ChannelKind, address: str, outgoing: Outgoing) -> None:
    """Refuse an address inside a private network, as sending would; mail goes by a server of ours.

    A host without an address is taken: its name may not be known yet.
    """
    if kind is ChannelKind.MAIL:
        return
    try:
        outgoing.check(read_address(kind, address))
    except OutsideUnreachableError:
        return


def the_channel(session: Session, project_id: int, channel_id: int) -> Channel:
    found = channels.find_channel(session, project_id, channel_id)
    if found is None:
        raise NotFoundError(f"there is no channel {channel_id} in this project")
    return found


def the_delivery(session: Session, project_id: int, delivery_id: int) -> Delivery:
    found = deliveries.find(session, project_id, delivery_id)
    if found is None:
        raise NotFoundError(f"there is no message {delivery_id} in this project")
    return found


def _subscription(session: Session, project_id: int, place: tuple[int, int]) -> Subscription:
    channel_id, subscription_id = place
    for one in channels.subscriptions_of(session, project_id, channel_id):
        if one.id == subscription_id:
            return one
    raise NotFoundError(f"this channel has no subscription {subscription_id}")


def _encrypted(kind: ChannelKind, address: str, cipher: SecretCipher) -> EncryptedChannel:
    read = read_address(kind, address)
    return EncryptedChannel(cipher.encrypt(read), None, hint_of(kind, read))


def _audited(channel: Channel) -> Mapping[str, Value]:
    quiet = channel.timetable.quiet
    return {
        "name": channel.name,
        "address": channel.hint,
        "cadence": channel.timetable.cadence,
        "time_zone": channel.timetable.time_zone,
        "daily_at": channel.timetable.daily_at,
        "quiet": f"{quiet.start} to {quiet.end}" if quiet else None,
    }


def _selected(selection: NewsSelection) -> dict[str, Value]:
    filters = selection.filters
    named: dict[str, Value] = {
        name: ", ".join(filters.chosen(name)) or None
        for name in ("suite", "benchmark", "metric", "testbed", "branch")
    }
    return named | {
        "ways": selection.ways,
        "min_effect": selection.min_effect,
        "events": ", ".join(sorted(selection.events)),
        "with_outages": selection.with_outages,
        "with_server": selection.with_server,
    }
