"""A message for programs: JSON, signed as Standard Webhooks has it, so that nobody can replay it.

The signature is over id, time and body. Whoever checks it refuses what is older than some minutes
and what has an id they have seen: then a message heard on the way is worth nothing.
"""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from datetime import datetime

from backend.domain.notifications.messages import Message

SECRET_PREFIX = "whsec_"  # noqa: S105  the beginning of every secret, as the standard writes it
VERSION = 1


def new_secret() -> str:
    """Return a fresh secret, as the libraries of the standard take it."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def webhook_body(message: Message) -> bytes:
    """Write the document; the same message is always the same bytes."""
    told = {
        "version": VERSION,
        "id": message.id,
        "type": "notification",
        "timestamp": message.at.isoformat(),
        "project": message.project,
        "title": message.title,
        "url": message.address,
        "more": message.more,
        "news": [
            {
                "headline": story.headline,
                "about": story.about,
                "facts": dict(story.facts),
                "url": story.address,
                "mood": story.mood,
            }
            | event
            for story, event in zip(message.stories, message.events, strict=True)
        ],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def signed_headers(secret: str, message_id: str, body: bytes, now: datetime) -> Mapping[str, str]:
    """Return the headers that let a receiver check who sent it and when."""
    stamp = str(int(now.timestamp()))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{signature_of(secret, message_id, stamp, body)}",
    }


def signature_of(secret: str, message_id: str, stamp: str, body: bytes) -> str:
    """Return the HMAC-SHA256 over id, time and body."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(key, f"{message_id}.{stamp}.".encode() + body, hashlib.sha256)
    return base64.b64encode(signed.digest()).decode()
