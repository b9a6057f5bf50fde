"""The connection of a project to its repository on a forge."""

from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import Cipher, ConfiguredProject, CurrentActor, Db
from backend.api.schemas import pulls as schema
from backend.api.shared_calls import Call
from backend.domain.errors import NotFoundError
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import (
    ForgeSetup,
    MadeForgeConnection,
    StoredConnection,
    WantedConnection,
)
from backend.services.pulls import connect_forge
from backend.services.pulls.try_forge import ForgeFinding, try_connection
from backend.storage.pulls import forge_connections, webhooks
from backend.wording.pull_comments import check_name

router = APIRouter(prefix="/projects/{project}/forge", tags=["pull requests"], route_class=Call)


@router.get("")
def read_connection(db: Db, project: ConfiguredProject) -> ForgeSetup:
    """Return the connection, how it does, and the newest webhooks."""
    found = forge_connections.find(db, project.id)
    return ForgeSetup(found, webhooks.newest(db, project.id), check_name(project.slug))


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("connected", "repository")],
)
def connect(
    wanted: schema.NewForgeConnection, db: Db, project: ConfiguredProject, actor: CurrentActor,
    cipher: Cipher,
) -> MadeForgeConnection:  # fmt: skip
    """Connect a repository; the secret of its webhook is shown this once."""
    told = wanted.model_dump() | {
        "kind": ForgeKind(wanted.kind),
        "token": wanted.token.get_secret_value(),
        "app_key": wanted.app_key.get_secret_value(),
    }
    kept, secret = connect_forge.connect_project(
        db, project, WantedConnection(**told), cipher, actor
    )
    return MadeForgeConnection(**asdict(kept), secret=secret)


@router.patch("", dependencies=[writes("changed", "repository")])
def change(
    edit: schema.ForgeEdit, db: Db, project: ConfiguredProject, cipher: Cipher
) -> StoredConnection:
    """Change the token, what fails the check, or whether the comment has a picture."""
    changes = edit.model_dump(exclude_none=True)
    if edit.token is not None:
        changes["token"] = edit.token.get_secret_value()
    return connect_forge.change_connection(db, project.id, changes, cipher)


@router.post("/secret", dependencies=[writes("renewed the secret of", "repository")])
def renew_secret(db: Db, project: ConfiguredProject, cipher: Cipher) -> schema.WebhookSecret:
    """Put another secret in place of the one that signs webhooks; it is shown this once."""
    return schema.WebhookSecret(secret=connect_forge.renew_webhook_secret(db, project.id, cipher))


@router.post(
    "/trials",
    dependencies=[writes_nothing("asks the forge and keeps nothing")],
)
def try_it(
    request: Request, db: Db, project: ConfiguredProject, cipher: Cipher
) -> list[ForgeFinding]:
    """Ask the forge who we are and what we may there; says what is missing."""
    opened = connect_forge.open_connection(db, project.id, cipher)
    if opened is None:
        raise NotFoundError("the project is not connected to a repository")
    db.rollback()  # nothing waits for the database while the forge is asked
    return try_connection(opened, request.app.state.outgoing)


@router.delete(
    "", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("disconnected", "repository")]
)
def disconnect(db: Db, project: ConfiguredProject) -> None:
    """Say nothing more there; what was said stays."""
    connect_forge.disconnect_project(db, project.id)


@router.post(
    "/restore",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("reconnected", "repository")],
)
def reconnect(db: Db, project: ConfiguredProject) -> None:
    """Bring back the connection that was removed last, as it was."""
    connect_forge.reconnect_project(db, project.id)
