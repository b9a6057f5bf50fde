"""What a process of the API does at each beat for all questions for work that it holds."""

import asyncio
from collections.abc import Sequence
from itertools import count

import structlog
from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from backend.domain.errors import UnavailableError
from backend.domain.events import EventKind, LiveEvent
from backend.services.work_watch import HeldAgent, ReadyWork, find_ready, note_held

log = structlog.get_logger()
SIGN_EVERY = 3
"""Beats between two signs of life on a held connection."""


async def attend_held(app: FastAPI) -> None:
    """Note at each beat who is alive, for all questions that are held; look for work that waits.

    Nobody tells of a job whose pause is over, and news may be lost: so it is looked for here.
    """
    for beat in count():
        await asyncio.sleep(app.state.settings.beat_seconds)
        held = app.state.hub.work.held()
        if not held:
            continue
        try:
            place = await app.state.admission.enter()
            try:
                ready = await run_in_threadpool(_attend, app, held, beat % SIGN_EVERY == 0)
            finally:
                place.leave()
        except (UnavailableError, SQLAlchemyError) as error:
            log.warning("held questions not noted", error=str(error)[:200])
            continue
        for one in ready:
            app.state.hub.work.notify(one.project_id, one.event)


def _attend(app: FastAPI, held: Sequence[HeldAgent], is_looking: bool) -> list[ReadyWork]:  # noqa: FBT001
    engine: Engine = app.state.primary.engine
    note_held(engine, held)
    for project_id in {one.project_id for one in held}:
        ids = tuple(one.agent_id for one in held if one.project_id == project_id)
        app.state.events.publish(project_id, LiveEvent(EventKind.AGENT, ids))
    return find_ready(engine, held) if is_looking else []
