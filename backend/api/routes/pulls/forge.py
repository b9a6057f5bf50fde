"""The connection of a project to its repository on a forge."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request

from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import ConfiguredProject, CurrentActor, Db
from backend.api.routes.notifications.channels import Cipher
from backend.api.schemas import pulls as schema
from backend.api.shared_calls import Call
from backend.domain.errors import NotFoundError
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import StoredConnection, WantedConnection
from backend.services.pulls import connect_forge
from backend.services.pulls.try_forge import try_connection
from backend.storage.pulls import forge_connections, webhooks
from backend.wording.pull_comments import check_name

router = APIRouter(prefix="/projects/{project}/forge", tags=["pull requests"], route_class=Call)


@router.get("")
def read_connection(db: Db, project: ConfiguredProject) -> schema.ForgeAccess:
    """Return the connection, how it does, and the newest webhooks."""
    found = forge_connections.find(db, project.id)
    return schema.ForgeAccess.model_validate(
        {
            "connection": shown(found) if found else None,
            "webhooks": [asdict(one) for one in webhooks.newest(db, project.id)],
            "check": check_name(project.slug),
        },
        from_attributes=True,
    )


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("connected", "repository")],
)
def connect(
    wanted: schema.NewForgeConnection, db: Db, project: ConfiguredProject, actor: CurrentActor,
    cipher: Cipher,
) -> schema.MadeForgeConnection:  # fmt: skip
    """Connect a repository; the secret of its webhook is shown this once."""
    told = wanted.model_dump() | {
        "kind": ForgeKind(wanted.kind),
        "token": wanted.token.get_secret_value(),
        "app_key": wanted.app_key.get_secret_value(),
    }
    kept, secret = connect_forge.connect_project(
        db, project, WantedConnection(**told), cipher, actor
    )
    return schema.MadeForgeConnection.model_validate(
        shown(kept) | {"secret": secret}, from_attributes=True
    )


@router.patch("", dependencies=[writes("changed", "repository")])
def change(
    edit: schema.ForgeEdit, db: Db, project: ConfiguredProject, cipher: Cipher
) -> schema.ForgeConnection:
    """Change the token, what fails the check, or whether the comment has a picture."""
    changes = edit.model_dump(exclude_none=True)
    if edit.token is not None:
        changes["token"] = edit.token.get_secret_value()
    return schema.ForgeConnection.model_validate(
        shown(connect_forge.change_connection(db, project.id, changes, cipher)),
        from_attributes=True,
    )


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
) -> list[schema.ForgeFinding]:
    """Ask the forge who we are and what we may there; says what is missing."""
    opened = connect_forge.open_connection(db, project.id, cipher)
    if opened is None:
        raise NotFoundError("the project is not connected to a repository")
    db.rollback()  # nothing waits for the database while the forge is asked
    return [
        schema.ForgeFinding.model_validate(one, from_attributes=True)
        for one in ([asdict(one) for one in try_connection(opened, request.app.state.outgoing)])
    ]


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


def shown(kept: StoredConnection) -> dict[str, Any]:
    return asdict(kept) | {"webhook_path": f"/api/v1/forges/{kept.hook}/webhook"}
