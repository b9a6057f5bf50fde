"""A webhook of any forge, once its signature was found good, as one delivery."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import orjson

from backend.adapters.forge_webhooks import gitea, github, gitlab
from backend.domain.errors import Fault, InvalidError, TooLargeError
from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import ForgeEvent, ForgeKind, WebhookDelivery

MOST_BYTES = 1_000_000
"""As for every call. Forges send more only of events that nobody needs here, such as pushes."""


class _WebhookReader(NamedTuple):
    delivery_id: Callable[[Mapping[str, str], bytes], str]
    read_event: Callable[[Mapping[str, str], Field], ForgeEvent]


READERS = {
    ForgeKind.GITHUB: _WebhookReader(github.delivery_id, github.read_event),
    ForgeKind.GITLAB: _WebhookReader(gitlab.delivery_id, gitlab.read_event),
    ForgeKind.GITEA: _WebhookReader(gitea.delivery_id, gitea.read_event),
}


def read_delivery(kind: ForgeKind, headers: Mapping[str, str], body: bytes) -> WebhookDelivery:
    """Return what a webhook says; InvalidError says where it cannot be read.

    `headers` has names in lower case.
    """
    if len(body) > MOST_BYTES:
        raise TooLargeError(
            f"the webhook is larger than {MOST_BYTES} bytes",
            [
                Fault(
                    "",
                    f"it has {len(body)} bytes",
                    "let the forge send pull requests and comments only, not pushes",
                )
            ],
        )
    reader = READERS[kind]
    known_as = reader.delivery_id(headers, body)
    return WebhookDelivery(known_as, reader.read_event(headers, Field(_document(headers, body))))


def _document(headers: Mapping[str, str], body: bytes) -> dict[str, object]:
    if "form-urlencoded" in headers.get("content-type", ""):
        raise _unreadable(
            "it is a form", "set the content type of the webhook to application/json in the forge"
        )
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _unreadable(
            f"it is no JSON: {error}", "send webhooks as the forge makes them"
        ) from error
    if not isinstance(document, dict):
        raise _unreadable("it is no JSON object", "send webhooks as the forge makes them")
    return document


def _unreadable(reason: str, remedy: str) -> InvalidError:
    return InvalidError("the webhook cannot be read", [Fault("", reason, remedy)])
