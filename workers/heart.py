"""Signs of life of worker and scheduler, each given by the loop that does the work.

A thread beside the loop would go on giving them while the loop hangs.
"""

import time
from typing import Any

from celery import bootsteps
from celery.beat import Scheduler

from backend.domain.readiness import BEAT_EVERY_S, Pulse
from backend.services.heartbeats import Heart
from backend.settings import settings
from backend.storage.engine import make_engine


class ConsumerHeart(bootsteps.StartStopStep):
    """A timer in the loop that takes messages from the broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(consumer, **options)
        self._heart = Heart(settings().redis_url)
        self._timer: Any = None

    def start(self, consumer: Any) -> None:  # noqa: ANN401
        """Beat at once, since messages are taken from now on, and again and again."""
        self._beat()
        self._timer = consumer.timer.call_repeatedly(BEAT_EVERY_S, self._beat)

    def stop(self, consumer: Any) -> None:  # noqa: ANN401, ARG002
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _beat(self) -> None:
        self._heart.beat(Pulse.CONSUMER)


class BeatingScheduler(Scheduler):
    """Celery's scheduler, which gives a sign of life when it looks for what is due.

    It remembers nothing on disk: every task is due again within minutes, and a full disk or a file
    that a killed scheduler left half written must not keep it from starting.
    """

    def __init__(self, *words: Any, **named: Any) -> None:  # noqa: ANN401
        chosen = settings()
        self._heart = Heart(chosen.redis_url, make_engine(chosen.database_url, 1))
        self._next = float("-inf")
        super().__init__(*words, **named)

    def tick(self, *words: Any, **named: Any) -> float:  # noqa: ANN401
        """Send what is due; return how many seconds nothing will be."""
        pause = float(super().tick(*words, **named))
        now = time.monotonic()
        if now >= self._next:
            self._next = now + BEAT_EVERY_S
            self._heart.beat(Pulse.SCHEDULER)
        return min(pause, BEAT_EVERY_S)
