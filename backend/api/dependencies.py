"""What endpoints ask for: a transaction, the actor, a project they may use."""

from collections.abc import Callable, Iterator
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from backend.api.auth import actor_of
from backend.domain.errors import ForbiddenError, NotFoundError, UnauthenticatedError
from backend.domain.projects import Actor, Project, Scope, demand
from backend.services.task_queue import TaskQueue
from backend.storage import projects
from backend.storage.engine import transaction


def _session(request: Request) -> Iterator[Session]:
    with transaction(request.app.state.engine) as session:
        yield session


# committed before the answer is sent: a 201 must not precede its commit
Db = Annotated[Session, Depends(_session, scope="function")]


def _actor(request: Request, db: Db) -> Actor:
    return actor_of(request, db)


CurrentActor = Annotated[Actor, Depends(_actor)]


def _queue(request: Request, db: Db) -> TaskQueue:
    return TaskQueue(db, request.app.state.relay)


Queue = Annotated[TaskQueue, Depends(_queue)]


def _project_for(scope: Scope) -> Callable[..., Project]:
    def resolve(project: str, db: Db, actor: CurrentActor) -> Project:
        found = projects.find(db, project)
        if found is None:
            if actor.is_visitor:
                raise UnauthenticatedError("sign in, or send an API key, to see this project")
            raise NotFoundError(f"there is no project “{project}”, or you may not see it")
        demand(actor, scope, found)
        return found

    return resolve


ReadableProject = Annotated[Project, Depends(_project_for(Scope.READ))]
ReportingProject = Annotated[Project, Depends(_project_for(Scope.REPORT))]
AgentProject = Annotated[Project, Depends(_project_for(Scope.AGENT))]
AdminProject = Annotated[Project, Depends(_project_for(Scope.ADMIN))]


def _administrator(actor: CurrentActor) -> Actor:
    if actor.is_visitor:
        raise UnauthenticatedError("this needs a signed-in administrator")
    if not actor.is_admin:
        raise ForbiddenError("this needs an administrator")
    return actor


Administrator = Annotated[Actor, Depends(_administrator)]
