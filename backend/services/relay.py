"""Tells workers of new work from a thread of its own, so that no request waits for the broker.

Celery is loaded with the first message: a process that only answers does without.
"""

import threading
import time
from typing import TYPE_CHECKING

import structlog

from backend import tracing
from backend.services.task_names import QUEUES

if TYPE_CHECKING:
    from celery import Celery
    from kombu import Queue

    from backend.services.task_queue import TaskMessage

log = structlog.get_logger()

PAUSE_S = 0.1
"""Requests for the same work within this time of the last message become one message.

The first goes at once. Each costs a worker about a millisecond, so under load they must be few.
What names a row of the outbox is asked for once and never waits.
"""
SILENCE_S = 2.0
"""How long a broker that did not answer is left alone; the sweep tells what was dropped."""


def broker_queues() -> "list[Queue]":
    """Return every queue, each with a key of its own: a message goes to one queue only."""
    from kombu import Exchange, Queue  # noqa: PLC0415  see above

    return [Queue(name, Exchange(name), routing_key=name) for name in sorted(set(QUEUES.values()))]


def make_producer(redis_url: str) -> "Celery":
    """Return a Celery app that only sends, and gives up soon when the broker is away."""
    from celery import Celery  # noqa: PLC0415  see above

    app = Celery(broker=redis_url, set_as_current=False)
    app.conf.update(
        broker_transport_options={
            "socket_connect_timeout": 1,
            "socket_timeout": 2,
            "max_retries": 0,
        },
        broker_connection_retry=False,
        task_ignore_result=True,
        task_queues=broker_queues(),
    )
    return app


class BrokerRelay:
    """Collects messages and sends each of them once."""

    def __init__(self, redis_url: str) -> None:
        self._redis_url = redis_url
        self._producer: Celery | None = None
        self._waiting: dict[TaskMessage, None] = {}
        self._sent: dict[TaskMessage, float] = {}
        """When requests that may come again were last sent."""
        self._wake = threading.Condition()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()

    def publish(self, message: "TaskMessage") -> None:
        with self._wake:
            is_new = message not in self._waiting
            self._waiting[message] = None
            if is_new:
                self._wake.notify()

    def close(self) -> None:
        """Send what is waiting and end the thread."""
        with self._wake:
            self._is_closed = True
            self._wake.notify()
        self._thread.join(timeout=5)
        if self._producer is not None:
            self._producer.close()

    def _run(self) -> None:
        while (messages := self._next()) is not None:
            self._send(messages)

    def _next(self) -> "list[TaskMessage] | None":
        """Wait for messages that may go now and return them; None where the relay is closed."""
        with self._wake:
            while True:
                if self._is_closed:
                    messages, self._waiting = list(self._waiting), {}
                    return messages or None
                now = time.monotonic()
                pauses = {one: self._pause(one, now) for one in self._waiting}
                ready = [one for one, pause in pauses.items() if pause <= 0]
                if ready:
                    for one in ready:
                        del self._waiting[one]
                    self._note_sent(ready, now)
                    return ready
                self._wake.wait(min(pauses.values(), default=None))

    def _pause(self, message: "TaskMessage", now: float) -> float:
        """Return how many seconds a message has to wait."""
        last = self._sent.get(message)
        return 0.0 if last is None else last + PAUSE_S - now

    def _note_sent(self, messages: "list[TaskMessage]", now: float) -> None:
        self._sent = {one: at for one, at in self._sent.items() if at + PAUSE_S > now}
        self._sent |= {one: now for one in messages if one.outbox_id is None}

    def _send(self, messages: "list[TaskMessage]") -> None:
        from kombu.exceptions import OperationalError  # noqa: PLC0415  see above

        if self._producer is None:
            self._producer = make_producer(self._redis_url)
        for index, message in enumerate(messages):
            try:
                send(self._producer, message)
            except (OperationalError, OSError) as error:
                left = len(messages) - index
                log.warning(
                    "broker unavailable; the sweep will hand over",
                    left=left,
                    error=str(error)[:200],
                )
                time.sleep(SILENCE_S)
                return


def send(producer: "Celery", message: "TaskMessage") -> None:
    """Hand one message to the broker."""
    arguments: dict[str, int] = {"project_id": message.project_id}
    if message.outbox_id is not None:
        arguments["outbox_id"] = message.outbox_id
    headers = {"request_id": message.request_id}
    if message.origin:
        headers[tracing.HEADER] = message.origin
    with tracing.continued(message.origin):
        producer.send_task(
            str(message.task),
            kwargs=arguments,
            queue=QUEUES[message.task],
            retry=False,
            headers=headers,
        )
