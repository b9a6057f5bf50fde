"""All people of the installation, for administrators: who may come in, and who administers."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from backend.api.audited import writes
from backend.api.cookies import settings_of
from backend.api.dependencies import Db, NeedsAdministrator
from backend.api.parameters.filters import Cursor, Id, Limit
from backend.api.schemas.people import accounts as schema
from backend.api.shared_calls import Call
from backend.domain.pages import read_cursor
from backend.domain.people.accounts import AccountState, PeoplePage, PeopleQuery, ResetLink
from backend.domain.people.projects import Actor
from backend.domain.people.rights import Action
from backend.services.people.manage_accounts import (
    disable_account,
    enable_account,
    end_provider_link,
    end_sessions_of,
    set_administrator,
)
from backend.services.people.reset_password import make_password_link
from backend.storage.people.people_list import people

router = APIRouter(prefix="/people", tags=["people"], route_class=Call)
Manager = Annotated[Actor, Depends(NeedsAdministrator(Action.MANAGE_ACCOUNTS))]
Part = Annotated[str | None, Query(max_length=200, pattern=r"^[^\x00]*$")]
DONE = HTTPStatus.NO_CONTENT


@router.get("")
def list_people(
    db: Db,
    _manager: Manager,
    text: Part = None,
    state: schema.AccountStateName | None = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> PeoplePage:  # fmt: skip
    """Return accounts by name; `text` is part of a name or an address."""
    wanted = PeopleQuery(text or None, AccountState(state) if state else None)
    return people(db, wanted, read_cursor(cursor) or 0, limit)


@router.put("/{user_id}/disabling", status_code=DONE, dependencies=[writes("disabled", "account")])
def disable(user_id: Id, db: Db, manager: Manager) -> None:
    """Let somebody in no more: sessions and links end, API keys of theirs stop."""
    disable_account(db, manager, user_id)


@router.delete(
    "/{user_id}/disabling", status_code=DONE, dependencies=[writes("enabled", "account")]
)
def enable(user_id: Id, db: Db, manager: Manager) -> None:
    """Let somebody in again; API keys of theirs work again."""
    enable_account(db, manager, user_id)


@router.put(
    "/{user_id}/administrator", status_code=DONE, dependencies=[writes("made", "administrator")]
)
def make_administrator(user_id: Id, db: Db, manager: Manager) -> None:
    """Let somebody administer the whole installation."""
    set_administrator(db, manager, user_id, is_admin=True)


@router.delete(
    "/{user_id}/administrator", status_code=DONE, dependencies=[writes("unmade", "administrator")]
)
def unmake_administrator(user_id: Id, db: Db, manager: Manager) -> None:
    """Let somebody administer no more; one who can come in must be left."""
    set_administrator(db, manager, user_id, is_admin=False)


@router.delete(
    "/{user_id}/sessions", status_code=DONE, dependencies=[writes("ended", "all sessions")]
)
def end_sessions(user_id: Id, db: Db, manager: Manager) -> None:
    """Sign somebody out everywhere."""
    end_sessions_of(db, manager, user_id)


@router.delete(
    "/{user_id}/provider-link", status_code=DONE, dependencies=[writes("ended", "provider link")]
)
def end_link(user_id: Id, db: Db, manager: Manager) -> None:
    """Let nobody at the identity provider open an account until its address is linked again."""
    end_provider_link(db, manager, user_id)


@router.post(
    "/{user_id}/password-links",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("made", "password link")],
)
def add_password_link(
    user_id: Id, request: Request, db: Db, _manager: Manager
) -> ResetLink:  # fmt: skip
    """Create link by which somebody can set a new password, once; hand it on yourself."""
    return make_password_link(db, settings_of(request), user_id)
