"""Short links: a code for a page with its whole state, and the way back."""

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.people.rights import Action
from backend.domain.views.page_addresses import PageAddress, read_address
from backend.domain.views.short_links import is_code
from backend.services.people.audit import record
from backend.storage.people import projects
from backend.storage.views import short_links


def shorten_address(session: Session, project: Project, address: str) -> str:
    """Return the code of a page of the project, the same one each time."""
    page = read_address(project.slug, address)
    code = short_links.ensure(session, project.id, page)
    record(session, code, page=page.page)
    return code


def lengthen_code(session: Session, actor: Actor, code: str) -> str:
    """Return the address behind a code."""
    project, page = follow_code(session, actor, code)
    return page.within(project.slug)


def follow_code(session: Session, actor: Actor, code: str) -> tuple[Project, PageAddress]:
    """Return project and page behind a code; a stranger does not learn that there is one."""
    found = short_links.find(session, code) if is_code(code) else None
    project = projects.get(session, found[0]) if found else None
    if found is None or project is None or not actor.may(Action.READ, project):
        raise NotFoundError("this link leads nowhere, or to a project that you may not see")
    return project, found[1]
