"""Make messages of what waits, claim one at a time, send it, and note how that went.

A claim is committed before anything is sent: a sender that dies holds its message for a minute,
then another one sends it, under the same id. What died before the wire is thus sent exactly once;
what died after the wire is sent twice under one id, by which receivers can tell.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from backend.domain.notifications.channels import Channel
from backend.domain.notifications.message_pace import Bundling, bundled
from backend.domain.notifications.messages import Message
from backend.domain.retries import MOST_ATTEMPTS, Refusal, pause_s
from backend.services.notifications.compose_message import compose
from backend.storage.engine import transaction
from backend.storage.notifications import channels, deliveries, notices
from backend.storage.notifications.deliveries import DeliveryClaim
from backend.storage.people import projects
from backend.tracing import is_traced, step

log = structlog.get_logger()
LOCK = 0x6D65_7373
MOST_CHANNELS = 200
"""Looked after in one go."""


class Post(Protocol):
    """Brings a message to a channel, or says why not."""

    @property
    def origin(self) -> str: ...

    def deliver(self, channel: Channel, message: Message) -> Refusal | None: ...


@dataclass(frozen=True, slots=True)
class Ready:
    """What was read for one message before anything is sent."""

    claim: DeliveryClaim
    channel: Channel
    message: Message
    origins: Sequence[str]
    """Traces that led to it."""


def make_messages(session: Session, now: datetime) -> int:
    """Turn news that wait into messages where their time has come; returns for how many heaps."""
    # one at a time: two would both find that little was sent lately
    session.execute(text("select pg_advisory_xact_lock(:kind, 0)"), {"kind": LOCK})
    made = 0
    for waiting in notices.waiting_buckets(session):
        channel = channels.find_channel(session, waiting.project_id, waiting.channel_id)
        if channel is None:
            continue
        lately = notices.sent_lately(session, waiting.project_id, waiting.channel_id, now)
        outcome = bundled(waiting.heap, lately, channel.timetable, now)
        if outcome is not Bundling.WAIT:
            together = outcome is Bundling.TOGETHER
            notices.make_messages(session, waiting, now, is_together=together)
            made += 1
    return made


def due_channels(session: Session) -> list[tuple[int, int]]:
    """Return project and channel of messages that can be sent now."""
    return deliveries.due_channels(session, MOST_CHANNELS)


def deliver_all(engine: Engine, post: Post, project_id: int, channel_id: int) -> int:
    """Send the messages of one channel, one after the other, until one fails; returns how many."""
    sent = 0
    while deliver_next(engine, post, project_id, channel_id):
        sent += 1
    return sent


def deliver_next(engine: Engine, post: Post, project_id: int, channel_id: int) -> bool:
    """Send the next message of a channel; False where there is none, or it did not arrive."""
    with transaction(engine) as session:
        claim = deliveries.claim(session, project_id, channel_id)
    if claim is None:
        return False
    with transaction(engine) as session:
        ready = _ready(session, claim, post.origin)
    if ready is None:
        return True
    with step("send a message", ready.origins, **{"tidemark.channel": ready.channel.kind}):
        refusal = post.deliver(ready.channel, ready.message)
    with transaction(engine) as session:
        _note(session, ready, refusal)
    return refusal is None


def _ready(session: Session, claim: DeliveryClaim, origin: str) -> Ready | None:
    """Read what a message tells; None where nothing is left to tell, which is noted."""
    if claim.attempts > MOST_ATTEMPTS:
        # whoever tried it never came back to say why
        told = ("", None, "nobody who tried to send it came back")
        deliveries.note_failed(session, claim, told, None)
        return None
    project = projects.get(session, claim.project_id)
    channel = channels.find_channel(session, claim.project_id, claim.channel_id)
    message = compose(session, project, claim, origin) if project and channel else None
    if channel is None or message is None:
        deliveries.note_dropped(session, claim, "taken back before it was sent")
        return None
    origins = notices.origins_of(session, claim.project_id, claim.id) if is_traced() else []
    return Ready(claim, channel, message, origins)


def _note(session: Session, ready: Ready, refusal: Refusal | None) -> None:
    claim, title = ready.claim, ready.message.title
    if refusal is None:
        deliveries.note_sent(session, claim, title)
        channels.note_sent(session, claim.project_id, claim.channel_id)
        return
    pause = pause_s(claim.attempts, refusal, random.SystemRandom().random())
    told = (title, refusal.status, refusal.reason[:400])
    deliveries.note_failed(session, claim, told, pause)
    channels.note_failed(session, claim.project_id, claim.channel_id, refusal.reason[:400])
    log.info("not delivered", channel=ready.channel.name, reason=refusal.reason, pause_s=pause)


def now_utc() -> datetime:
    return datetime.now(UTC)
