"""All people of the installation, as administrators see them."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.people.accounts import (
    AccountState,
    PeoplePage,
    PeopleQuery,
    Person,
    PersonRole,
)
from backend.domain.people.rights import Role

_FROM = """
from user_account account
where (cast(:text as text) is null or position(:text in lower(account.name)) > 0
       or position(:text in lower(account.email)) > 0)
  and (cast(:disabled as boolean) is null or (account.disabled_at is not null) = :disabled)
  and (not :only_administrators or account.is_admin)
"""
_COLUMNS = """
select account.id, account.name, account.email, account.is_admin,
       account.proven_at is not null as is_proven,
       account.password_hash is not null as has_password,
       exists (select from user_identity where user_id = account.id) as has_provider,
       account.disabled_at, account.created_at,
       greatest(account.last_seen_at,
                (select max(seen_at) from browser_session where user_id = account.id)) as seen_at,
       (select count(*) from browser_session
        where user_id = account.id and expires_at > now()) as sessions,
       (select count(*) from api_key
        where made_by = account.id and revoked_at is null
          and coalesce(expires_at > now(), true)) as keys,
       (select coalesce(json_agg(json_build_array(project.slug, project.name, membership.role)
                                 order by lower(project.name), project.id), '[]')
        from membership join project on project.id = membership.project_id
        where membership.user_id = account.id and project.deleted_at is null) as roles
"""
_PAGE = f"{_COLUMNS}{_FROM} order by lower(account.name), account.id limit :limit offset :skipped"
_ONE = f"{_COLUMNS} from user_account account where account.id = :id"


def people(session: Session, wanted: PeopleQuery, skipped: int, limit: int) -> PeoplePage:
    """Return a page of accounts by name."""
    is_of_state = {AccountState.ENABLED: False, AccountState.DISABLED: True}
    asked = {
        "text": wanted.text.lower() if wanted.text else None,
        "disabled": is_of_state.get(wanted.state) if wanted.state else None,
        "only_administrators": wanted.state is AccountState.ADMINISTRATORS,
    }
    total = session.execute(text(f"select count(*) {_FROM}"), asked).scalar_one()
    rows = session.execute(text(_PAGE), asked | {"limit": limit, "skipped": skipped})
    found = [_person(dict(row)) for row in rows.mappings()]
    following = skipped + len(found)
    return PeoplePage(found, total, str(following) if found and following < total else None)


def person(session: Session, user_id: int) -> Person | None:
    row = session.execute(text(_ONE), {"id": user_id}).mappings().one_or_none()
    return _person(dict(row)) if row else None


def _person(row: dict[str, Any]) -> Person:
    roles = row.pop("roles")
    named = [PersonRole(slug, project, Role(role)) for slug, project, role in roles]
    return Person(**row, roles=named)
