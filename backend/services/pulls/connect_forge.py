"""Connect a project to its repository on a forge; secrets are encrypted and never shown again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.filled import filled
from backend.domain.notifications.webhook_messages import new_secret
from backend.domain.outgoing_addresses import read_target
from backend.domain.people.projects import Actor, Project
from backend.domain.pulls.forge_checks import ForgeConnection
from backend.domain.pulls.requests import (
    StoredConnection,
    WantedConnection,
    check_connection,
    new_hook,
)
from backend.services.encryption import SecretCipher
from backend.services.people.audit import record, record_change
from backend.storage.pulls import forge_connections
from backend.storage.pulls.forge_connections import EncryptedConnection

TOLD = ("repository", "api_url", "is_gating", "least_effect", "has_picture")


@dataclass(frozen=True, slots=True)
class OpenedConnection:
    """A connection with its secrets open, for as long as one task needs them."""

    kept: StoredConnection
    wire: ForgeConnection


def connect_project(
    session: Session, project: Project, wanted: WantedConnection, cipher: SecretCipher, actor: Actor
) -> tuple[StoredConnection, str]:
    """Keep a connection and return it with the secret of its webhook, which is shown this once."""
    check_connection(wanted)
    read_target(wanted.api_url)
    if forge_connections.find(session, project.id) is not None:
        raise ConflictError("the project is connected already; disconnect it first")
    secret = new_secret()
    encrypted = _encrypted(wanted, cipher, secret)
    forge_connections.add(
        session, project.id, actor.name, encrypted,
        hook=new_hook(), kind=wanted.kind, api_url=wanted.api_url, repository=wanted.repository,
        app_id=wanted.app_id or None, installation=wanted.installation or None,
    )  # fmt: skip
    kept = the_connection(session, project.id)
    record(session, kept.id, kept.repository, kind=kept.kind, api_url=kept.api_url)
    return kept, secret


def change_connection(
    session: Session, project_id: int, changes: Mapping[str, Any], cipher: SecretCipher
) -> StoredConnection:
    """Change the token or what is said; what is not named stays."""
    before = the_connection(session, project_id)
    columns = dict(changes)
    token = columns.pop("token", None)
    if token:
        columns |= {
            "encrypted_token": cipher.encrypt(token),
            "failing_since": None,
            "last_reason": "",
        }
    if columns:
        forge_connections.change(session, project_id, before.id, **columns)
    after = the_connection(session, project_id)
    record(session, after.id, after.repository)
    record_change(
        session, _audited(before), _audited(after) | ({"token": "replaced"} if token else {})
    )
    return after


def renew_webhook_secret(session: Session, project_id: int, cipher: SecretCipher) -> str:
    """Put another secret in place of the one that signs webhooks; it is shown this once."""
    kept = the_connection(session, project_id)
    secret = new_secret()
    forge_connections.change(session, project_id, kept.id, encrypted_secret=cipher.encrypt(secret))
    record(session, kept.id, kept.repository)
    return secret


def disconnect_project(session: Session, project_id: int) -> None:
    """Say nothing more there; what was said stays, and the connection can be brought back."""
    kept = the_connection(session, project_id)
    forge_connections.remove(session, project_id)
    record(session, kept.id, kept.repository)


def reconnect_project(session: Session, project_id: int) -> None:
    if not forge_connections.restore(session, project_id):
        raise NotFoundError("there is no connection that was removed and can be brought back")
    kept = the_connection(session, project_id)
    record(session, kept.id, kept.repository)


def the_connection(session: Session, project_id: int) -> StoredConnection:
    found = forge_connections.find(session, project_id)
    if found is None:
        raise NotFoundError("the project is not connected to a repository")
    return found


def open_connection(
    session: Session, project_id: int, cipher: SecretCipher
) -> OpenedConnection | None:
    """Return the connection of a project with its secrets; None where there is none.

    ConflictError where the secret of the installation has changed.
    """
    kept = forge_connections.find(session, project_id)
    encrypted = forge_connections.read_encrypted(session, project_id, kept.id) if kept else None
    return OpenedConnection(kept, _wire(kept, encrypted, cipher)) if kept and encrypted else None


def _wire(
    kept: StoredConnection, encrypted: EncryptedConnection, cipher: SecretCipher
) -> ForgeConnection:
    return filled(
        ForgeConnection,
        kept,
        webhook_secret=cipher.decrypt(encrypted.secret),
        token=cipher.decrypt(encrypted.token) if encrypted.token else None,
        app_key=cipher.decrypt(encrypted.app_key) if encrypted.app_key else None,
    )


def _encrypted(wanted: WantedConnection, cipher: SecretCipher, secret: str) -> EncryptedConnection:
    return EncryptedConnection(
        cipher.encrypt(wanted.token) if wanted.token else None,
        cipher.encrypt(wanted.app_key) if wanted.app_key else None,
        cipher.encrypt(secret),
    )


def _audited(kept: StoredConnection) -> dict[str, Any]:
    return {name: getattr(kept, name) for name in TOLD}
