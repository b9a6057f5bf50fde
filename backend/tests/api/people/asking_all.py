"""Everybody who may ask: people of each role, keys of each scope, and nobody."""

from sqlalchemy import Engine, text

from backend.api.sides import COOKIE
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import issue_sign_in_link, redeem_sign_in_link
from backend.storage.engine import transaction
from backend.storage.people import access, members

PAGE = {"X-Tidemark": "1"}
STREAM = "/projects/{project}/events"
"""The call whose answer has no end."""


def all_askers(engine: Engine, project: Project) -> dict[str, dict[str, str]]:
    """Return the headers of everybody who may ask, by name; projects open, closed and another."""
    with transaction(engine) as session:
        shown = [ensure_project(session, "open", "Open", "public"),
                 ensure_project(session, "closed", "Closed")]  # fmt: skip
        made: dict[str, dict[str, str]] = {"nobody": {}}
        for name in ("outsider", *Role, "administrator"):
            token = issue_sign_in_link(session, f"{name}@x", name, 5)
            user = access.ensure_user(session, f"{name}@x", name, is_admin=True)
            session.execute(
                text("update user_account set is_admin = :so where id = :id"),
                {"so": name == "administrator", "id": user.id},
            )
            if name in set(Role):
                for one in shown:
                    members.set_role(session, one.id, user.id, Role(name))
            made[name] = PAGE | {"Cookie": f"{COOKIE}={redeem_sign_in_link(session, token, 1)}"}
        for scope in Scope:
            _, secret = create_key(session, project.id, "k", [scope])
            made[f"key {scope} of another"] = bearer(secret)
        _, secret = create_key(session, None, "k", [Scope.ADMIN])
        made["key admin of all"] = bearer(secret)
        for one in shown:
            for scope in Scope:
                _, secret = create_key(session, one.id, "k", [scope])
                made[f"key {scope} in {one.slug}"] = bearer(secret)
    return made


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}
