"""Connect a project to its repository on a forge; secrets are sealed and never shown again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.notifications.webhook_messages import new_secret
from backend.domain.outgoing_addresses import read_target
from backend.domain.people.projects import Actor, Project
from backend.domain.pulls.forge_checks import ForgeConnection
from backend.domain.pulls.requests import (
    KeptConnection,
    WantedConnection,
    check_connection,
    new_hook,
)
from backend.services.people.audit import tell, tell_change
from backend.services.sealing import Seal
from backend.storage.pulls import forge_connections
from backend.storage.pulls.forge_connections import SealedConnection

TOLD = ("repository", "api_url", "is_gating", "least_effect", "has_picture")


@dataclass(frozen=True, slots=True)
class OpenedConnection:
    """A connection with its secrets open, for as long as one task needs them."""

    kept: KeptConnection
    wire: ForgeConnection


def connect_project(
    session: Session, project: Project, wanted: WantedConnection, seal: Seal, actor: Actor
) -> tuple[KeptConnection, str]:
    """Keep a connection and return it with the secret of its webhook, which is shown this once."""
    check_connection(wanted)
    read_target(wanted.api_url)
    if forge_connections.find(session, project.id) is not None:
        raise ConflictError("the project is connected already; disconnect it first")
    secret = new_secret()
    sealed = _sealed(wanted, seal, secret)
    forge_connections.add(
        session, project.id, actor.name, sealed,
        hook=new_hook(), kind=wanted.kind, api_url=wanted.api_url, repository=wanted.repository,
        app_id=wanted.app_id or None, installation=wanted.installation or None,
    )  # fmt: skip
    kept = the_connection(session, project.id)
    tell(session, kept.id, kept.repository, kind=kept.kind, api_url=kept.api_url)
    return kept, secret


def change_connection(
    session: Session, project_id: int, changes: Mapping[str, Any], seal: Seal
) -> KeptConnection:
    """Change the token or what is said; what is not named stays."""
    before = the_connection(session, project_id)
    columns = dict(changes)
    token = columns.pop("token", None)
    if token:
        columns |= {"sealed_token": seal.close(token), "failing_since": None, "last_reason": ""}
    if columns:
        forge_connections.change(session, project_id, before.id, **columns)
    after = the_connection(session, project_id)
    tell(session, after.id, after.repository)
    tell_change(session, _told(before), _told(after) | ({"token": "replaced"} if token else {}))
    return after


def renew_webhook_secret(session: Session, project_id: int, seal: Seal) -> str:
    """Put another secret in place of the one that signs webhooks; it is shown this once."""
    kept = the_connection(session, project_id)
    secret = new_secret()
    forge_connections.change(session, project_id, kept.id, sealed_secret=seal.close(secret))
    tell(session, kept.id, kept.repository)
    return secret


def disconnect_project(session: Session, project_id: int) -> None:
    """Say nothing more there; what was said stays, and the connection can be brought back."""
    kept = the_connection(session, project_id)
    forge_connections.remove(session, project_id)
    tell(session, kept.id, kept.repository)


def reconnect_project(session: Session, project_id: int) -> None:
    if not forge_connections.restore(session, project_id):
        raise NotFoundError("there is no connection that was removed and can be brought back")
    kept = the_connection(session, project_id)
    tell(session, kept.id, kept.repository)


def the_connection(session: Session, project_id: int) -> KeptConnection:
    found = forge_connections.find(session, project_id)
    if found is None:
        raise NotFoundError("the project is not connected to a repository")
    return found


def open_connection(session: Session, project_id: int, seal: Seal) -> OpenedConnection | None:
    """Return the connection of a project with its secrets; None where there is none.

    ConflictError where the secret of the installation has changed.
    """
    kept = forge_connections.find(session, project_id)
    sealed = forge_connections.read_sealed(session, project_id, kept.id) if kept else None
    return OpenedConnection(kept, _wire(kept, sealed, seal)) if kept and sealed else None


def _wire(kept: KeptConnection, sealed: SealedConnection, seal: Seal) -> ForgeConnection:
    return ForgeConnection(
        kind=kept.kind,
        api_url=kept.api_url,
        repository=kept.repository,
        webhook_secret=seal.open(sealed.secret),
        token=seal.open(sealed.token) if sealed.token else None,
        app_id=kept.app_id,
        app_key=seal.open(sealed.app_key) if sealed.app_key else None,
        installation=kept.installation,
    )


def _sealed(wanted: WantedConnection, seal: Seal, secret: str) -> SealedConnection:
    return SealedConnection(
        seal.close(wanted.token) if wanted.token else None,
        seal.close(wanted.app_key) if wanted.app_key else None,
        seal.close(secret),
    )


def _told(kept: KeptConnection) -> dict[str, Any]:
    return {name: getattr(kept, name) for name in TOLD}
