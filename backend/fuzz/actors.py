"""Who asks: a visitor, and a viewer, an owner and an administrator with sessions of browsers."""

from collections.abc import Sequence

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from backend.api.sides import COOKIE
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import issue_sign_in_link, redeem_sign_in_link
from backend.storage.engine import transaction
from backend.storage.people import access, members

ACTORS = ("visitor", "viewer", "owner", "administrator")


def ensure_projects(engine: Engine) -> Sequence[Project]:
    """Make sure of a public and of a private project, whatever requests made of them."""
    with transaction(engine) as session:
        found = [ensure_project(session, "main", "Main", "public"),
                 ensure_project(session, "closed", "Closed")]  # fmt: skip
        session.execute(text("update project set visibility = 'public' where slug = 'main'"))
    return found


def headers_of(engine: Engine, actor: str) -> dict[str, str]:
    """Sign somebody in afresh: requests end sessions and take roles away."""
    if actor == "visitor":
        return {}
    projects = ensure_projects(engine)
    with transaction(engine) as session:
        cookie = _signed_in(session, actor, projects)
    return {"X-Tidemark": "1", "Cookie": f"{COOKIE}={cookie}"}


def _signed_in(session: Session, actor: str, projects: Sequence[Project]) -> str:
    address = f"{actor}@fuzz"
    user = access.ensure_user(session, address, actor, is_admin=True)
    _set_standing(session, user.id, is_admin=True)
    token = issue_sign_in_link(session, address, actor, 5)
    _set_standing(session, user.id, is_admin=actor == "administrator")
    if actor in set(Role):
        for project in projects:
            members.set_role(session, project.id, user.id, Role(actor))
    return redeem_sign_in_link(session, token, 1)


def _set_standing(session: Session, user_id: int, *, is_admin: bool) -> None:
    """Enable the account and set what it is: requests disable accounts, and links need both."""
    session.execute(
        text("update user_account set is_admin = :so, disabled_at = null where id = :id"),
        {"so": is_admin, "id": user_id},
    )
