"""What each process of the API has for itself, from its start to its stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

from backend.api.admission import Admission
from backend.api.answers.attending import attend_held
from backend.api.shared_calls import Shelf
from backend.api.sides import make_side, open_replica
from backend.domain.outgoing_addresses import read_allowed
from backend.memory import collect_rarely, give_back, share_the_processor
from backend.outgoing.guarded_http import Outgoing
from backend.services.events import EventBus, EventHub
from backend.services.people.issuer_keys import IssuerKeys
from backend.services.people.throttle_sign_in import SignInThrottle
from backend.services.relay import BrokerRelay
from backend.services.tallies import DurationTally
from backend.services.watch_components import watched_components
from backend.settings import Settings

COUNTED_S = 2.0
"""How often counts go to Redis."""
QUIET_S = 3.0
"""Nobody has asked for so long: a page that shows several things asks for all of them within it."""


@asynccontextmanager
async def process_parts(app: FastAPI, chosen: Settings) -> AsyncIterator[None]:
    """Give the application its engine, its places, its event bus and the rest."""
    app.state.primary = make_side("primary", chosen.database_url, chosen)
    app.state.replica = open_replica(chosen)
    app.state.admission = Admission(chosen.api_pool)
    app.state.shelf = Shelf()
    app.state.relay = BrokerRelay(chosen.redis_url)
    app.state.events = EventBus(chosen.redis_url)
    app.state.pages = None  # made with the first comparison: it loads what a start does without
    app.state.hub = EventHub(chosen.redis_url)
    app.state.throttle = SignInThrottle(chosen.redis_url)
    app.state.outgoing = Outgoing(read_allowed(chosen.outgoing_allowed))
    app.state.issuers = IssuerKeys(app.state.outgoing)
    collect_rarely()
    share_the_processor()
    with watched_components(
        chosen.database_url, chosen.redis_url, Path(chosen.data_disk) if chosen.data_disk else None
    ) as app.state.components:
        tidying = asyncio.create_task(_tidy_when_quiet(app.state.admission))
        counting = asyncio.create_task(_hand_counts_over(app.state.tally))
        attending = asyncio.create_task(attend_held(app))
        yield
        for task in (tidying, counting, attending):
            task.cancel()
    await app.state.hub.close()
    await run_in_threadpool(app.state.tally.close)
    app.state.relay.close()
    app.state.events.close()
    if app.state.pages is not None:
        app.state.pages.close()
    app.state.throttle.close()
    if app.state.replica is not None:
        await app.state.replica.close()
    await app.state.primary.close()


async def _tidy_when_quiet(admission: Admission) -> None:
    """Give memory back once after each time of work, when nobody has come for a while."""
    tidied = seen = admission.entered
    while True:
        await asyncio.sleep(QUIET_S)
        if seen == admission.entered and tidied != seen:
            tidied = seen
            await run_in_threadpool(give_back)
        seen = admission.entered


async def _hand_counts_over(tally: DurationTally) -> None:
    while True:
        await asyncio.sleep(COUNTED_S)
        await run_in_threadpool(tally.hand_over)
