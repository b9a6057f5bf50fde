"""Which messages become one, and that none is lost."""

import redis

from backend.embedded.stores.services import Services
from backend.services.relay import BrokerRelay
from backend.services.task_names import QUEUES, TaskName
from backend.services.task_queue import TaskMessage
from backend.testing.brokers import fresh_broker

MANY = 40


def test_each_row_of_the_outbox_has_its_message_and_the_same_work_has_few(
    services: Services,
) -> None:
    broker = fresh_broker(services.redis_url)
    relay = BrokerRelay(broker)
    for number in range(MANY):
        relay.publish(TaskMessage(TaskName.INGEST_REPORTS, 1))
        relay.publish(TaskMessage(TaskName.DETECT_CHANGES, 1, number))
    relay.close()
    with redis.Redis.from_url(broker) as looker:
        assert looker.llen(QUEUES[TaskName.DETECT_CHANGES]) == MANY
        assert 1 <= looker.llen(QUEUES[TaskName.INGEST_REPORTS]) < MANY


def test_what_is_asked_for_after_a_message_has_another_one(services: Services) -> None:
    broker = fresh_broker(services.redis_url)
    relay = BrokerRelay(broker)
    with redis.Redis.from_url(broker) as worker:
        for _ in range(3):
            relay.publish(TaskMessage(TaskName.INGEST_REPORTS, 1))
            assert worker.blpop([QUEUES[TaskName.INGEST_REPORTS]], 60) is not None
    relay.close()
