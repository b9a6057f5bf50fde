"""What endpoints ask for: a transaction, the actor, a project they may use."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from backend.api.admission import Place
from backend.api.audited import leave_event_of
from backend.api.auth import actor_of
from backend.api.sides import note_written, remember_project, side_of
from backend.domain.errors import ForbiddenError, NotFoundError, UnauthenticatedError
from backend.domain.people.projects import Actor, Project, User, demand
from backend.domain.people.rights import Action
from backend.outgoing.guarded_http import Outgoing
from backend.services.encryption import SecretCipher
from backend.services.notifications.create_feed_token import is_feed_opened
from backend.services.task_queue import TaskQueue
from backend.storage.engine import one_language
from backend.storage.people import projects

T = TypeVar("T")


async def _session(request: Request) -> AsyncIterator[Session]:
    """Give the transaction of a request, once there is a connection for it."""
    place: Place = await request.app.state.admission.enter()
    request.state.place = place
    try:
        with one_language(), Session(side_of(request).engine, expire_on_commit=False) as session:
            try:
                yield session
            except BaseException:
                await run_in_threadpool(session.close)
                raise
            await run_in_threadpool(_finish, request, session)
    finally:
        place.leave()


async def in_one_turn(request: Request, make: Callable[[Session], T]) -> T:
    """Run all of a request's transaction in one thread, to its commit, once there is a place."""
    place: Place = await request.app.state.admission.enter()
    try:
        return await run_in_threadpool(_make_and_finish, request, make)
    finally:
        place.leave()


def _make_and_finish(request: Request, make: Callable[[Session], T]) -> T:
    with one_language(), Session(side_of(request).engine, expire_on_commit=False) as session:
        made = make(session)
        _finish(request, session)
        return made


def _finish(request: Request, session: Session) -> None:
    leave_event_of(request, session)
    session.commit()
    note_written(request, session)
    session.close()


# committed before the answer is sent: a 201 must not precede its commit
Db = Annotated[Session, Depends(_session, scope="function")]


def _known_actor(request: Request, db: Session) -> Actor:
    """Return who asks, looked up once in a request."""
    if not hasattr(request.state, "actor"):
        request.state.actor = actor_of(request, db)
    actor: Actor = request.state.actor
    return actor


async def _actor(request: Request, db: Db) -> Actor:
    if not hasattr(request.state, "actor"):
        await run_in_threadpool(_known_actor, request, db)
    actor: Actor = request.state.actor
    return actor


CURRENT_ACTOR = _actor
"""The dependency by which a call says that its answer hangs on who asks."""
CurrentActor = Annotated[Actor, Depends(_actor)]


async def _queue(request: Request, db: Db) -> TaskQueue:
    return TaskQueue(db, request.app.state.relay)


Queue = Annotated[TaskQueue, Depends(_queue)]


async def _in_turn(request: Request) -> AsyncIterator[None]:
    async with request.app.state.admission.heavy():
        yield


IN_TURN = Depends(_in_turn, scope="function")
"""For calls that take tens of megabytes: a few at once, the others in turn."""

FeedToken = Annotated[str | None, Query(max_length=100)]


@dataclass(frozen=True, slots=True)
class Pass:
    """What was found of a request before its answer was made: who asks, and for which project."""

    action: Action
    actor: Actor
    project: Project


@dataclass(frozen=True, slots=True)
class Needs:
    """Declares the action of a call, and finds the project in which the actor may do it."""

    action: Action

    def __call__(self, request: Request, project: str, db: Db) -> Project:
        return self.find(request, project, db)

    def find(self, request: Request, slug: str, db: Session) -> Project:
        """Return the project to which a pass was found before, or let the request in."""
        let_in = getattr(request.state, "let_in", None)
        if isinstance(let_in, Pass) and let_in.action is self.action:
            return let_in.project
        return self.let_in(request, slug, db)

    def let_in(self, request: Request, project: str, db: Session) -> Project:
        """Return the project; NotFoundError or ForbiddenError where the actor may not do this.

        Notes the state of the database: whatever is read from now on is as new, or newer.
        """
        actor = _known_actor(request, db)
        found, request.state.state_read = projects.find_in_state(db, project)
        if found is None:
            if actor.is_visitor:
                raise UnauthenticatedError("sign in, or send an API key, to see this project")
            raise NotFoundError(f"there is no project “{project}”, or you may not see it")
        demand(actor, self.action, found)
        request.state.project = found
        remember_project(request, found)
        return found


