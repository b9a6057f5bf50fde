"""Calls: notifications. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    Channel,
    ChannelEdit,
    ChannelList,
    ChannelPause,
    ChannelSecret,
    CreatedChannel,
    Delivery,
    DeliveryPage,
    FeedAccess,
    FeedAddress,
    NewChannel,
    PreviewedSelection,
    Selection,
    SelectionPreview,
    Subscription,
)


def list_channels(project: str) -> ApiCall[ChannelList]:
    """Return the channels by name, how each does and what each is told."""
    return ApiCall("GET", f"/projects/{quoted(project)}/channels", ChannelList)


def add_channel(project: str, *, body: NewChannel) -> ApiCall[CreatedChannel]:
    """Add a channel; it is told regressions, fixes and outages until somebody says otherwise."""
    return ApiCall("POST", f"/projects/{quoted(project)}/channels", CreatedChannel, body=body)


def edit_channel(project: str, channel_id: int, *, body: ChannelEdit) -> ApiCall[Channel]:
    """Change name, address or timetable of a channel."""
    return ApiCall(
        "PATCH", f"/projects/{quoted(project)}/channels/{quoted(channel_id)}", Channel, body=body
    )


def remove_channel(project: str, channel_id: int) -> ApiCall[None]:
    """Remove a channel; its log stays."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/channels/{quoted(channel_id)}", None)


def pause_channel(project: str, channel_id: int, *, body: ChannelPause) -> ApiCall[None]:
    """Let a channel say nothing, or speak again; what is news meanwhile waits."""
    return ApiCall(
        "PUT", f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/pause", None, body=body
    )


def restore_channel(project: str, channel_id: int) -> ApiCall[None]:
    """Bring back a channel that was removed, as it was."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/restore", None
    )


def renew_secret(project: str, channel_id: int) -> ApiCall[ChannelSecret]:
    """Put another secret in place of the one that signs messages; it is shown this once."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/secret", ChannelSecret
    )


def subscribe(project: str, channel_id: int, *, body: Selection) -> ApiCall[Subscription]:
    """Have a channel told of more; what several subscriptions mean is told once."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/subscriptions",
        Subscription,
        body=body,
    )


def change_subscription(
    project: str, channel_id: int, subscription_id: int, *, body: Selection
) -> ApiCall[Subscription]:
    """Put another selection in place."""
    return ApiCall(
        "PUT",
        f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/subscriptions/{quoted(subscription_id)}",
        Subscription,
        body=body,
    )


def unsubscribe(project: str, channel_id: int, subscription_id: int) -> ApiCall[None]:
    """Have a channel told of less."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/subscriptions/{quoted(subscription_id)}",
        None,
    )


def test_channel(project: str, channel_id: int) -> ApiCall[Delivery]:
    """Have a message sent that tells only that the channel works; the log says how it went."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/channels/{quoted(channel_id)}/test", Delivery
    )


def deliveries(
    project: str,
    *,
    channel: int | None = None,
    state: Literal["waiting", "sent", "dead", "dropped"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> ApiCall[DeliveryPage]:
    """List messages, the newest first: where to, in which state, and why."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/deliveries",
        DeliveryPage,
        query={
            "channel": channel,
            "state": state,
            "cursor": cursor,
            "limit": limit,
        },
    )


def again(project: str, delivery_id: int) -> ApiCall[Delivery]:
    """Try a message again that was given up."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/deliveries/{quoted(delivery_id)}/again", Delivery
    )


def feed_token(project: str) -> ApiCall[FeedAccess]:
    """Say since when you have an address of the feed, and when it was used last."""
    return ApiCall("GET", f"/projects/{quoted(project)}/feed-token", FeedAccess)


def add_feed_token(project: str) -> ApiCall[FeedAddress]:
    """Make an address of the feed with a token of yours; the one before is worth nothing then."""
    return ApiCall("POST", f"/projects/{quoted(project)}/feed-token", FeedAddress)


def remove_feed_token(project: str) -> ApiCall[None]:
    """Make your address of the feed worth nothing."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/feed-token", None)


def feed(project: str, *, token: str | None = None) -> ApiCall[bytes]:
    """Give the newest news as Atom; a token in the address opens a private project."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/feed.atom",
        bytes,
        query={
            "token": token,
        },
    )


def preview(project: str, *, body: PreviewedSelection) -> ApiCall[SelectionPreview]:
    """Say what a selection would have sent in the last seven days."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/subscription-previews", SelectionPreview, body=body
    )
