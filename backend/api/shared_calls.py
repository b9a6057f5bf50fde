"""The route class of the API: calls whose answer hangs on the project alone are answered once.

Whoever asks is let in first, each by their own key or session. The answer itself is the same for
all of them, so it is made once per state of the database however many ask for it, as the pages
do that are open when a report arrives. A call that finds its project in the transaction of its
answer lets in whoever asks what nobody else asks by that transaction.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute
from sqlalchemy.orm import Session

from backend.api.answers.sharing import Sharing
from backend.api.answers.tables import table_of, wants_csv, with_table
from backend.api.auth import actor_of
from backend.api.dependencies import CURRENT_ACTOR, Needs, NeedsInside, Pass
from backend.api.middleware.compression import takes_gzip
from backend.api.sides import Handler, by_replica_where_near, side_of
from backend.domain.errors import InvalidError
from backend.domain.people.rights import Action
from backend.domain.people.tokens import is_signed_token
from backend.storage.engine import transaction

T = TypeVar("T")
SHARED = (Needs, NeedsInside)
"""Of these, and of no class made from them, the answer hangs on the project alone."""
PASS_BYTES = 500
"""What a kept pass takes, about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer, to be sent to several."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Shelf:
    """What one process has answered, and who was let in, by the state of the database."""

    def __init__(self) -> None:
        self.parts: Sharing[bytes] = Sharing(len)
        self.answers: Sharing[Answer] = Sharing(lambda answer: len(answer.body) + PASS_BYTES)
        self.passes: Sharing[Pass] = Sharing(lambda _: PASS_BYTES)


class Call(APIRoute):
    """A call of the API."""

    def get_route_handler(self) -> Handler:
        handler, table = super().get_route_handler(), table_of(self.dependant)
        if table is not None:
            handler = with_table(handler, table)
        needs = needs_of_shared(self)
        if needs is not None:
            handler = _shared(needs, handler)
        is_page = self.methods == {"GET"} and self.response_class is not StreamingResponse
        return by_replica_where_near(handler) if is_page else handler


def needs_of_shared(route: APIRoute) -> Needs | None:
    """Return what a call needs if everybody who may make it is told the same."""
    if route.methods != {"GET"} or route.response_class is StreamingResponse:
        return None
    calls = [one.call for one in _all(route.dependant)]
    needs = [call for call in calls if isinstance(call, Needs) and type(call) in SHARED]
    if len(needs) != 1 or CURRENT_ACTOR in calls:
        return None
    return needs[0]


def _all(dependant: Dependant) -> Iterator[Dependant]:
    yield dependant
    for inner in dependant.dependencies:
        yield from _all(inner)


async def let_in(request: Request, needs: Needs, slug: str, state: str) -> Pass:
    """Let a request in by what was found for the same key or session in this state.

    Raises what `Needs` raises.
    """
    shelf: Shelf = request.app.state.shelf

    def look(session: Session) -> Pass:
        # a stream asks again and again: what was found before is not trusted
        request.state.actor = actor_of(request, session)
        project = needs.let_in(request, slug, session)
        return Pass(needs.action, request.state.actor, project)

    question = (side_of(request).name, _credential(request), slug, needs.action)
    return await shelf.passes.ask(question, state, lambda: in_place(request, look))


def _credential(request: Request) -> bytes:
    """Return what says who asks, without keeping the secret itself.

    A token of a CI system is let in to one question, not to all that it could read.
    """
    header = request.headers.get("authorization", "")
    said = f"{header} {request.headers.get('cookie')}"
    if is_signed_token(header.partition(" ")[2].strip()):
        said = f"{said} {request.url}"
    return hashlib.blake2b(said.encode(), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class LetsIn(Needs):
    """Declares the action of a call that takes a place in the database only if it must."""

    async def __call__(self, request: Request, project: str) -> Pass:  # type: ignore[override]
        """Return who asks, and the project; raises what `Needs` raises."""
        return await let_in(request, self, project, await side_of(request).snapshots.current())


Reader = Annotated[Pass, Depends(LetsIn(Action.READ))]


async def shared_part(
    request: Request, question: Hashable, make: Callable[[Session], bytes]
) -> bytes:
    """Return the part of an answer that is the same for all who may read the project."""
    shelf: Shelf = request.app.state.shelf
    side = side_of(request)
    state = await side.snapshots.current()
    return await shelf.parts.ask((side.name, question), state, lambda: in_place(request, make))


async def in_place(request: Request, make: Callable[[Session], T]) -> T:
    """Run something with a transaction and a place of its own."""
    place = await request.app.state.admission.enter()
    try:
        return await run_in_threadpool(_in_transaction, request, make)
    finally:
        place.leave()


def _in_transaction(request: Request, make: Callable[[Session], T]) -> T:
    with transaction(side_of(request).engine) as session:
        return make(session)


def _shared(needs: Needs, handler: Handler) -> Handler:
    async def share(request: Request) -> Response:
        shelf: Shelf = request.app.state.shelf
        question = (
            side_of(request).name, request.url.path, request.url.query,
            request.headers.get("if-none-match"), wants_csv(request), takes_gzip(request.scope),
        )  # fmt: skip
        if isinstance(needs, NeedsInside) and not shelf.answers.is_asked(question):
            make = partial(_let_in_and_make, request, needs, handler)
            answer = await shelf.answers.ask_first(question, make)
        else:
            answer = await _share(request, needs, handler, question)
        response = Response(status_code=answer.status)
        response.body, response.raw_headers = answer.body, list(answer.headers)
        return response

    return share


async def _share(
    request: Request, needs: Needs, handler: Handler, question: Hashable
) -> Answer:  # fmt: skip
    shelf: Shelf = request.app.state.shelf
    state = await side_of(request).snapshots.current()
    found = await let_in(request, needs, request.path_params["project"], state)
    request.state.let_in, request.state.actor, request.state.project = (
        found, found.actor, found.project,
    )  # fmt: skip
    return await shelf.answers.ask(question, state, lambda: _make(request, handler))


async def _let_in_and_make(
    request: Request, needs: NeedsInside, handler: Handler
) -> tuple[str, Answer]:  # fmt: skip
    """Make an answer by a handler that lets in whoever asks; return the state it tells of too."""
    try:
        answer = await _make(request, handler)
    except (InvalidError, RequestValidationError):
        if not hasattr(request.state, "project"):
            # who may not ask is told that, not what is wrong with the question
            await in_place(request, partial(needs.find, request, request.path_params["project"]))
        raise
    return request.state.state_read, answer


async def _make(request: Request, handler: Handler) -> Answer:
    response = await handler(request)
    return Answer(response.status_code, tuple(response.raw_headers), bytes(response.body))
