"""What make bench does with a fleet, in small: every job is leased once, whoever asks meanwhile."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from backend.bench.fleet.crew import FIT, FIT_NOBODY, Crew
from backend.bench.fleet.leasing import Fleet
from backend.bench.wire import Client
from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.stack import Stack, make_stack

AGENTS, JOBS, JOBS_FOR_NOBODY = 32, 320, 60


@pytest.fixture
def stack(services: Services, database_url: str, tmp_path: Path) -> Iterator[Stack]:
    """Run an API by itself: nothing but the agents changes the queue."""
    stack = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    try:
        stack.start_api()
        yield stack
    finally:
        stack.drop()


async def drain(fleet: Fleet) -> None:
    await asyncio.gather(*(fleet.drain(name) for name in fleet.names))


def test_agents_that_empty_a_queue_at_once_lease_every_job_once_and_none_that_is_not_theirs(
    stack: Stack,
) -> None:
    url = make_url(stack.database_url).set(drivername="postgresql")
    host, _, port = stack.url.removeprefix("http://").partition(":")
    client = Client((host, int(port)), "main", stack.key("main"))
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        crew = Crew(connection, stack.project("main"), AGENTS)
        crew.register()
        crew.queue(JOBS, FIT)
        # in front of all others
        crew.queue(JOBS_FOR_NOBODY, FIT_NOBODY, priority=5)
        fleet = Fleet(client, crew.names)
        asyncio.run(drain(fleet))
        counts = crew.counts()
    assert len(fleet.given) == len(set(fleet.given)) == JOBS
    assert (counts.leased, counts.leased_again, counts.queued) == (JOBS, 0, JOBS_FOR_NOBODY)
