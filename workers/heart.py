"""Signs of life of the worker, given by the loop that takes its work.

A thread beside the loop would go on giving them while the loop hangs.
"""

from typing import Any

from celery import bootsteps

from backend.domain.readiness import BEAT_EVERY_S, Pulse
from backend.services.heartbeats import Heart
from backend.settings import settings


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
