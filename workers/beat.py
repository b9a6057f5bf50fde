"""The scheduler: `python -m workers.beat`. It sends what is due, and knows no task but by name.

It gives its signs of life itself: a thread beside its loop would go on while the loop hangs.
"""

import argparse
import time
from collections.abc import Sequence
from typing import Any

from celery import Celery
from celery.beat import Scheduler
from celery.signals import setup_logging

from backend import log
from backend.domain.readiness import BEAT_EVERY_S, Pulse
from backend.memory import collect_rarely
from backend.services.heartbeats import Heart
from backend.services.relay import broker_queues
from backend.settings import settings
from backend.storage.plain_heartbeats import PlainHeartbeats
from workers.schedule import SCHEDULE

LONGEST_WAIT_S = 5
"""Between two tries to reach a broker that is away."""


class SteadyScheduler(Scheduler):
    """Celery's scheduler, which goes on when the clock of the machine is set back.

    What was sent while the clock was ahead would else not be due before that time comes again.
    """

    def tick(self, *words: Any, **named: Any) -> float:  # noqa: ANN401
        """Send what is due; return how many seconds nothing will be."""
        for one in self.schedule.values():
            now = one.default_now()
            if one.last_run_at is not None and one.last_run_at > now:
                one.last_run_at = now
                self._heap = None  # made again of the entries
        return float(super().tick(*words, **named))


class BeatingScheduler(SteadyScheduler):
    """A scheduler which gives a sign of life when it looks for what is due.

    It remembers nothing on disk: every task is due again within minutes, and a full disk or a file
    that a killed scheduler left half written must not keep it from starting.
    """

    def __init__(self, *words: Any, **named: Any) -> None:  # noqa: ANN401
        chosen = settings()
        self._heart = Heart(chosen.redis_url, PlainHeartbeats(chosen.database_url).store)
        self._next = float("-inf")
        super().__init__(*words, **named)

    def tick(self, *words: Any, **named: Any) -> float:  # noqa: ANN401
        """Send what is due; return how many seconds nothing will be."""
        pause = super().tick(*words, **named)
        now = time.monotonic()
        if now >= self._next:
            self._next = now + BEAT_EVERY_S
            self._heart.beat(Pulse.SCHEDULER)
        return min(pause, BEAT_EVERY_S)


def scheduler() -> Celery:
    """Return what sends: no task is loaded."""
    app = Celery("tidemark", broker=settings().redis_url, set_as_current=False)
    app.conf.update(
        task_queues=broker_queues(),
        task_create_missing_queues=False,
        beat_schedule=SCHEDULE,
        broker_transport_options={"socket_keepalive": True, "interval_max": LONGEST_WAIT_S},
        task_ignore_result=True,
    )
    return app


def _log_as_we_do(loglevel: int | str = "INFO", **_arguments: Any) -> None:  # noqa: ANN401
    log.adopt_libraries(loglevel)


def main(arguments: Sequence[str] | None = None) -> None:
    """Send what is due until told to stop."""
    parser = argparse.ArgumentParser(prog="workers.beat", description=__doc__)
    parser.add_argument("--loglevel", default="INFO", help="from which level Celery tells")
    given = parser.parse_args(arguments)
    log.configure(settings().log_level)
    setup_logging.connect(_log_as_we_do)
    app = scheduler()
    collect_rarely()
    app.Beat(
        loglevel=given.loglevel,
        scheduler_cls=f"{BeatingScheduler.__module__}:{BeatingScheduler.__name__}",
    ).run()


if __name__ == "__main__":
    main()
