"""Take webhooks: who sent one is checked first, each counts once, and all they say is “look”.

Nothing is believed but that something happened: the task that tells the forge reads the truth
there. A webhook that was heard twice, late or in another order than its fellows changes nothing.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from backend.adapters.forge_webhooks.reading import read_delivery
from backend.domain.errors import NotFoundError, UnauthenticatedError
from backend.domain.pulls.commands import read_command
from backend.domain.pulls.forge_events import (
    CommandGiven,
    MergeGroupFormed,
    Pinged,
    PullRequestSeen,
    WebhookDelivery,
)
from backend.domain.pulls.forge_signatures import check_signature
from backend.domain.pulls.requests import StoredConnection
from backend.services.encryption import SecretCipher
from backend.services.task_queue import TaskQueue
from backend.storage.pulls import forge_connections, webhooks
from backend.storage.pulls import requests as pull_requests

COMMAND = "CommandGiven"
"""Kind of the rows that wait for somebody who asks the forge whether it may be done."""


def receive_webhook(
    session: Session,
    queue: TaskQueue,
    cipher: SecretCipher,
    hook: str,
    sent: tuple[Mapping[str, str], bytes],
) -> str:
    """Take one webhook and say what came of it; UnauthenticatedError where it is forged.

    `sent` are its headers, with names in lower case, and its body as received.
    """
    found = forge_connections.find_by_hook(session, hook)
    if found is None:
        raise NotFoundError("no project waits for webhooks at this address")
    project_id, connection, encrypted = found
    headers, body = sent
    secret = cipher.decrypt(encrypted.secret)
    try:
        check_signature(connection.kind, secret, headers, body, datetime.now(UTC))
    except UnauthenticatedError:
        forge_connections.note_forged(session, project_id, connection.id)
        session.commit()  # the request fails, and the count is kept all the same
        raise
    delivery = read_delivery(connection.kind, headers, body)
    outcome = _store(session, queue, (project_id, connection), delivery)
    # after the pull request, as whoever tells the forge does: the other way round they wait for
    # each other, and the forge does not send again what was broken off
    forge_connections.change(session, project_id, connection.id, heard_at=datetime.now(UTC))
    return outcome


def _store(
    session: Session,
    queue: TaskQueue,
    place: tuple[int, StoredConnection],
    delivery: WebhookDelivery,
) -> str:
    project_id, connection = place
    kept = webhooks.add(session, (project_id, connection.id), delivery.id, _event_of(delivery))
    if kept is None:
        return "heard before"
    outcome = _outcome(session, queue, place, delivery)
    if outcome:
        webhooks.record_receipt(session, project_id, kept, outcome)
    return outcome or "kept"


def _event_of(delivery: WebhookDelivery) -> tuple[str, int | None, dict[str, Any]]:
    event = delivery.event
    return type(event).__name__, getattr(event, "number", None), msgspec.to_builtins(event)


def _outcome(
    session: Session,
    queue: TaskQueue,
    place: tuple[int, StoredConnection],
    delivery: WebhookDelivery,
) -> str:
    """Ask for what a delivery makes necessary; returns what came of it, or nothing yet."""
    project_id, connection = place
    event = delivery.event
    told = delivery.repository
    if told is not None and told.casefold() != connection.repository.casefold():
        return f"of another repository: {told}"
    if isinstance(event, Pinged):
        return "the forge tried the webhook"
    if isinstance(event, CommandGiven) and read_command(event.text) is None:
        return "a comment that asks for nothing"
    if isinstance(event, PullRequestSeen | CommandGiven):
        pull_id = pull_requests.ensure(session, project_id, connection.id, event.number)
    elif isinstance(event, MergeGroupFormed):
        pull_id = pull_requests.ensure_group(session, project_id, connection.id, event)
    else:
        return "asks nothing of us"
    pull_requests.want(session, project_id, [pull_id], soon=True)
    queue.request_forge(project_id)
    return "" if isinstance(event, CommandGiven) else "looked at"


def want_judged_since(
    session: Session, queue: TaskQueue, project_id: int, asked_at: datetime | None
) -> None:
    """Have those judged again that were judged while a detection was asked for and not done.

    The noise of their series was not known yet, so they were called inconclusive.
    """
    ids = pull_requests.judged_since(session, project_id, asked_at) if asked_at else []
    if ids:
        pull_requests.want(session, project_id, ids)
        queue.request_forge(project_id)


def want_measured(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    measured: tuple[set[int], set[str]],
) -> None:
    """Have pull requests told of results that came: `measured` are their numbers and commits."""
    numbers, commits = measured
    connection = forge_connections.find(session, project_id)
    if connection is None:
        return
    ids = {pull_requests.ensure(session, project_id, connection.id, one) for one in numbers}
    ids |= set(pull_requests.concerned(session, project_id, connection.id, sorted(commits)))
    if ids:
        pull_requests.want(session, project_id, sorted(ids))
        queue.request_forge(project_id)
