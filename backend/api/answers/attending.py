"""What a process of the API does at each beat for all questions for work that it holds."""

import asyncio
from collections.abc import Sequence
from itertools import count

import structlog
from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from sqlalchemy import Engine

from backend.api.errors import is_passing
from backend.domain.events import EventKind, LiveEvent
from backend.services.work_watch import HeldAgent, ReadyWork, WorkDesk, find_ready, note_held

log = structlog.get_logger()
SIGN_EVERY = 3
"""Beats between two signs of life on a held connection."""


async def attend_held(app: FastAPI) -> None:
    """Note at each beat who is alive, for all questions that are held; look for work that waits.

    Whoever may not ask any more is answered: the next question is refused, in words. Nobody tells
    of a job whose pause is over, and news may be lost: so it is looked for here.
    """
    for beat in count():
        await asyncio.sleep(app.state.settings.beat_seconds)
        try:
            await _attend(app, is_looking=beat % SIGN_EVERY == 0)
        except Exception as error:  # it outlives whatever comes: nobody would start it again
            if is_passing(error):
                log.warning("held questions not noted", error=str(error)[:200])
            else:
                log.exception("held questions not noted")


async def _attend(app: FastAPI, *, is_looking: bool) -> None:
    desk: WorkDesk = app.state.hub.work
    held = desk.held()
    if not held:
        return
    place = await app.state.admission.enter()
    try:
        heard, ready = await run_in_threadpool(_note, app, held, is_looking)
    finally:
        place.leave()
    desk.end(set(held) - heard)
    for one in ready:
        desk.notify(one.project_id, one.event)


def _note(
    app: FastAPI,
    held: Sequence[HeldAgent],
    is_looking: bool,  # noqa: FBT001
) -> tuple[set[HeldAgent], list[ReadyWork]]:
    """Return who may still be held, and what waits for them."""
    engine: Engine = app.state.primary.engine
    heard = note_held(engine, held)
    for project_id in {one.project_id for one in heard}:
        ids = tuple(one.agent_id for one in heard if one.project_id == project_id)
        app.state.events.publish(project_id, LiveEvent(EventKind.AGENT, ids))
    return heard, find_ready(engine, [*heard]) if is_looking else []