readable = Needs(Action.READ)
ReadableProject = Annotated[Project, Depends(readable)]
SharedProject = Annotated[Project, Depends(Needs(Action.SHARE))]
MarkedProject = Annotated[Project, Depends(Needs(Action.MARK))]
TriagedProject = Annotated[Project, Depends(Needs(Action.TRIAGE))]
ReportingProject = Annotated[Project, Depends(Needs(Action.REPORT))]
AgentProject = Annotated[Project, Depends(Needs(Action.MEASURE))]
ConfiguredProject = Annotated[Project, Depends(Needs(Action.CONFIGURE))]
KeyedProject = Annotated[Project, Depends(Needs(Action.MANAGE_KEYS))]
PeopledProject = Annotated[Project, Depends(Needs(Action.MANAGE_MEMBERS))]
AuditedProject = Annotated[Project, Depends(Needs(Action.AUDIT))]


FindProject = Callable[[Session], Project]


@dataclass(frozen=True, slots=True)
class NeedsInside(Needs):
    """Declares the action of a call that finds its project in the transaction of its answer."""

    async def __call__(self, request: Request, project: str) -> FindProject:  # type: ignore[override]
        """Return what finds the project in a transaction; it raises what `Needs` raises."""
        return partial(self.find, request, project)


FindReadableProject = Annotated[FindProject, Depends(NeedsInside(Action.READ))]


@dataclass(frozen=True, slots=True)
class NeedsFeed(Needs):
    """Declares a call that a token in the address opens too: feed readers cannot sign in."""

    action: Action = Action.READ

    def __call__(
        self, request: Request, project: str, db: Db, token: FeedToken = None
    ) -> Project:  # fmt: skip
        found = projects.find(db, project)
        if token and found is not None and is_feed_opened(db, found, token):
            request.state.project = found
            return found
        return self.let_in(request, project, db)


FedProject = Annotated[Project, Depends(NeedsFeed())]


@dataclass(frozen=True, slots=True)
class NeedsNobody:
    """Declares that a call is for everybody."""

    action: Action = Action.VISIT

    async def __call__(self) -> None:
        """Let everybody pass."""


FOR_EVERYBODY = Depends(NeedsNobody())


@dataclass(frozen=True, slots=True)
class NeedsAdministrator:
    """Declares a call of the whole installation."""

    action: Action = Action.FOUND

    async def __call__(self, actor: CurrentActor) -> Actor:
        if actor.is_visitor:
            raise UnauthenticatedError("this needs a signed-in administrator")
        if not actor.is_admin:
            raise ForbiddenError("this needs an administrator")
        return actor


Administrator = Annotated[Actor, Depends(NeedsAdministrator())]


@dataclass(frozen=True, slots=True)
class NeedsPerson:
    """Declares a call about the account of whoever is signed in."""

    action: Action = Action.KEEP_ACCOUNT

    async def __call__(self, actor: CurrentActor) -> User:
        if actor.is_visitor:
            raise UnauthenticatedError("sign in first")
        if actor.user is None:
            raise ForbiddenError("a key has no account")
        return actor.user


Person = Annotated[User, Depends(NeedsPerson())]


async def _cipher(request: Request) -> SecretCipher:
    return SecretCipher(request.app.state.settings.secret)


Cipher = Annotated[SecretCipher, Depends(_cipher)]


async def _outgoing(request: Request) -> Outgoing:
    outgoing: Outgoing = request.app.state.outgoing
    return outgoing


Outside = Annotated[Outgoing, Depends(_outgoing)]
