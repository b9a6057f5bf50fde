"""API keys of a project."""

from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, KeyedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.people.projects import NewApiKey
from backend.api.shared_calls import Call
from backend.domain.people.rights import Scope
from backend.services.people.manage_keys import WantedKey, give_key, revoke_key
from backend.storage.people.access import ApiKey, CreatedApiKey, keys_of

router = APIRouter(prefix="/projects/{project}/keys", tags=["keys"], route_class=Call)


@router.get("")
def list_keys(db: Db, project: KeyedProject) -> list[ApiKey]:
    """Return the keys of the project, newest first; secrets are not among them."""
    return keys_of(db, project.id)


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("made", "API key")])
def add_key(wanted: NewApiKey, db: Db, project: KeyedProject, actor: CurrentActor) -> CreatedApiKey:
    """Create key. The answer holds its secret, which is never shown again."""
    scopes = frozenset(Scope(name) for name in wanted.scopes)
    key = WantedKey(wanted.name, scopes, wanted.testbed, wanted.expires_in_days)
    stored, secret = give_key(db, project, actor, key)
    return CreatedApiKey(**asdict(stored), secret=secret)


@router.delete("/{key_id}", dependencies=[writes("revoked", "API key")])
def end_key(key_id: Id, db: Db, project: KeyedProject) -> ApiKey:
    """Revoke a key; what it uploaded stays."""
    return revoke_key(db, project.id, key_id)
