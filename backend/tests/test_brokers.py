"""A server of a test finds no message of another one, and takes none away from it."""

import redis

from backend.embedded.stores.services import Services
from backend.testing.brokers import MOST, fresh_broker


def test_each_broker_is_empty_and_those_in_use_stay_as_they_are(services: Services) -> None:
    used = fresh_broker(services.redis_url)
    with redis.Redis.from_url(used) as worker:
        worker.lpush("ingestion", "a message")
        others = [fresh_broker(services.redis_url) for _ in range(MOST)]
        assert used not in others
        assert len(set(others)) == MOST - 1
        assert worker.llen("ingestion") == 1
        for other in others:
            with redis.Redis.from_url(other) as looker:
                looker.lpush("ingestion", "what its server left")
    with redis.Redis.from_url(fresh_broker(services.redis_url)) as looker:
        assert looker.dbsize() == 0
