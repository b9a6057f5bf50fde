"""Which server of the database answers a request: the primary, or a replica that is near enough.

A replica is asked by calls that read. Who wrote a moment ago, and who reads a project of which an
event told, is answered by it only once it has what was written. Whatever it refuses, or does not
know, the primary is asked again: so nobody is told that what was just made is not there.
"""

import hashlib
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import psycopg
import structlog
from fastapi import Request, Response
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from backend.domain.errors import DomainError, UnavailableError
from backend.domain.people.projects import Project
from backend.services.written_places import WrittenPlaces, of_project, of_writer
from backend.settings import Settings
from backend.storage.engine import make_engine, one_language
from backend.storage.replica import ReplicaWatch, written_place
from backend.storage.snapshots import Snapshots

log = structlog.get_logger()
COOKIE = "tidemark_session"
Handler = Callable[[Request], Coroutine[Any, Any, Response]]
LOST = (SQLAlchemyError, psycopg.Error, UnavailableError)
ASKED_AGAIN = (*LOST, DomainError)
FOUND = ("side", "place", "actor", "project", "let_in", "state_read")
"""What a request has found on the way to its answer."""


@dataclass(frozen=True, slots=True)
class Side:
    """One server of the database."""

    name: str
    engine: Engine
    snapshots: Snapshots

    async def close(self) -> None:
        await self.snapshots.close()
        self.engine.dispose()


def make_side(name: str, url: str, chosen: Settings) -> Side:
    engine = make_engine(url, chosen.api_pool, chosen.statement_patience_s)
    return Side(name, engine, Snapshots(url))


def side_of(request: Request) -> Side:
    """Return the server that answers this request."""
    side: Side = getattr(request.state, "side", request.app.state.primary)
    return side


def is_of_replica(request: Request) -> bool:
    return side_of(request) is not request.app.state.primary


@dataclass(slots=True)
class Replica:
    """What a process of the API knows of the replica."""

    side: Side
    watch: ReplicaWatch
    places: WrittenPlaces
    projects: dict[str, int] = field(default_factory=dict)
    """Ids by short names, as far as somebody was let in."""

    async def may_answer(self, request: Request) -> bool:
        """Tell whether the replica has all that whoever asks must see."""
        slug = request.path_params.get("project")
        if not self.watch.is_near() or (slug and slug not in self.projects):
            return False
        names = _names(request, self.projects[slug] if slug else None)
        place = await self.places.last(names) if names else 0
        return place is not None and await self.watch.has(place)

    async def close(self) -> None:
        await self.watch.close()
        await self.places.close()
        await self.side.close()


def open_replica(chosen: Settings) -> Replica | None:
    """Begin to follow the replica, where there is one."""
    if not chosen.database_read_url:
        return None
    watch = ReplicaWatch(chosen.database_url, chosen.database_read_url, chosen.read_lag_s)
    watch.begin()
    side = make_side("replica", chosen.database_read_url, chosen)
    return Replica(side, watch, WrittenPlaces(chosen.redis_url))


def by_replica_where_near(handler: Handler) -> Handler:
    """Let a replica answer a call that reads, and the primary what the replica cannot."""

    async def read(request: Request) -> Response:
        replica: Replica | None = request.app.state.replica
        if replica is None or not await replica.may_answer(request):
            return await handler(request)
        request.state.side = replica.side
        try:
            return await _with_own_end(request, handler)
        except ASKED_AGAIN as error:
            log.debug("the primary is asked", path=request.url.path, error=repr(error)[:200])
            if isinstance(error, LOST):
                replica.watch.give_up()
        for name in FOUND:
            if hasattr(request.state, name):
                delattr(request.state, name)
        return await handler(request)

    return read


async def _with_own_end(request: Request, handler: Handler) -> Response:
    """Run a handler to the end of its transaction, which FastAPI keeps open for longer."""
    kept = request.scope["fastapi_function_astack"]
    try:
        async with AsyncExitStack() as ours:
            request.scope["fastapi_function_astack"] = ours
            return await handler(request)
    finally:
        request.scope["fastapi_function_astack"] = kept


def remember_project(request: Request, project: Project) -> None:
    """Remember which project a short name means, to know of its news before it is asked for."""
    replica: Replica | None = request.app.state.replica
    if replica is not None:
        replica.projects[project.slug] = project.id


def note_written(request: Request, session: Session) -> None:
    """Note up to where a committed request wrote, for who reads next."""
    replica: Replica | None = request.app.state.replica
    if replica is None or is_of_replica(request) or request.method in ("GET", "HEAD"):
        return
    project: Project | None = getattr(request.state, "project", None)
    names = _names(request, project.id if project else None)
    try:
        with one_language():
            place = written_place(session)
    except SQLAlchemyError as error:  # it is committed all the same
        log.warning("nobody knows up to where was written", error=str(error)[:200])
    else:
        replica.places.note(names, place)


def _names(request: Request, project_id: int | None) -> list[str]:
    said = request.headers.get("authorization") or request.cookies.get(COOKIE, "")
    by = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
    names = [of_writer(by)] if said else []
    return names if project_id is None else [*names, of_project(project_id)]
